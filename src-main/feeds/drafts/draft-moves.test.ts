import { expect, test } from 'vitest'
import { draftRoom, item, limits, payload } from './fixtures/draft-room.ts'
import { draftWriter } from './store/draft-writer.ts'

const room = draftRoom()
const { begin, rename, titles } = room

test('splitting and joining move items, and can be undone from the original draft', async () => {
  const { id } = await begin(item(0), item(1), item(2))
  const part = await room.drafts.splitDraft({ id, selection: { keys: [2] }, name: 'Part', kind: 'refresh' })
  expect(part).toMatchObject({ kind: 'refresh', itemCount: 1, name: 'Part' })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 2'])
  await expect(room.drafts.joinDrafts({ ids: [id, part.id] })).rejects.toMatchObject({
    code: 'DRAFT_INVALID',
  })
  const other = await begin(item(3))
  await room.drafts.joinDrafts({ ids: [id, other.id] })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 2', 'Green tea 3'])
  expect((await room.drafts.drafts({ offset: 0, limit: 50 })).drafts.map((one) => one.id)).not.toContain(
    other.id,
  )
  await room.drafts.undoDraft({ id })
  expect(await titles(other.id)).toEqual(['Green tea 3'])
  await room.drafts.undoDraft({ id })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1', 'Green tea 2'])
  const { drafts: listed } = await room.drafts.drafts({ offset: 0, limit: 50 })
  expect(listed.map((one) => one.id)).toContain(other.id)
  expect(listed.map((one) => one.id)).not.toContain(part.id)
})

test('undoes a step across two drafts from either, and in neither if one has changed since', async () => {
  const { id } = await begin(item(0), item(1))
  const other = await room.drafts.createDraft({ kind: 'create', values: [item(2)], name: 'Other' })
  await room.drafts.joinDrafts({ ids: [id, other.id] })
  const back = await room.drafts.undeleteDraft({ id: other.id })
  expect(back).toMatchObject({ itemCount: 1, deletedAt: undefined })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1'])
  const part = await room.drafts.splitDraft({ id, selection: { keys: [1] }, name: 'Part' })
  await rename(part.id, 1, 'Mint')
  const refused = { code: 'STEP_BLOCKED', message: expect.stringContaining('“Part”') }
  await expect(room.drafts.undoDraft({ id })).rejects.toMatchObject(refused)
  await room.drafts.undoDraft({ id: part.id })
  await room.drafts.undoDraft({ id: part.id })
  expect(await titles(id)).toEqual(['Green tea 0', 'Green tea 1'])
})

test('joining a draft with itself changes nothing', async () => {
  const { id } = await begin(item(0))
  expect(await room.drafts.joinDrafts({ ids: [id, id] })).toMatchObject({
    id,
    itemCount: 1,
    deletedAt: undefined,
  })
})

test('reads unread drafts before joining them, and names one that cannot be read', async () => {
  const writer = room.workspace.storage.writer(draftWriter)
  const before = { id: 'before', kind: 'create' as const, name: 'Of before', text: payload(item(1)) }
  await writer.create(before, [])
  const { id } = await begin(item(0))
  expect(await room.drafts.joinDrafts({ ids: [id, 'before'] })).toMatchObject({ itemCount: 2 })
  const broken = await room.drafts.createDraft({ kind: 'create', xml: '<items><item>', name: 'Broken' })
  const refused = { code: 'DRAFT_UNREAD', message: expect.stringContaining('“Broken”') }
  await expect(room.drafts.joinDrafts({ ids: [id, broken.id] })).rejects.toMatchObject(refused)
  await expect(room.drafts.splitDraft({ id: broken.id, selection: {}, name: 'Part' })).rejects.toMatchObject(
    refused,
  )
  const set = { do: 'set' as const, selection: {}, column: 'manufacturerId', value: 'm2' }
  await expect(room.drafts.editDraft({ id: broken.id, label: 'Set', edits: [set] })).rejects.toMatchObject(
    refused,
  )
  await room.drafts.editDraft({ id: broken.id, label: 'Name', edits: [{ do: 'rename', name: 'Renamed' }] })
  expect(await room.drafts.draft({ id: broken.id })).toMatchObject({ name: 'Renamed' })
})

test('rejects joining, splitting, queueing and deleting a draft while an import fills it', async () => {
  const held = await room.drafts.createDraft({ kind: 'create', values: [item(0)], name: 'Rows' })
  room.drafts.hold(held.id, 'import 1')
  const { id } = await begin(item(1))
  const refused = { code: 'DRAFT_HELD', message: expect.stringContaining('“Rows”') }
  await expect(room.drafts.joinDrafts({ ids: [id, held.id] })).rejects.toMatchObject(refused)
  await expect(room.drafts.splitDraft({ id: held.id, selection: {}, name: 'Part' })).rejects.toMatchObject(
    refused,
  )
  await expect(room.drafts.deleteDraft({ id: held.id })).rejects.toMatchObject(refused)
  await expect(room.drafts.compose(held.id, limits)).rejects.toMatchObject(refused)
  room.drafts.release('import 1')
  expect(await room.drafts.joinDrafts({ ids: [id, held.id] })).toMatchObject({ itemCount: 2 })
})
