import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'
import { draftRoom, item } from './fixtures/draft-room.ts'

const room = draftRoom()
const { begin, rename, titles } = room

test('undo and redo restore every step exactly, also after a restart', async () => {
  const { id } = await begin(item(0), item(1), item(2))
  const states = [await room.drafts.draftText({ id })]
  const steps = [
    () => rename(id, 1, 'Black tea'),
    () => room.drafts.editDraft({ id, label: 'Remove', edits: [{ do: 'remove', selection: { keys: [2] } }] }),
    () =>
      room.drafts.editDraft({
        id,
        label: 'Manufacturer of 2 items',
        edits: [{ do: 'set', selection: {}, column: 'manufacturerId', value: 'm2' }],
      }),
    () => room.drafts.editDraft({ id, label: 'Add', edits: [{ do: 'add', values: [item(3)] }] }),
    () => room.drafts.editDraft({ id, label: 'Kind', edits: [{ do: 'kind', kind: 'refresh' }] }),
  ]
  for (const step of steps) {
    await step()
    states.push(await room.drafts.draftText({ id }))
  }
  const again = createDrafts(room.workspace)
  for (const state of states.slice(0, -1).reverse()) {
    await again.undoDraft({ id })
    expect(await again.draftText({ id })).toEqual(state)
  }
  expect(await again.draft({ id })).toMatchObject({ kind: 'create', undo: undefined, redo: 'Title of 1' })
  for (const state of states.slice(1)) {
    await again.redoDraft({ id })
    expect(await again.draftText({ id })).toEqual(state)
  }
  expect(await again.draft({ id })).toMatchObject({ kind: 'refresh', undo: 'Kind', redo: undefined })
  again.close()
})

test('merges consecutive edits of one field into one step; a new edit clears the redo steps', async () => {
  const { id } = await begin(item(0))
  for (const title of ['B', 'Bl', 'Bla']) await rename(id, 1, title)
  await room.drafts.undoDraft({ id })
  expect(await titles(id)).toEqual(['Green tea 0'])
  await rename(id, 1, 'Mint')
  expect((await room.drafts.redoDraft({ id })).items).toBe(0)
  expect(await titles(id)).toEqual(['Mint'])
})

test('rejects a form edit based on an outdated item, and keeps the other change', async () => {
  const { id } = await begin(item(0))
  const { value, revision } = await room.drafts.draftItem({ id, key: 1 })
  await rename(id, 1, 'Mint')
  const late = { do: 'item' as const, key: 1, revision, value: { ...value, manufacturerId: 'm9' } }
  await expect(room.drafts.editDraft({ id, label: 'Late', edits: [late] })).rejects.toMatchObject({
    code: 'STALE_ITEM',
  })
  expect(await titles(id)).toEqual(['Mint'])
})

test('rolls back all edits of a call if one is rejected', async () => {
  const { id, revision } = await begin(item(0), item(1))
  const edits = [
    { do: 'remove' as const, selection: { keys: [2] } },
    { do: 'item' as const, key: 1, revision: 99, value: item(3) },
  ]
  await expect(room.drafts.editDraft({ id, label: 'Both', edits })).rejects.toMatchObject({
    code: 'STALE_ITEM',
  })
  expect(await room.drafts.draft({ id })).toMatchObject({ itemCount: 2, revision, undo: undefined })
})
