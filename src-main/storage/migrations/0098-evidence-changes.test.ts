import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../schema/migrate.ts'
import { migrations } from './index.ts'

test('keeps what was dismissed, and makes all findings again', () => {
  using database = openTemporaryDatabase(migrations.filter(({ number }) => number < 98))
  const { db } = database
  db.exec(`
    INSERT INTO evidence_dismissal VALUES ('a', 'unknown-code', 's', 'c', 'misread', 'blurred', 5);
    INSERT INTO evidence_finding VALUES ('unknown-code', 'a', 0, '{}', 's', 'c');
    UPDATE evidence_comparison SET as_of = '[1]';
  `)
  migrate(db)
  expect(db.prepare('SELECT * FROM evidence_decision').all()).toEqual([
    {
      ...{ item: 'a', kind: 'unknown-code', sha256: 's', subject: 'c', decision: 'dismissed' },
      ...{ reason: 'misread', note: 'blurred', decided_at: 5, decided_by: '' },
    },
  ])
  expect(db.prepare('SELECT count(*) FROM evidence_finding').pluck().get()).toBe(0)
  expect(db.prepare('SELECT basis FROM evidence_comparison').pluck().get()).toBe('')
})
