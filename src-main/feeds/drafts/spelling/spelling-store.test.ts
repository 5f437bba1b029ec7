import { afterEach, beforeEach, expect, test } from 'vitest'
import { spellingKind } from '../../../../src-shared/names/model.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { itemBytes } from '../../../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../../../catalog/index.ts'
import { createNames } from '../../../names/index.ts'
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

const draftOf = (...items: Partial<IngestItem>[]) =>
  drafts.createDraft({
    kind: 'create',
    xml: Buffer.from(itemFeed(...items.map((item, place) => sampleItem(place + 1, item)))).toString(),
  })
const spelling = (id: string) => drafts.draftSpelling({ id, revision: 1 })
const wordsOf = async (id: string) => (await spelling(id)).words.map(({ word, items }) => `${word} ${items}`)

test('finds words of names, descriptions and bullet points, and replaces them as whole words', async () => {
  const { id } = await draftOf(
    {
      ecommerceTitle: 'Dark choclate with almonds',
      contentPlus: { bulletPoints: ['Made with fresh milk', 'A choclate for choclatelovers everywhere'] },
    },
    { ecommerceTitle: 'White choclate with milk' },
  )
  const { words } = await spelling(id)
  expect(words).toMatchObject([
    {
      word: 'choclate',
      items: 2,
      key: 1,
      suggestions: expect.arrayContaining(['chocolate']),
      columns: ['ecommerceTitle', 'contentPlus/bulletPoints/1'],
    },
    { word: 'choclatelovers', items: 1 },
  ])
  const columns = words[0]?.columns ?? []
  const edit = { do: 'replace' as const, selection: {}, columns, find: 'choclate', by: 'chocolate' }
  const edits = [{ ...edit, matchCase: true, wholeWord: true }]
  expect(await drafts.editDraft({ id, label: 'Spelling', edits })).toMatchObject({ items: 2 })
  expect((await drafts.draftItem({ id, key: 1 })).value).toMatchObject({
    ecommerceTitle: 'Dark chocolate with almonds',
    contentPlus: { bulletPoints: ['Made with fresh milk', 'A chocolate for choclatelovers everywhere'] },
  })
})

test('knows brands, ingredients, words of several items, and words that a person added', async () => {
  const writer = workspace.storage.writer(catalogWriter)
  await writer.putLookups('brand', [{ id: 'x', name: 'Norrvik' }])
  await writer.putItems(['1', '2', '3'].map((id) => itemBytes({ id, name: 'Skyrella cup' })))
  const { id } = await draftOf({
    ecommerceTitle: 'Fresh Norrvik Skyrella with quillaja, brewed by Ulmborg',
    products: [
      { type: 'grocery', description: 'Fresh drink with fruit', grocery: { ingredients: 'Water, quillaja' } },
    ],
  })
  expect(await wordsOf(id)).toEqual(['Ulmborg 1'])
  const decisions = [{ name: 'ulmborg', choice: 'keep' as const }]
  await createNames(workspace.storage).remember({ kind: spellingKind, decisions })
  expect(await wordsOf(id)).toEqual([])
})

test('leaves out texts in other languages', async () => {
  const german = 'Vollkornhaferflocken aus biologischem Anbau'
  const { id } = await draftOf(
    { ecommerceTitle: german, products: [{ description: german }], ecommerceDescription: [] },
    {
      ecommerceTitle: 'Oat flakes',
      ecommerceDescription: [
        { lang: 'en', text: 'Whole grain oats with honey and nuts' },
        { lang: 'de', text: german },
      ],
    },
  )
  expect(await spelling(id)).toEqual({ words: [], more: 0, items: 1, skipped: 1 })
})
