import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { openDatabase } from './open-database.ts'
import { errorFromShape, errorToShape, toPlainError } from './plain-failures.ts'

const folder = temporaryDirectory()
let time = 0
const slow: { sql: string; milliseconds: number }[] = []
const db = openDatabase(join(folder, 'catalog.db'), {
  watch: {
    slowAfter: 50,
    slow: (sql, milliseconds) => void slow.push({ sql, milliseconds }),
    now: () => time,
  },
})
db.function('wait', (milliseconds) => {
  time += Number(milliseconds)
  return 1
})
db.exec('CREATE TABLE item (id TEXT PRIMARY KEY) STRICT')
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})
const takeReported = () => slow.splice(0)

describe('statements', () => {
  test('are reported when slow, for every method that runs them', () => {
    takeReported()
    db.prepare('SELECT wait(?)').get(5)
    expect(takeReported()).toEqual([])
    const ways = [
      () => db.prepare('SELECT wait(?)').get(60),
      () => db.prepare('SELECT wait(?)').pluck().all(60),
      () => db.prepare('INSERT INTO item SELECT wait(?)').run(60),
      () => db.exec('SELECT wait(60)'),
    ]
    for (const run of ways) run()
    expect(takeReported()).toEqual(
      ['SELECT wait(?)', 'SELECT wait(?)', 'INSERT INTO item SELECT wait(?)', 'SELECT wait(60)'].map(
        (sql) => ({ sql, milliseconds: 60 }),
      ),
    )
  })

  test('with an iterator count only the time of the rows, not the work in between', () => {
    takeReported()
    const rows = db.prepare('SELECT wait(?) AS one UNION ALL SELECT 2')
    for (const _row of rows.iterate(1)) time += 60
    expect(takeReported()).toEqual([])
    expect([...rows.iterate(60)]).toEqual([{ one: 1 }, { one: 2 }])
    expect(takeReported()).toHaveLength(1)
    // Leaving the loop early releases the statement.
    for (const _row of rows.iterate(1)) break
    expect(rows.all(1)).toHaveLength(2)
  })

  test('add their SQL without values to errors, also across threads', () => {
    const insert = db.prepare('INSERT INTO item (id) VALUES (?)')
    insert.run('09520000000011')
    const fail = () => insert.run('09520000000011')
    expect(fail).toThrow(/UNIQUE/)
    try {
      fail()
    } catch (error) {
      const arrived = errorFromShape(structuredClone(errorToShape(error)))
      expect(arrived).toMatchObject({
        code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
        sql: 'INSERT INTO item (id) VALUES (?)',
      })
      expect(JSON.stringify(arrived)).not.toContain('09520000000011')
    }
    const mistake = (): void => void db.prepare('SELECT nothing FROM nowhere')
    try {
      mistake()
    } catch (error) {
      expect(toPlainError(error).sql).toBe('SELECT nothing FROM nowhere')
    }
    expect(mistake).toThrow()
  })

  test('work in transactions', () => {
    const insert = db.prepare('INSERT INTO item (id) VALUES (?)')
    const all = db.transaction((ids: string[]) => {
      for (const id of ids) insert.run(id)
    })
    expect(() => all(['a', 'b', 'a'])).toThrow(/UNIQUE/)
    expect(db.prepare('SELECT count(*) FROM item WHERE id IN (?, ?)').pluck().get('a', 'b')).toBe(0)
  })
})
