import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

describe('step 7, import', () => {
  const job = `INSERT INTO import_job (id, file, target, state, bytes_total, started_at)
    VALUES (?, 'a.csv', 'catalog', 'running', 1, 0)`
  const rejected = "INSERT INTO import_rejected VALUES (?, 2, 'NAME_MISSING', 'The row has no name.', ',')"

  test('a job takes its rejected rows with it, and its number is not given again', () => {
    using database = openTemporaryDatabase(7)
    const { db } = database
    const first = db.prepare(job).run('a').lastInsertRowid
    db.prepare(rejected).run(first)
    db.exec('DELETE FROM import_job')
    expect(db.prepare('SELECT count(*) FROM import_rejected').pluck().get()).toBe(0)
    expect(db.prepare(job).run('b').lastInsertRowid).not.toBe(first)
  })

  test('only known states and targets are kept', () => {
    using database = openTemporaryDatabase(7)
    const { db } = database
    db.prepare(job).run('a')
    expect(() => db.exec("UPDATE import_job SET state = 'odd'")).toThrow(/CHECK/)
    expect(() => db.exec("UPDATE import_job SET target = 'odd'")).toThrow(/CHECK/)
  })

  test.each([
    [
      'a page of rejected rows',
      'SELECT line FROM import_rejected WHERE job = 1 ORDER BY line LIMIT 10',
      /PRIMARY KEY \(job=\?\)/,
    ],
    ['the running jobs', "SELECT id FROM import_job WHERE state = 'running'", /INDEX import_job_running/],
    [
      'a brand by its name',
      "SELECT id FROM lookup WHERE kind = 'brand' AND folded = 'x' ORDER BY id LIMIT 1",
      /COVERING INDEX lookup_by_folded/,
    ],
  ])('%s is found without a scan or a sort', (_name, query, expected) => {
    using database = openTemporaryDatabase(7)
    const plan = database.db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all()
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(expected)
    expect(details).not.toMatch(/TEMP B-TREE/)
  })
})
