import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Views } from './view.ts'

/** Feeds on their way to the service, and files on their way into feeds. */
export const feedViews: Views = {
  feeds: ({ visit }) => visit('/feeds'),
  'feeds-new': async ({ page, visit }) => {
    await visit('/feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
  },
  draft: ({ visit, emptyDraftId }) => visit(`/feeds/${emptyDraftId}`),
  'draft-filled': ({ visit, soundDraftId }) => visit(`/feeds/${soundDraftId}`),
  'draft-nutrition': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Nutrition' })
      .click()
  },
  'draft-xml': async ({ page, visit, emptyDraftId }) => {
    await visit(`/feeds/${emptyDraftId}`)
    await page.getByText('XML', { exact: true }).click()
  },
  'draft-queue': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
  },
  'draft-queue-again': async ({ page, visit, calls, changed }) => {
    const { kind, xml } = await calls.outbox.feed({ id: changed.feedId })
    const again = await calls.feeds.createDraft({ kind, xml })
    await visit(`/feeds/${again.id}`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await page.getByText('In the outbox already', { exact: true }).waitFor()
  },
  'draft-gone': ({ visit }) => visit('/feeds/no-such-draft'),
  outbox: ({ visit }) => visit('/outbox'),
  'outbox-feed': ({ visit, changed }) => visit(`/outbox/${changed.feedId}`),
  import: ({ visit }) => visit('/import'),
  'import-mapping': async ({ page, visit, folder }) => {
    // Where columns are not cut at commas, a comma in a number may be either mark: the question is asked.
    const file = join(folder, 'products of the new season.tsv')
    const lines = [
      ['gtin', 'name', 'brand', 'sodium_mg', 'remark', 'ingredients'],
      ['9520000000011', 'Quince and fig spread, 240 g', 'Oatlark', '1,250', '', 'Quince, fig, sugar, lemon'],
      ['9520000000028', 'Plum jam', 'Oatlark', '1,100', 'new', 'Plum, sugar'],
    ]
    writeFileSync(file, lines.map((line) => line.join('\t')).join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('table', { name: 'Columns' }).waitFor()
  },
}
