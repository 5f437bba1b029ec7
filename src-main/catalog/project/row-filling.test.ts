import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { fillerOf } from './row-filling.ts'

/** Database bytes per document, with bodies of repeating lengths. */
function bytesEach(lengths: number[], fills: boolean): number {
  using database = openTemporaryDatabase()
  const { db, path } = database
  const insert = db.prepare(
    'INSERT INTO item_document (received_at, outline, body) VALUES (?, zeroblob(?), zeroblob(?))',
  )
  db.pragma('wal_checkpoint(TRUNCATE)')
  const before = statSync(path).size
  const count = 600
  db.transaction(() => {
    for (let seq = 0; seq < count; seq++) {
      const length = lengths[seq % lengths.length] ?? 0
      insert.run(1.7e12, 66 + (fills ? fillerOf(length + 66) : 0), length)
    }
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  return (statSync(path).size - before) / count
}

test('pads rows that nearly fill a page, so that pages are used fully', () => {
  const lengths = [3800, 4250, 3950, 4200]
  expect(bytesEach(lengths, false)).toBeGreaterThan(4900)
  expect(bytesEach(lengths, true)).toBeLessThan(4700)
})

test.each([[500], [1900], [4300], [9000], [2400, 6100]])('does not pad other rows: %j', (...lengths) => {
  for (const length of lengths) expect(fillerOf(length)).toBe(0)
})
