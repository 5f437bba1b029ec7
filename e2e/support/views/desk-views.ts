import type { Stage, Views } from './view.ts'

const settings =
  (heading: string) =>
  async ({ page, visit }: Stage) => {
    await visit('/settings')
    const part = page.getByRole('heading', { level: 2, name: heading })
    await part.waitFor()
    await part.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }

const workspaceDialog =
  (button: string) =>
  async ({ page, visit }: Stage) => {
    await visit('/workspaces')
    await page.getByRole('button', { name: button }).click()
  }

/** Settings, workspaces, and dialogs that open over every screen. */
export const deskViews: Views = {
  settings: ({ visit }) => visit('/settings'),
  'settings-search': async ({ visit, page }) => {
    await visit('/settings')
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('pictures')
    await page.getByRole('list', { name: 'Settings found' }).waitFor()
  },
  'settings-reset': async ({ visit, page }) => {
    await visit('/settings')
    await page.getByRole('button', { name: 'Reset the section “Appearance”…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'settings-reclaim': async ({ visit, page }) => {
    await visit('/settings')
    await page.getByRole('button', { name: 'Reclaim space…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/of the database/)
      .waitFor()
  },
  'settings-advanced': async (stage) => {
    await settings('Advanced')(stage)
    await stage.page.getByText('Advanced', { exact: true }).click()
  },
  'settings-pictures': settings('Pictures'),
  'settings-profiles': settings('Requirement profiles'),
  'settings-profile-new': async (stage) => {
    await settings('Requirement profiles')(stage)
    await stage.page
      .getByRole('row', { name: /Online shop/ })
      .first()
      .getByRole('button', { name: /^More actions for/ })
      .click()
    await stage.page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await stage.page.getByRole('dialog', { name: 'Edit profile' }).waitFor()
  },
  'settings-profile-scores': async (stage) => {
    await settings('Requirement profiles')(stage)
    await stage.page
      .getByRole('row', { name: /Grocery basics/ })
      .getByRole('link', { name: 'Scores' })
      .click()
    await stage.page.getByRole('button', { name: 'Count again' }).waitFor()
  },
  'settings-end': settings('About'),
  workspaces: ({ visit }) => visit('/workspaces'),
  'workspaces-new': workspaceDialog('New workspace…'),
  'workspaces-open': workspaceDialog('Open a folder…'),
  'workspaces-restore': workspaceDialog('Restore a backup…'),
  'workspaces-restore-chosen': async ({ page, visit }) => {
    await visit('/workspaces')
    await page
      .getByRole('button', { name: /^Restore the backup of/ })
      .first()
      .click()
  },
  shortcuts: async ({ page, visit }) => {
    await visit('/catalog')
    await page.keyboard.press('?')
  },
  palette: async ({ page, visit }) => {
    await visit('/catalog')
    await page.keyboard.press('Control+k')
  },
  // Must be last, because the name is kept.
  'long-workspace-name': async ({ page, visit, calls }) => {
    const { current: directory = '' } = await calls.workspaces.list()
    await calls.workspaces.rename({
      directory,
      name: 'Everything we sell in the north, spring and summer of 2026',
    })
    await visit('/workspaces')
    await page.getByRole('button', { name: /^Everything we sell/ }).click()
  },
}
