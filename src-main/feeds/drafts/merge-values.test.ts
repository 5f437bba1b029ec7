import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { createNames } from '../../names/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from './drafts.ts'

let workspace: TemporaryWorkspace
let drafts: Drafts
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
})
afterAll(async () => {
  drafts.close()
  await workspace.close()
})

const column = 'products/0/brandDescription'
const item = (brand: string): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: `Tea of ${brand}`,
  products: [{ brandDescription: brand }],
  attributes: {},
})
const begin = (...brands: string[]) => drafts.createDraft({ kind: 'create', values: brands.map(item) })
const brandsOf = async (id: string) => {
  const { rows } = await drafts.draftRows({ id, selection: {}, offset: 0, limit: 100, columns: [column] })
  return rows.map(({ cells }) => cells[0])
}

test('alike values of a column are found in the selected items, and merged as one undo step', async () => {
  const brands = ['Nestlé', 'NESTLE', 'Nestlé', 'Oatlark', 'Nestle']
  const { id } = await begin(...brands)
  const { distinct, clusters } = await drafts.alikeValues({ id, selection: {}, column })
  expect(distinct).toBe(4)
  expect(clusters).toMatchObject([
    { keep: 'Nestlé', values: [{ text: 'Nestlé', count: 2 }, { text: 'Nestle' }, { text: 'NESTLE' }] },
  ])
  const few = await drafts.alikeValues({ id, selection: { text: 'Oatlark' }, column })
  expect(few).toMatchObject({ distinct: 1, clusters: [] })

  const merges = [
    { from: 'NESTLE', to: 'Nestlé' },
    { from: 'Nestle', to: 'Nestlé' },
  ]
  const edits = [{ do: 'merge' as const, selection: {}, column, merges }]
  expect(await drafts.editDraft({ id, label: 'Merged', edits })).toMatchObject({ items: 5 })
  expect(await brandsOf(id)).toEqual(['Nestlé', 'Nestlé', 'Nestlé', 'Oatlark', 'Nestlé'])
  await drafts.undoDraft({ id })
  expect(await brandsOf(id)).toEqual(brands)
})

test('a merge that is remembered is proposed for the next draft, until it is forgotten', async () => {
  const names = createNames(workspace.storage)
  await names.remember({ kind: 'brand', decisions: [{ name: 'Muller', choice: { as: 'Molkerei Müller' } }] })
  const { id } = await begin('Muller', 'Oatlark')
  const clusters = async () => (await drafts.alikeValues({ id, selection: {}, column })).clusters
  expect(await clusters()).toEqual([
    { keep: 'Molkerei Müller', values: [{ text: 'Muller', count: 1, likeness: 'decided' }] },
  ])
  expect(await names.forget({ kind: 'brand' })).toEqual({ forgotten: 1 })
  expect(await clusters()).toEqual([])
})
