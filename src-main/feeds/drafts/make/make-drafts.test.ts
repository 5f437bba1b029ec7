import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogWriter } from '../../../catalog/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

let workspace: TemporaryWorkspace
let drafts: Drafts
const itemCount = 450
const everything = { text: '', brandIds: [], manufacturerIds: [] }

beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
  const elements = Array.from({ length: itemCount }, (_, number) =>
    Buffer.from(
      `<item id="i${number}" status="P"><name>${number % 3 === 0 ? 'Oat' : 'Rye'} ${number}</name><upcs><upc type="GTIN">${4_000_000_000_000 + number}</upc></upcs></item>`,
    ),
  )
  await workspace.storage.writer(catalogWriter).putItems(elements)
})
afterEach(async () => {
  drafts.close()
  await workspace.close()
})

test.each(['update', 'refresh', 'contentplus'] as const)(
  'creates one %s draft of all search results, like from a list of their ids',
  async (kind) => {
    const id = randomUUID()
    const selection = { ...everything, text: 'oat' }
    const draft = await drafts.draftSearch({ id, kind, selection })
    expect(draft).toMatchObject({
      id,
      kind,
      nameParts: { made: 'search', kind, text: 'oat' },
      itemCount: 150,
    })
    const first = (await drafts.draftItem({ id, key: 1 })).value
    const [itsId] = JSON.stringify(first).match(/i\d+|4000000000\d+/) ?? []
    const ofItem = itsId?.startsWith('i') ? itsId : `i${Number(itsId) - 4_000_000_000_000}`
    const listed = await drafts.createDraft({ kind, fromItemIds: [ofItem] })
    expect(first).toEqual((await drafts.draftItem({ id: listed.id, key: 1 })).value)
    expect(drafts.drafting({ id })).toBeNull()
  },
)

test('names a Content+ draft after its item, not after its identifier', async () => {
  const content = (id: string) => ({ id, retailer: [{ id: 'r1', sellCopy: 'Creamy' }] })
  const { id, name } = await drafts.createDraft({ kind: 'contentplus', values: [content('i1')] })
  expect(name).toBe('Content+: Rye 1')
  const { text: xml } = await drafts.draftText({ id })
  expect((await drafts.createDraft({ kind: 'contentplus', xml })).name).toBe('Content+: Rye 1')
  // The form derives the name from the identifier that was chosen.
  const rename = async (about: string) => {
    const edit = {
      do: 'rename' as const,
      name: { made: 'contents' as const, kind: 'contentplus' as const, about },
    }
    return (await drafts.editDraft({ id, label: 'Item', edits: [edit] })).draft.name
  }
  expect([await rename('i3'), await rename('unknown')]).toEqual(['Content+: Oat 3', 'Content+: unknown'])
})

test('marks a generated name until a person renames the draft', async () => {
  const fromItemIds = ['i1', 'i2']
  const { id, ...made } = await drafts.createDraft({ kind: 'update', fromItemIds })
  const nameParts = { made: 'begun-from', first: 'Rye 1', more: 1 }
  expect(made).toMatchObject({ name: 'Rye 1 and 1 more', nameParts })
  const renamed = await drafts.editDraft({ id, label: 'Renamed', edits: [{ do: 'rename', name: 'Oats' }] })
  expect(renamed).toMatchObject({ draft: { name: 'Oats', nameParts: undefined } })
  expect(await drafts.undoDraft({ id })).toMatchObject({ draft: { name: 'Rye 1 and 1 more', nameParts } })
  expect(await drafts.createDraft({ kind: 'update', fromDraft: id })).toMatchObject({ nameParts })
  const named = await drafts.createDraft({ kind: 'update', fromItemIds, name: 'Mine' })
  expect(named.nameParts).toBeUndefined()
})

test('creates no draft when stopped', async () => {
  const id = randomUUID()
  const made = drafts.draftSearch({ id, kind: 'update', selection: everything })
  // The draft may be finished before the first poll.
  while (!drafts.drafting({ id })) await setImmediate()
  drafts.stopDrafting({ id })
  expect(await made).toBeNull()
  expect((await drafts.drafts({ offset: 0, limit: 5 })).total).toBe(0)
})

test('rejects a search without results', async () => {
  const selection = { ...everything, text: 'nothing at all' }
  const made = drafts.draftSearch({ id: randomUUID(), kind: 'update', selection })
  await expect(made).rejects.toMatchObject({ code: 'NOTHING_FOUND' })
})

test('duplicates a selection of any size in one step', async () => {
  const id = randomUUID()
  await drafts.draftSearch({ id, kind: 'update', selection: everything })
  const { draft } = await drafts.editDraft({
    id,
    label: 'Copied',
    edits: [{ do: 'duplicate', selection: {} }],
  })
  expect(draft.itemCount).toBe(2 * itemCount)
  const { rows } = await drafts.draftRows({ id, selection: {}, offset: itemCount, limit: 1, columns: [] })
  expect(rows[0]?.code).toBe(
    (await drafts.draftRows({ id, selection: {}, offset: 0, limit: 1, columns: [] })).rows[0]?.code,
  )
  expect((await drafts.undoDraft({ id })).draft.itemCount).toBe(itemCount)
})
