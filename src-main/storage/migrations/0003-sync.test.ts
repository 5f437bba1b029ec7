import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

describe('step 3, sync', () => {
  test('there is one watermark, and a checkpoint is JSON', () => {
    using database = openTemporaryDatabase(3)
    const { db } = database
    db.exec('INSERT INTO sync_watermark VALUES (1, 0, 0)')
    expect(() => db.exec('INSERT INTO sync_watermark VALUES (2, 0, 0)')).toThrow(/CHECK/)
    const run =
      "INSERT INTO sync_run (id, kind, outcome, phase, started_at, checkpoint) VALUES ('a', 'full', 'running', 'items', 0, ?)"
    expect(() => db.prepare(run).run('not json')).toThrow(/CHECK/)
    db.prepare(run).run('{}')
    expect(() => db.prepare(run).run('{}')).toThrow(/UNIQUE/)
  })

  test('the newest run is found without a sort', () => {
    using database = openTemporaryDatabase(3)
    const plan = database.db
      .prepare('EXPLAIN QUERY PLAN SELECT * FROM sync_run ORDER BY sequence DESC LIMIT 1')
      .all()
    expect(JSON.stringify(plan)).not.toMatch(/TEMP B-TREE/)
  })
})
