import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { readOutcomes } from './draft-outcome.ts'
import { openDraftTable } from './draft-table.ts'
import { draftWriter } from './draft-writer.ts'

/** Two drafts: `tea` with two items and `jam` with one. */
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

test('returns null for an existing draft and for an unknown one', () => {
  using drafts = openDrafts()
  const { outcome } = drafts
  expect(outcome('tea')).toBeNull()
  expect(outcome('none')).toBeNull()
})

test('returns the feed of a queued draft, or its batch', () => {
  using drafts = openDrafts()
  const { table, outcome } = drafts
  table.becomeFeeds('tea', 'f1', 1)
  table.becomeFeeds('jam', 'b1', 3)
  expect(outcome('tea')).toEqual({ kind: 'queued', feed: 'f1', isBatch: false })
  expect(outcome('jam')).toEqual({ kind: 'queued', feed: 'b1', isBatch: true })
})

test('returns the original draft after a split was undone, and the deletion of a part', () => {
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

test('returns the target of a joined draft until the join is undone', () => {
  using drafts = openDrafts()
  const { writer, outcome } = drafts
  writer.join(['tea', 'jam'])
  expect(outcome('jam')).toEqual({ kind: 'joined', at, into: { id: 'tea', name: 'Tea' } })
  expect(outcome('tea')).toBeNull()
  writer.undo('tea')
  expect(outcome('jam')).toBeNull()
})
