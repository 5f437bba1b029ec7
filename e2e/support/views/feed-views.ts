import { join } from 'node:path'
import { namespaceName } from '../../../src-shared/vocabulary/namespaces.ts'
import { draftWithSteps, heldBatch, outdatedDraft, partlyRefusedFeed } from './made-feeds.ts'
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

/** Invalid cells in the first items of a draft. */
const faultyCells = [
  { key: 2, column: 'productCodes/0/text', value: '9522003001171' },
  { key: 3, column: 'manufacturerId', value: 'Norvik Foods' },
  { key: 5, column: 'ecommerceTitle', value: null },
  { key: 6, column: 'products/0/countryOfOrigin', value: 'Frankreich' },
]

/** Drafts and the outbox. */
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
  'draft-queue-updates': async ({ page, visit, calls }) => {
    const { rows } = await calls.catalog.search({ text: 'skyr', offset: 0, limit: 7 })
    const { id } = await calls.feeds.createDraft({ kind: 'update', fromItemIds: rows.map((row) => row.id) })
    const cells = [{ key: 1, column: 'ecommerceDescription/0/text', value: 'Thick and mild.' }]
    await calls.feeds.editDraft({ id, label: 'Description', edits: [{ do: 'cells', cells }] })
    await visit(`/feeds/${id}?item=1`)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await page.getByRole('button', { name: /^Remove these/ }).waitFor()
  },
  'draft-pictures': async ({ page, visit, calls }) => {
    const { rows } = await calls.catalog.search({ text: 'skyr', offset: 0, limit: 2 })
    const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
    const picture = (name: string) => join('resources/sample/pictures', name)
    for (const [key, name] of ['09522001001172_A1C1.webp', '09522001001172_A2C1.webp'].entries()) {
      await visit(`/feeds/${id}?item=${key + 1}`)
      await page.getByLabel('Pictures to add').first().setInputFiles(picture(name))
      await page.getByRole('heading', { name: `${key + 1} error`, level: 2 }).waitFor()
    }
    await page.getByRole('button', { name: 'Remove from 2 items' }).waitFor()
  },
  'draft-pictures-item': async ({ page }) => {
    await page.getByText('This item', { exact: true }).click()
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
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
      .getByRole('link', { name: /^Refused by the service in/ })
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
}
