import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { itemXml } from '../../../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../../../catalog/index.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

let workspace: TemporaryWorkspace
let drafts: Drafts
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
})
afterEach(async () => {
  drafts.close()
  await workspace.close()
})

const kinds = [
  { category: 'milk', words: 'oat drink calcium' },
  { category: 'rice', words: 'basmati grain rice' },
]
/** Sixty items in two categories with different words. */
const catalog = Array.from({ length: 60 }, (_, place) => {
  const { category, words } = kinds[place % 2] ?? { category: '', words: '' }
  return Buffer.from(
    itemXml({ id: String(place), name: `${words} ${place}`, text: words }).replace(
      '<category type="GPC" id="1">Groceries</category>',
      `<category type="GPC" id="${category}">Name of ${category}</category>`,
    ),
  )
})

const oatDrink: Partial<IngestItem> = {
  categoryId: '',
  ecommerceTitle: 'Oat drink with calcium',
  ecommerceDescription: [],
  frontOfPackageText: '',
  products: [{ type: 'grocery', description: 'Oat drink', brandId: 'b1' }],
}

test('adds the category of similar items to a problem, and a fix takes it', async () => {
  await workspace.storage.writer(catalogWriter).putItems(catalog)
  const lacking = sampleItem(1, oatDrink)
  const unclear = sampleItem(2, { categoryId: '', ecommerceTitle: 'Something else' })
  const { id } = await drafts.createDraft({
    kind: 'create',
    xml: Buffer.from(itemFeed(lacking, unclear)).toString(),
  })
  await drafts.check(id)
  await drafts.suggested()
  const { groups } = await drafts.draftProblems({ id })
  expect(groups.find(({ code }) => code === 'CATEGORY_REQUIRED')).toMatchObject({
    items: 2,
    suggested: 1,
    fixes: [{ value: 'milk', name: 'Name of milk', items: 1 }],
    example: { why: expect.stringMatching(/^The most similar items of the catalog are in “Name of milk”/) },
  })
  const item = await drafts.draftItem({ id, key: 1 })
  expect(item.problems.find(({ code }) => code === 'CATEGORY_REQUIRED')?.suggestion).toMatchObject({
    value: 'milk',
    name: 'Name of milk',
  })
  const fix = { do: 'fix' as const, problem: { code: 'CATEGORY_REQUIRED', path: 'categoryId' } }
  expect(await drafts.editDraft({ id, label: 'Fixed', edits: [fix] })).toMatchObject({ items: 1 })
  expect((await drafts.draftItem({ id, key: 1 })).value).toMatchObject({ categoryId: 'milk' })
})

test('a suggestion for an item that changed meanwhile is dropped', async () => {
  await workspace.storage.writer(catalogWriter).putItems(catalog)
  const lacking = sampleItem(1, oatDrink)
  const { id } = await drafts.createDraft({ kind: 'create', xml: Buffer.from(itemFeed(lacking)).toString() })
  await drafts.check(id)
  const cells = [{ key: 1, column: 'categoryId', value: 'rice' }]
  await drafts.editDraft({ id, label: 'Typed', edits: [{ do: 'cells', cells }] })
  await drafts.suggested()
  await drafts.check(id)
  const { problems } = await drafts.draftItem({ id, key: 1 })
  expect(problems.filter(({ path }) => path.endsWith('/categoryId'))).toEqual([])
})
