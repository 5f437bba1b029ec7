import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

const run =
  "INSERT INTO sync_run (sequence, id, kind, outcome, phase, started_at, checkpoint) VALUES (1, 'a', 'full', 'running', 'items', 0, '{}')"

test('runs of before stay, as history without a plan', () => {
  using database = openTemporaryDatabase(12)
  database.db.exec(run)
  using newest = openTemporaryDatabase()
  newest.db.exec(run)
  expect(newest.db.prepare('SELECT plan, set_aside FROM sync_run').get()).toEqual({
    plan: null,
    set_aside: 0,
  })
})

test('slices and what was seen go with their run', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  db.exec(run)
  db.exec("INSERT INTO sync_slice (run, number, task, state, reading) VALUES (1, 1, '{}', 'waiting', '{}')")
  db.exec("INSERT INTO sync_seen VALUES (1, 'items', 7, 1, 1)")
  expect(() => db.exec("INSERT INTO sync_seen VALUES (2, 'items', 7, 1, 1)")).toThrow(/FOREIGN KEY/)
  db.exec('DELETE FROM sync_run')
  expect(
    db.prepare('SELECT (SELECT count(*) FROM sync_slice) + (SELECT count(*) FROM sync_seen)').pluck().get(),
  ).toBe(0)
})

test('an absence goes with its document, not with its projection', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  db.exec("INSERT INTO item_document (seq, received_at, outline, body) VALUES (3, 0, x'', x'')")
  db.exec('INSERT INTO item_absence VALUES (3, 0)')
  db.exec('DELETE FROM item')
  expect(db.prepare('SELECT count(*) FROM item_absence').pluck().get()).toBe(1)
  db.exec('DELETE FROM item_document')
  expect(db.prepare('SELECT count(*) FROM item_absence').pluck().get()).toBe(0)
})
