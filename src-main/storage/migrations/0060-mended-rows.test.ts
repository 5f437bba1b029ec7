import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrations } from './index.ts'

test('rejected rows of before stay, without cells', () => {
  using database = openTemporaryDatabase(59)
  const { db } = database
  db.exec(`INSERT INTO import_job (seq, id, file, target, state, bytes_total, started_at)
             VALUES (1, 'a', 'a.csv', 'drafts', 'completed', 1, 1);
           INSERT INTO import_rejected VALUES (1, 3, 'GTIN_MISSING', 'The row has no GTIN.', 'x')`)
  migrations.find(({ number }) => number === 60)?.up(db)
  expect(db.prepare('SELECT line, code, cells, fault FROM import_rejected').all()).toEqual([
    { line: 3, code: 'GTIN_MISSING', cells: null, fault: null },
  ])
})
