import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { readOutcomes } from './draft-outcome.ts'
import { openDraftTable } from './draft-table.ts'
import { draftWriter } from './draft-writer.ts'

/** Two drafts, `tea` of two items and `jam` of one. */
function openDrafts() {
  const database = openTemporaryDatabase()
  const context = { db: database.db, now: () => 1_000_000, record: () => undefined }
  const writer = draftWriter.open(context)
  const states = (...titles: string[]) =>
    titles.map((title) => ({
      value: { type: 'grocery', ecommerceTitle: title, attributes: {} },
    }))
  writer.create({ id: 'tea', kind: 'create', name: 'Tea' }, states('Green', 'Black'))
  writer.create({ id: 'jam', kind: 'create', name: 'Jam' }, states('Plum'))
  return {
    writer,
    table: openDraftTable(context),
    outcome: readOutcomes(database.db),
    [Symbol.dispose]: () => database[Symbol.dispose](),
  }
}
const at = new Date(1_000_000).toISOString()

test('of a draft that is there, or was never there, nothing became', () => {
  using drafts = openDrafts()
  const { outcome } = drafts
  expect(outcome('tea')).toBeNull()
  expect(outcome('none')).toBeNull()
})

test('a queued draft is known by its feed, or by the batch of its feeds', () => {
  using drafts = openDrafts()
  const { table, outcome } = drafts
  table.becomeFeeds('tea', 'f1', 1)
  table.becomeFeeds('jam', 'b1', 3)
  expect(outcome('tea')).toEqual({ kind: 'queued', feed: 'f1', isBatch: false })
  expect(outcome('jam')).toEqual({ kind: 'queued', feed: 'b1', isBatch: true })
})

test('a split that was undone leads to the draft that has the items again; a deletion of the part is one', () => {
  using drafts = openDrafts()
  const { writer, outcome } = drafts
  writer.split('tea', { keys: [2] }, { id: 'part', kind: 'create', name: 'Part' })
  expect(outcome('part')).toBeNull()
  writer.undo('tea')
  expect(outcome('part')).toEqual({ kind: 'split-undone', at, into: { id: 'tea', name: 'Tea' } })
  writer.redo('tea')
  expect(outcome('part')).toBeNull()
  writer.delete('part')
  expect(outcome('part')).toEqual({ kind: 'deleted', at })
})

test('a draft that was joined leads to the one with its items, until the joining is undone', () => {
  using drafts = openDrafts()
  const { writer, outcome } = drafts
  writer.join(['tea', 'jam'])
  expect(outcome('jam')).toEqual({ kind: 'joined', at, into: { id: 'tea', name: 'Tea' } })
  expect(outcome('tea')).toBeNull()
  writer.undo('tea')
  expect(outcome('jam')).toBeNull()
})
