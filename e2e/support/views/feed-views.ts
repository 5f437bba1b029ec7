import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { namespaceName } from '../../../src-shared/vocabulary/namespaces.ts'
import { createFeed } from '../feeds.ts'
import type { Calls } from '../rpc.ts'
import type { Views } from './view.ts'

const inconsistentLabel = `<items xmlns="${namespaceName('/feed/item')}"><item type="grocery">
  <ecommerceTitle>Oat crunch</ecommerceTitle><products><product><grocery><nutritions><nutrition sequence="1">
  <numberOfServings>8</numberOfServings>
  <servingSizes><servingSize type="metric"><measure>55</measure><uom>GRM</uom></servingSize>
    <servingSize type="other"><measure>1</measure><uom>cup</uom></servingSize></servingSizes>
  <energy>962</energy><totalFat uom="GRM" dailyPct="10">8</totalFat><saturatedFat uom="GRM">12</saturatedFat>
  <transFat uom="GRM">0</transFat><cholesterol uom="MGM">0</cholesterol><sodium uom="MGM">160</sodium>
  <carbohydrates uom="GRM">37</carbohydrates><dietaryFiber uom="GRM">4</dietaryFiber><sugars uom="GRM">12</sugars>
  <protein uom="GRM">3</protein><calcium uom="MGM">260</calcium><iron uom="MGM">8</iron>
  <vitaminD uom="MC">2</vitaminD></nutrition></nutritions></grocery></product></products></item></items>`

/** A batch of five items in feeds of two; two feeds are held. */
async function heldBatch(calls: Calls): Promise<string> {
  await calls.workspace.setFeedSize({ items: 2, bytes: 1_000_000 })
  await calls.outbox.setPaused({ paused: true })
  const { rows } = await calls.catalog.search({ text: '', offset: 20, limit: 5 })
  const { id, revision } = await calls.feeds.createDraft({
    kind: 'refresh',
    name: 'Spring range',
    fromItemIds: rows.map((row) => row.id),
  })
  const { feeds } = await calls.feeds.queueDraft({ id, revision })
  for (const feed of feeds.slice(1)) await calls.outbox.hold({ id: feed.id })
  await calls.outbox.setPaused({ paused: false })
  const [first] = feeds
  for (let tries = 0; tries < 50 && first; tries++) {
    if ((await calls.outbox.feed({ id: first.id })).state === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return first?.batch ?? ''
}

let refusedFeeds = 0
/**
 * A feed of two items, one of which the service refuses, because it received that item in the feed before.
 */
async function partlyRefusedFeed(calls: Calls): Promise<string> {
  const number = ++refusedFeeds
  const [known, other] = [0, 1].map((place) => {
    const body = `95200000${number}99${place}`
    return { gtin: body + checkDigit(body), title: `Quince spread, batch ${number}.${place + 1}` }
  })
  if (!known || !other) throw new Error('Two items were made')
  const [first, second] = [createFeed(known), createFeed(known, other)]
  await calls.outbox.setPaused({ paused: true })
  const queued: string[] = []
  for (const [xml, name] of [
    [first, 'Spreads'],
    [second, 'Spreads, once more'],
  ] as const) {
    const { id } = await calls.feeds.createDraft({ kind: 'create', name, xml })
    await calls.feeds.checkDraft({ id })
    const { revision } = await calls.feeds.draft({ id })
    const { feeds } = await calls.feeds.queueDraft({ id, revision })
    queued.push(feeds[0]?.id ?? '')
  }
  await calls.outbox.setPaused({ paused: false })
  const id = queued[1] ?? ''
  for (let tries = 0; tries < 100; tries++) {
    if ((await calls.outbox.feed({ id })).state === 'partly-done') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return id
}

/** Invalid cells in the first items of a draft. */
const faultyCells = [
  { key: 2, column: 'productCodes/0/text', value: '9522003001171' },
  { key: 3, column: 'manufacturerId', value: 'Norvik Foods' },
  { key: 5, column: 'ecommerceTitle', value: null },
  { key: 6, column: 'products/0/countryOfOrigin', value: 'Frankreich' },
]
/** A refresh of a few items, one of which was changed by another feed in the meantime. */
async function outdatedDraft(calls: Calls): Promise<string> {
  const { rows } = await calls.catalog.search({ text: 'oat', offset: 0, limit: 6 })
  const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
  const change = (draft: string, key: number, cells: Record<string, string | null>) =>
    calls.feeds.editDraft({
      id: draft,
      label: 'Typed',
      edits: [
        {
          do: 'cells',
          cells: Object.entries(cells).map(([column, value]) => ({ key, column, value })),
        },
      ],
    })
  const theirs = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: [rows[0]?.id ?? ''] })
  const { draft } = await change(theirs.id, 1, {
    ecommerceTitle: 'Their name of the drink',
    'ecommerceDescription/0/text': 'What somebody else wrote of the drink meanwhile.',
  })
  await calls.feeds.checkDraft({ id: theirs.id })
  const { feeds } = await calls.feeds.queueDraft({ id: theirs.id, revision: draft.revision })
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 100 && !(await holds()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await until(async () => (await calls.outbox.feed({ id: feeds[0]?.id ?? '' })).state === 'done')
  await calls.sync.start({})
  await until(async () => (await calls.sync.state()).current === undefined)
  await change(id, 1, { ecommerceTitle: 'My name of the drink', frontOfPackageText: 'Whole oats inside' })
  await change(id, 2, { 'ecommerceDescription/0/text': null, frontOfPackageText: null })
  await change(id, 3, { 'products/0/description': 'Another description' })
  await calls.feeds.checkDraft({ id })
  return id
}

/** A draft whose first step clashes with a later one, and whose second was undone alone. */
async function draftWithSteps(calls: Calls): Promise<string> {
  const { rows } = await calls.catalog.search({ text: 'oat', offset: 0, limit: 6 })
  const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
  const set = (label: string, column: string, value: string, keys?: number[]) =>
    calls.feeds.editDraft({
      ...{ id, label },
      edits: [{ do: 'set', selection: keys ? { keys } : {}, column, value }],
    })
  await set('Description of all items', 'ecommerceDescription/0/text', 'Oats from one valley.')
  await set('Country of origin of all items', 'products/0/countryOfOrigin', 'SE')
  await set('Description of Oat drink', 'ecommerceDescription/0/text', 'Oats, water, salt.', [1, 2])
  await calls.feeds.editDraft({
    ...{ id, label: 'Deleted 1 item' },
    edits: [{ do: 'remove', selection: { keys: [5] } }],
  })
  await calls.feeds.undoStep({ id, number: 2 })
  return id
}

/** Drafts, imports and the outbox. */
export const feedViews: Views = {
  'feeds-deleted': async ({ page, visit, calls }) => {
    const { id } = await calls.feeds.createDraft({ kind: 'create', name: 'Autumn range' })
    await calls.feeds.deleteDraft({ id })
    await visit('/feeds')
    await page.getByText('Deleted', { exact: true }).click()
    await page.getByRole('button', { name: 'Restore Autumn range' }).waitFor()
  },
  'draft-steps': async ({ page, visit, calls }) => {
    await visit(`/feeds/${await draftWithSteps(calls)}`)
    await page.getByText('Completeness', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Steps of this draft' }).click()
    await page.getByText('Draft created').waitFor()
  },
  'draft-step-clash': async ({ page, visit, calls }) => {
    await visit(`/feeds/${await draftWithSteps(calls)}`)
    await page.getByText('Completeness', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Steps of this draft' }).click()
    const step = page.getByRole('listitem').filter({ hasText: 'Description of all items' })
    await step.getByRole('button').click()
    await page.getByText('Later steps changed the same fields').waitFor()
  },
  feeds: ({ visit }) => visit('/feeds'),
  'feeds-new': async ({ page, visit }) => {
    await visit('/feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
  },
  'feeds-new-sent': async ({ page, visit }) => {
    await visit('/feeds')
    await page.getByRole('button', { name: 'New feed' }).first().click()
    await page.getByRole('button', { name: /^From a sent feed/ }).click()
  },
  'feeds-draft-these': async ({ page, visit }) => {
    await visit('/catalog?q=oat')
    await page.getByRole('button', { name: 'Draft these…' }).click()
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
  'draft-nutrition-panels': async ({ page, visit, calls }) => {
    const { id } = await calls.feeds.createDraft({ kind: 'create', xml: inconsistentLabel })
    await visit(`/feeds/${id}`)
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('button', { name: 'Nutrition' })
      .click()
    await page.getByRole('button', { name: 'Make the panel per 100 g from panel 1' }).click()
    await page.locator('[data-column="amount"][data-path$="sodium"]').last().fill('400')
    await page.getByRole('button', { name: /^Make the panel/ }).waitFor({ state: 'detached' })
    await page.locator('[data-column="amount"][data-path$="energy"]').first().scrollIntoViewIfNeeded()
  },
  'draft-xml': async ({ page, visit, emptyDraftId }) => {
    await visit(`/feeds/${emptyDraftId}`)
    await page.getByText('XML', { exact: true }).click()
  },
  'draft-many': async ({ visit, calls }) => {
    const titles = Array.from({ length: 400 }, (_, index) => `Quince and fig spread no. ${index + 1}`)
    const draft = await calls.feeds.createDraft({ kind: 'create', name: 'Autumn range' })
    const values = titles.map((ecommerceTitle, index) => ({
      type: 'grocery',
      ecommerceTitle,
      productCodes: [{ type: 'GTIN', text: `95200000000${String(index % 100).padStart(2, '0')}` }],
      products: [{ description: ecommerceTitle, brandDescription: index % 3 === 0 ? 'Oatlrk' : 'Oatlark' }],
    }))
    const edits = [
      { do: 'remove' as const, selection: {} },
      { do: 'add' as const, values },
    ]
    await calls.feeds.editDraft({ id: draft.id, label: 'Filled', edits })
    await calls.feeds.checkDraft({ id: draft.id })
    await visit(`/feeds/${draft.id}`)
  },
  'draft-grid': async ({ page, visit, calls }) => {
    const { rows } = await calls.catalog.search({ text: '', offset: 0, limit: 40 })
    const { id, revision } = await calls.feeds.createDraft({
      kind: 'refresh',
      name: 'Spring range',
      fromItemIds: rows.map((row) => row.id),
    })
    await calls.feeds.draft({ id })
    const edits = [
      { do: 'cells' as const, cells: faultyCells },
      { do: 'rename' as const, name: `Spring range ${revision}` },
    ]
    await calls.feeds.editDraft({ id, label: 'Faults', edits })
    await calls.feeds.checkDraft({ id })
    await visit(`/feeds/${id}`)
    await page.getByText('Grid', { exact: true }).click()
    await page.getByRole('gridcell').nth(4).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
  },
  'draft-grid-replace': async ({ page }) => {
    await page.getByRole('button', { name: /^Replace/ }).click()
    await page.getByText('All shown', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Find' }).fill('ml')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('millilitres')
    await page.getByRole('button', { name: /^Replace in/ }).waitFor()
  },
  'draft-grid-columns': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
  },
  'draft-grid-set': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Set selected…' }).click()
  },
  'draft-queue': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  },
  'draft-queue-behind': async ({ page, visit, calls }) => {
    await visit(`/feeds/${await outdatedDraft(calls)}`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await page.getByRole('table', { name: 'Fields that differ' }).waitFor()
  },
  'draft-queue-again': async ({ page, visit, calls, changed }) => {
    const { kind, xml } = await calls.outbox.feed({ id: changed.feedId })
    const again = await calls.feeds.createDraft({ kind, xml })
    await visit(`/feeds/${again.id}`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await page.getByText('In the outbox already', { exact: true }).waitFor()
  },
  'draft-pick': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page.getByText('Completeness', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Manufacturer' }).first().click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  },
  'draft-pick-near': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page.getByRole('combobox', { name: 'Distributor' }).first().fill('nothing of the kind')
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'Manufacturer' }).first().fill('norvik')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  },
  'draft-pick-distributor': async ({ page, visit, soundDraftId }) => {
    await visit(`/feeds/${soundDraftId}`)
    await page.getByRole('combobox', { name: 'Distributor' }).first().click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  },
  'draft-pick-item': async ({ page, visit, calls }) => {
    const { rows } = await calls.catalog.pickItem({ text: 'oatlark', limit: 3 })
    const { id } = await calls.feeds.createDraft({
      kind: 'contentplus',
      fromItemIds: rows.map((row) => row.id),
    })
    await visit(`/feeds/${id}`)
    await page.getByText('Grid', { exact: true }).click()
    await page.getByRole('gridcell', { name: rows[1]?.name ?? '' }).click()
    await page.keyboard.type('oat')
    await page.getByRole('option').first().waitFor()
  },
  'draft-contentplus': async ({ page, visit, calls }) => {
    const { id } = await calls.feeds.createDraft({ kind: 'contentplus' })
    await visit(`/feeds/${id}`)
    await page.getByRole('combobox', { name: 'Item' }).fill('oatlark')
    await page.getByRole('option').first().waitFor()
  },
  'draft-refused': async ({ page, visit, calls }) => {
    await visit(`/outbox/${await partlyRefusedFeed(calls)}`)
    await page.getByRole('button', { name: 'Fix the refused item' }).click()
    await page
      .getByRole('region', { name: 'Problems' })
      .getByText(/^The service refused this/)
      .first()
      .waitFor()
  },
  'draft-gone': ({ visit }) => visit('/feeds/no-such-draft'),
  outbox: ({ visit }) => visit('/outbox'),
  'outbox-batch': async ({ visit, calls }) => visit(`/outbox/batch/${await heldBatch(calls)}`),
  'outbox-opened': async ({ page, visit, calls }) => {
    await heldBatch(calls)
    await visit('/outbox')
    await page
      .getByRole('button', { name: /^Show the feeds of/ })
      .first()
      .click()
  },
  'outbox-hold': async ({ page, visit, calls }) => {
    await visit(`/outbox/batch/${await heldBatch(calls)}`)
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('button', { name: 'Hold…' }).click()
  },
  'outbox-feed': ({ visit, changed }) => visit(`/outbox/${changed.feedId}`),
  'outbox-refused': async ({ visit, calls }) => visit(`/outbox/${await partlyRefusedFeed(calls)}`),
  'outbox-report': async ({ page, visit, calls }) => {
    await visit(`/outbox/${await partlyRefusedFeed(calls)}`)
    await page.getByRole('button', { name: 'Report' }).click()
  },
  import: ({ visit }) => visit('/import'),
  'import-paste': async ({ page, visit }) => {
    await visit('/import?into=drafts&paste')
    await page.getByRole('textbox', { name: 'Cells' }).fill('9520000000011\tQuince and fig spread\tOatlark')
  },
  'import-rejected': async ({ page, visit, folder }) => {
    const file = join(folder, 'jams.csv')
    writeFileSync(file, 'gtin,name,brand\n9520000000028,Plum jam,Oatlark\n9520000000036,Fig jam,Oatlark')
    await visit('/import?into=drafts')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Rows that cannot be read' }).getByRole('grid').waitFor()
  },
  'import-mapping': async ({ page, visit, folder }) => {
    // In a file with tab separators, a comma in a number may be a decimal or a thousands mark, so the screen
    // asks.
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
  'import-titled': async ({ page, visit, folder }) => {
    const file = join(folder, 'range.csv')
    const lines = [
      'Range of Oatlark;',
      'As of 1 October;confidential',
      '',
      'GTIN;Product name;Brand;Net weight (g)',
      '9520000000011;Quince and fig spread;Oatlark;240',
      '9520000000028;Plum jam;Oatlark;250',
    ]
    writeFileSync(file, lines.join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('table', { name: 'Columns' }).waitFor()
  },
  'import-looked-through': async ({ page, visit, folder }) => {
    const file = join(folder, 'teas.csv')
    const lines = [
      'gtin,name,brand,manufacturer,categories,quantity,country,shelf',
      '9520000000011,Green tea,Oatlark,Leaf Works Ltd,"Teas, Green teas",250 g,Frankreich,3',
      '9520000000028,Black tea,Leaf,Leaf Works Ltd,Teas,4 x 50 g,Atlantis,3',
      '9520000000035,Mint tea,Leaf,,Teas,about 40 g,PT,',
      '9520000000036,Wrong,Leaf,,,,,',
    ]
    writeFileSync(file, lines.join('\n'))
    await visit('/import')
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('table', { name: 'Columns of the report' }).waitFor()
    await page.getByRole('region', { name: 'What the import would do' }).scrollIntoViewIfNeeded()
  },
}
