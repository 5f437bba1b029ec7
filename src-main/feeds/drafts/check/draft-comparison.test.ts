import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { catalogWriter } from '../../../catalog/stores.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

const gtins = ['4006381333931', '5449000000996', '7622210449283']
const record = (number: number, change: { name?: string; text?: string; description?: string } = {}) => {
  const { name = `Tea ${number}`, text = 'Green', description = 'A fine tea' } = change
  return new TextEncoder().encode(
    `<item id="${number}" status="P"><name>${name}</name>` +
      `<ecommerceDescription lang="en">${description}</ecommerceDescription>` +
      `<marketingDescription>${text}</marketingDescription>` +
      `<upcs><upc type="GTIN">${gtins[number - 1]}</upc></upcs></item>`,
  )
}

describe('comparison of drafts with the catalog', () => {
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
  const put = (...records: Uint8Array[]) => workspace.storage.writer(catalogWriter).putItems(records)
  const begin = async (kind: FeedKind, ...numbers: number[]) => {
    await put(...gtins.map((_, index) => record(index + 1)))
    const draft = await drafts.createDraft({ kind, fromItemIds: numbers.map(String) })
    await drafts.check(draft.id)
    return draft
  }
  const cell = (id: string, key: number, column: string, value: string) =>
    drafts.editDraft({ id, label: 'Typed', edits: [{ do: 'cells', cells: [{ key, column, value }] }] })
  const fields = async (id: string, key: number) =>
    (await drafts.compareItem({ id, key })).fields.map(({ path, state }) => [path, state])
  const conflicts = async (id: string) => {
    await drafts.check(id)
    return (await drafts.draftDifferences({ id })).items.conflicts
  }

  test('previews an item: an update changes what it sends and keeps the rest', async () => {
    const { id } = await begin('update', 1)
    await cell(id, 1, 'ecommerceDescription/0/text', 'The best tea')
    await cell(id, 1, 'contentPlus/bulletPoints/0', 'Fresh')
    const { about, before, after, sent, isWhole } = await drafts.previewItem({ id, key: 1 })
    expect({ about, isWhole }).toEqual({ about: '1', isWhole: false })
    expect(before).toMatchObject({ ecommerceTitle: 'Tea 1', ecommerceDescription: [{ text: 'A fine tea' }] })
    expect(after).toMatchObject({
      ecommerceTitle: 'Tea 1',
      ecommerceDescription: [{ text: 'The best tea' }],
      contentPlus: { bulletPoints: ['Fresh'] },
    })
    expect(sent.ecommerceTitle).toBeUndefined()
  })

  test('rows with a difference have the texts of the catalog, those without have none', async () => {
    const { id } = await begin('update', 1, 2)
    const column = 'ecommerceDescription/0/text'
    await cell(id, 1, column, 'The best tea')
    await drafts.check(id)
    const befores = async () =>
      (await drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: [column] })).rows.map(
        (row) => row.befores,
      )
    expect(await befores()).toEqual([['A fine tea'], undefined])
    await drafts.undoDraft({ id })
    await drafts.check(id)
    expect(await befores()).toEqual([undefined, undefined])
  })

  test('names a draft and its items after the catalog items', async () => {
    expect((await begin('update', 1)).name).toBe('Tea 1')
    const { id, name } = await begin('update', 1, 2, 3)
    expect(name).toBe('Tea 1 and 2 more')
    const { rows } = await drafts.draftRows({ id, selection: {}, offset: 0, limit: 9, columns: [] })
    expect(rows.map(({ title, about }) => [title, about])).toEqual([
      ['Tea 1', '1'],
      ['Tea 2', '2'],
      ['Tea 3', '3'],
    ])
    expect(await drafts.draftDifferences({ id })).toMatchObject({
      items: { changed: 0, conflicts: 0 },
      withoutBase: 0,
    })
  })

  test('reports a conflict in an open draft only if both sides changed a field, and settles it in one step', async () => {
    const { id } = await begin('refresh', 1, 2, 3)
    await cell(id, 1, 'ecommerceTitle', 'Mine')
    await cell(id, 2, 'ecommerceTitle', 'Mine as well')
    await put(record(1, { name: 'Theirs', text: 'Black' }), record(2, { text: 'Black' }))
    // Without an explicit check: the draft follows the catalog.
    await expect.poll(async () => (await drafts.draftDifferences({ id })).items.conflicts).toBe(1)
    expect(await fields(id, 1)).toEqual([
      ['ecommerceTitle', 'conflict'],
      ['frontOfPackageText', 'outdated'],
    ])
    expect(await fields(id, 2)).toEqual([
      ['frontOfPackageText', 'outdated'],
      ['ecommerceTitle', 'changed'],
    ])
    expect(await fields(id, 3)).toEqual([])
    const shown = await drafts.draftRows({
      id,
      selection: { standing: 'conflicts' },
      offset: 0,
      limit: 9,
      columns: [],
    })
    expect(shown.rows).toMatchObject([{ key: 1, standing: { conflicts: 1, outdated: 1 } }])
    expect(
      (await drafts.draftItem({ id, key: 1 })).problems.map(({ code, path }) => [code, path]),
    ).toContainEqual(['CATALOG_CONFLICT', 'items/item[1]/ecommerceTitle'])

    const settle = (take: 'theirs' | 'mine', state: 'conflict' | 'outdated') =>
      drafts.editDraft({
        id,
        label: `${take} where ${state}`,
        edits: [{ do: 'settle', selection: {}, take, states: [state] }],
      })
    expect((await settle('mine', 'conflict')).items).toBe(1)
    expect(await fields(id, 1)).toEqual([
      ['frontOfPackageText', 'outdated'],
      ['ecommerceTitle', 'changed'],
    ])
    expect((await settle('theirs', 'outdated')).items).toBe(2)
    expect(await fields(id, 1)).toEqual([['ecommerceTitle', 'changed']])
    expect((await drafts.draftText({ id })).text.match(/Black/g)).toHaveLength(2)
    await drafts.undoDraft({ id })
    await drafts.undoDraft({ id })
    expect(await conflicts(id)).toBe(1)
    await drafts.redoDraft({ id })
    expect(await conflicts(id)).toBe(0)
  })

  test('compares only the fields that an update carries', async () => {
    const { id } = await begin('update', 2)
    await cell(id, 1, 'ecommerceDescription/0/text', 'Mine')
    await put(record(2, { name: 'Another name', description: 'Theirs' }))
    expect(await fields(id, 1)).toEqual([['ecommerceDescription/entry[1]', 'conflict']])
    await expect.poll(() => conflicts(id)).toBe(1)
    await drafts.editDraft({ id, label: 'Theirs', edits: [{ do: 'settle', selection: {}, take: 'theirs' }] })
    expect(await fields(id, 1)).toEqual([])
    expect((await drafts.draftItemFeed({ id, key: 1 })).text).toContain('>Theirs<')
  })

  test('counts the items of an update that would change nothing, and removes them in one step', async () => {
    const { id } = await begin('update', 1, 3)
    const unchanged = async () => {
      await drafts.check(id)
      return (await drafts.draftDifferences({ id })).unchanged
    }
    expect(await unchanged()).toBe(2)
    await cell(id, 2, 'ecommerceDescription/0/text', 'Mine')
    expect(await unchanged()).toBe(1)
    const remove = { do: 'remove' as const, selection: { standing: 'unchanged' as const } }
    expect((await drafts.editDraft({ id, label: 'Removed', edits: [remove] })).draft.itemCount).toBe(1)
    expect((await drafts.draftItem({ id, key: 2 })).key).toBe(2)
  })

  test('compares an item without a base with the current catalog only; copies keep the base', async () => {
    const { id: begun } = await begin('refresh', 3)
    const { text: xml } = await drafts.draftText({ id: begun })
    const { id } = await drafts.createDraft({ kind: 'refresh', xml: xml.replace('Tea 3', 'By hand') })
    expect((await drafts.compareItem({ id, key: 1 })).begunAt).toBeUndefined()
    expect(await fields(id, 1)).toEqual([['ecommerceTitle', 'changed']])
    await drafts.check(id)
    expect((await drafts.draftDifferences({ id })).withoutBase).toBe(1)
    const copy = await drafts.createDraft({ kind: 'refresh', fromDraft: begun })
    expect((await drafts.compareItem({ id: copy.id, key: 1 })).begunAt).toEqual(expect.any(String))
    const part = await drafts.splitDraft({ id: copy.id, selection: {}, name: 'Part' })
    expect((await drafts.compareItem({ id: part.id, key: 1 })).begunAt).toEqual(expect.any(String))
  })
})
