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
const told = () => slow.splice(0)

describe('statements', () => {
  test('are told of when they are slow, however they are run', () => {
    told()
    db.prepare('SELECT wait(?)').get(5)
    expect(told()).toEqual([])
    const ways = [
      () => db.prepare('SELECT wait(?)').get(60),
      () => db.prepare('SELECT wait(?)').pluck().all(60),
      () => db.prepare('INSERT INTO item SELECT wait(?)').run(60),
      () => db.exec('SELECT wait(60)'),
    ]
    for (const run of ways) run()
    expect(told()).toEqual(
      ['SELECT wait(?)', 'SELECT wait(?)', 'INSERT INTO item SELECT wait(?)', 'SELECT wait(60)'].map(
        (sql) => ({ sql, milliseconds: 60 }),
      ),
    )
  })

  test('that give rows one by one count what the rows take, not what is done between', () => {
    told()
    const rows = db.prepare('SELECT wait(?) AS one UNION ALL SELECT 2')
    for (const _row of rows.iterate(1)) time += 60
    expect(told()).toEqual([])
    expect([...rows.iterate(60)]).toEqual([{ one: 1 }, { one: 2 }])
    expect(told()).toHaveLength(1)
    // A loop that is left early frees the statement.
    for (const _row of rows.iterate(1)) break
    expect(rows.all(1)).toHaveLength(2)
  })

  test('name themselves when they fail, without values, also across a thread', () => {
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

  test('work as before in transactions', () => {
    const insert = db.prepare('INSERT INTO item (id) VALUES (?)')
    const all = db.transaction((ids: string[]) => {
      for (const id of ids) insert.run(id)
    })
    expect(() => all(['a', 'b', 'a'])).toThrow(/UNIQUE/)
    expect(db.prepare('SELECT count(*) FROM item WHERE id IN (?, ?)').pluck().get('a', 'b')).toBe(0)
  })
})
