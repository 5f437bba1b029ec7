import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open-database.ts'

describe('migrate', () => {
  test('the steps have numbers of their own, in order', () => {
    const numbers = migrations.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  })

  test('runs a step once, also one that was added between others', () => {
    using database = openTemporaryDatabase(1)
    const ran: number[] = []
    const step = (number: number) => ({ number, name: `step ${number}`, up: () => void ran.push(number) })
    const [first] = migrations
    if (!first) throw new Error('there is no first step')
    migrate(database.db, { migrations: [first, step(5)] })
    migrate(database.db, { migrations: [first, step(5), step(3)] })
    migrate(database.db, { migrations: [first, step(3), step(5)] })
    expect(ran).toEqual([5, 3])
  })

  test('a step that fails leaves nothing behind', () => {
    using database = openTemporaryDatabase(1)
    const step = {
      number: 900,
      name: 'broken',
      up() {
        database.db.exec('CREATE TABLE half (a)')
        throw new Error('broken')
      },
    }
    expect(() => migrate(database.db, { migrations: [...migrations, step], through: 900 })).toThrow('broken')
    expect(database.db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
  })

  test('refuses a workspace of a newer program', () => {
    using database = openTemporaryDatabase()
    database.db.exec("INSERT INTO migration VALUES (999, 'from the future', '')")
    const again = openDatabase(database.path)
    expect(() => migrate(again)).toThrow(/newer version/)
    again.close()
  })
})

describe('step 1, workspace', () => {
  test('a setting is found by its key and must be JSON', () => {
    using database = openTemporaryDatabase(1)
    const { db } = database
    const plan = db.prepare("EXPLAIN QUERY PLAN SELECT value FROM setting WHERE key = 'a'").all()
    expect(plan).toMatchObject([{ detail: 'SEARCH setting USING PRIMARY KEY (key=?)' }])
    expect(() => db.exec("INSERT INTO setting VALUES ('a', 'not json')")).toThrow(/CHECK/)
    expect(db.prepare("SELECT value FROM meta WHERE key = 'change_number'").pluck().get()).toBe(0)
  })
})

test('every migration of the folder is in the list, in the order of its number', () => {
  const folder = new URL('migrations/', import.meta.url)
  const files = readdirSync(folder).filter((name) => /^\d{4}-(?!.*\.test\.ts$)/.test(name))
  const numbers = files.map((name) => Number(name.slice(0, 4))).sort((one, other) => one - other)
  expect(migrations.map(({ number }) => number)).toEqual(numbers)
})
