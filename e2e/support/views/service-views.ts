import type { Stage, Views } from './view.ts'

const syncTab =
  (name: RegExp) =>
  async ({ page, visit }: Stage) => {
    await visit('/sync')
    await page.getByRole('tab', { name }).click()
  }

/** The sync screens and the screens of the local API. */
export const serviceViews: Views = {
  sync: ({ visit }) => visit('/sync'),
  'sync-plan': async ({ page, visit }) => {
    await visit('/sync')
    await page.getByRole('button', { name: 'Choose a plan…' }).click()
  },
  'sync-schedule': syncTab(/Schedule/),
  'sync-quarantine-empty': syncTab(/Quarantine/),
  'sync-quarantine': async ({ page, visitTroubled }) => {
    await visitTroubled('/sync')
    await page.getByRole('tab', { name: /Quarantine/ }).click()
  },
  changes: async ({ page, visit }) => {
    await visit('/sync')
    await page.locator('a[href*="kind=changed"]').first().click()
    await page
      .getByRole('button', { name: /^Show the values of/ })
      .first()
      .click()
  },
  'local-api': ({ visit }) => visit('/local-api'),
  'local-api-requests': async ({ page, visit }) => {
    await visit('/local-api/requests')
    await page
      .getByRole('grid', { name: /^Requests/ })
      .getByRole('row')
      .nth(1)
      .click()
  },
  'local-api-try': ({ visit }) => visit('/local-api/try'),
  'local-api-users': ({ visit }) => visit('/local-api/users'),
  'local-api-conditions': ({ visit }) => visit('/local-api/conditions'),
  'local-api-reference': ({ visit }) => visit('/local-api/reference'),
}
