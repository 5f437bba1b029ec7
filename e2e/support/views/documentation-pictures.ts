import { catalogViews } from './catalog-views.ts'
import { feedViews } from './feed-views.ts'
import { importViews } from './import-views.ts'
import { serviceViews } from './service-views.ts'
import type { Stage } from './view.ts'

/** A picture of the README or of a page of the reference, taken in light and in dark colours. */
interface DocumentationPicture {
  /** Size of the window in CSS pixels; the picture has twice as many pixels per side. */
  size: { width: number; height: number }
  open(stage: Stage): Promise<void>
}

const large = { width: 1280, height: 800 }
const low = { width: 1180, height: 660 }
/** Size of the picture of the start page, which is taken before the sample is loaded. */
export const startSize = { width: 1180, height: 720 }

const view = (open: ((stage: Stage) => Promise<void>) | undefined) => async (stage: Stage) => {
  if (!open) throw new Error('This view has another name now')
  await open(stage)
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 150) throw new Error('Waited half a minute')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A draft with typical mistakes, shown as a grid. */
async function gridWithMistakes({ page, visit, calls }: Stage): Promise<void> {
  const { rows } = await calls.catalog.search({ text: '', offset: 30, limit: 24 })
  const { id } = await calls.feeds.createDraft({
    kind: 'refresh',
    name: 'Autumn range',
    fromItemIds: rows.map((row) => row.id),
  })
  const cells = [
    { key: 4, column: 'productCodes/0/text', value: '9522003001179' },
    { key: 9, column: 'manufacturerId', value: 'Norvik Foods' },
  ]
  await calls.feeds.editDraft({ id, label: 'Typed', edits: [{ do: 'cells', cells }] })
  await calls.feeds.checkDraft({ id })
  await visit(`/feeds/${id}`)
  await page.getByText('Grid', { exact: true }).click()
  await page.getByRole('gridcell').nth(4).click()
}

/** The preview before a feed is queued. */
async function queuePreview({ page, visit, calls }: Stage): Promise<void> {
  const { rows } = await calls.catalog.search({
    text: 'oatlark unsweetened almond drink',
    offset: 0,
    limit: 1,
  })
  const { id } = await calls.feeds.createDraft({ kind: 'update', fromItemIds: [rows[0]?.id ?? ''] })
  const edits = [
    {
      do: 'cells' as const,
      cells: [
        { key: 1, column: 'ecommerceDescription/0/text', value: 'Almonds and water, with nothing added.' },
      ],
    },
  ]
  await calls.feeds.editDraft({ id, label: 'Typed', edits })
  await visit(`/feeds/${id}`)
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await page.getByRole('table', { name: 'Fields that differ' }).waitFor()
}

/** A feed whose items were all accepted. */
async function acceptedFeed({ page, visit, calls }: Stage): Promise<void> {
  const { rows } = await calls.catalog.search({ text: 'brand:oatlark', offset: 0, limit: 6 })
  const { id, revision } = await calls.feeds.createDraft({
    kind: 'refresh',
    name: 'Oatlark, autumn range',
    fromItemIds: rows.map((row) => row.id),
  })
  const [feed] = (await calls.feeds.queueDraft({ id, revision })).feeds
  const feedId = feed?.id ?? ''
  await until(async () => (await calls.outbox.feed({ id: feedId })).state === 'done')
  await visit(`/outbox/${feedId}`)
  await page.getByText('Accepted', { exact: true }).nth(3).waitFor()
}

/** All pictures by name: `pictures/<name>-light.webp` and `pictures/<name>-dark.webp`. */
export const documentationPictures: Record<string, DocumentationPicture> = {
  catalog: {
    size: large,
    open: async ({ page, visit }) => {
      await visit('/catalog?q=chocolate')
      await page.getByTitle('List beside the item').click()
      await page.getByRole('grid', { name: 'Items' }).getByRole('row').nth(2).click()
      await page.getByRole('tab', { name: 'Overview' }).waitFor()
    },
  },
  quality: { size: { width: 1180, height: 820 }, open: view(catalogViews['quality']) },
  search: {
    size: low,
    open: async ({ page, visit }) => {
      await visit('/catalog?q=honey')
      await page.getByTitle('Pictures', { exact: true }).click()
      await page.getByRole('gridcell').nth(5).waitFor()
    },
  },
  draft: {
    size: low,
    open: async ({ page, visit, calls, changed }) => {
      const { id } = await calls.feeds.createDraft({ kind: 'update', fromItemIds: [changed.itemId] })
      await visit(`/feeds/${id}`)
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('9522003001179')
      await page.getByRole('region', { name: 'Problems' }).getByText('is not a valid GTIN').waitFor()
    },
  },
  feed: { size: low, open: acceptedFeed },
  grid: { size: low, open: gridWithMistakes },
  queue: { size: low, open: queuePreview },
  outbox: { size: low, open: view(feedViews['outbox-opened']) },
  import: { size: large, open: view(importViews['import-mapping']) },
  export: {
    size: large,
    open: async ({ page, visit }) => {
      await visit('/catalog?q=')
      await page.getByTitle('Table', { exact: true }).click()
      await page.getByRole('columnheader', { name: 'GTIN' }).waitFor()
      const rows = page.getByRole('grid', { name: 'Items' }).getByRole('row')
      for (const row of [1, 3, 4]) await rows.nth(row).getByRole('checkbox').check()
      const selected = page.getByRole('region', { name: 'Selected items' })
      await selected.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('dialog').getByText('Workbook (XLSX)').waitFor()
    },
  },
  sync: { size: low, open: view(serviceViews['sync']) },
  'local-api': { size: low, open: view(serviceViews['local-api']) },
}
