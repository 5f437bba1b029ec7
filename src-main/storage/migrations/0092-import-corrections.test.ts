import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../schema/migrate.ts'
import { migrations } from './index.ts'

test('keeps rows that were corrected before and not imported as edited rows', () => {
  using database = openTemporaryDatabase(migrations.filter(({ number }) => number < 92))
  const { db } = database
  db.exec(`
    INSERT INTO import_job (seq, id, file, target, state, bytes_total, started_at)
      VALUES (1, 'j', 'a.csv', 'drafts', 'completed', 9, 1);
    INSERT INTO import_rejected (job, line, code, reason, raw, cells) VALUES
      (1, 2, 'MENDED', 'This row has no more problems.', 'raw', '[]'), (1, 3, 'GTIN_INVALID', 'Wrong', 'raw', '[]');
  `)
  migrate(db)
  expect(db.prepare('SELECT line, edited, revision FROM import_rejected').all()).toEqual([
    { line: 2, edited: 1, revision: 0 },
    { line: 3, edited: 0, revision: 0 },
  ])
})
