import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalogReader } from '../../catalog/index.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../testing/small-disk.ts'
import { openTemporaryDatabase, temporaryDirectory, threadEntry } from '../../testing/temporary-workspace.ts'
import { laterMigration } from '../fixtures/later-migration.ts'
import { noteThread } from '../fixtures/note-entry.ts'
import { migrations } from '../migrations/index.ts'
import type { Migration } from '../migrations/migration.ts'
import { openDatabase } from '../open-database.ts'
import { databaseFile, openStorage } from '../storage.ts'
import type { Database } from '../store.ts'
import { migrate } from './migrate.ts'

const step = (number: number, up: Migration['up']): Migration => ({ number, name: `step ${number}`, up })
const appliedNumbers = (db: Database) =>
  db.prepare('SELECT number FROM migration ORDER BY number').pluck().all()

describe('migrations', () => {
  test('have unique, ascending numbers, starting with those that the baseline replaces', () => {
    const numbers = migrations.flatMap(({ number, replaces = [] }) => [...replaces, number])
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  })

  test('in the folder are all listed', () => {
    const files = readdirSync(new URL('../migrations/', import.meta.url))
    const numbers = files
      .filter((name) => /^\d{4}-(?!.*\.test\.ts$)/.test(name))
      .map((name) => name.slice(0, 4))
    expect(migrations.map(({ number }) => String(number).padStart(4, '0'))).toEqual(numbers.toSorted())
  })
})

describe('migrate', () => {
  test('runs each migration once, even one inserted between others', () => {
    using database = openTemporaryDatabase()
    const ran: number[] = []
    const [third, fifth] = [9003, 9005].map((number) => step(number, () => void ran.push(number)))
    if (!third || !fifth) throw new Error('unreachable')
    migrate(database.db, [...migrations, fifth])
    migrate(database.db, [...migrations, fifth, third])
    migrate(database.db, [...migrations, third, fifth])
    expect(ran).toEqual([9005, 9003])
  })

  test('rolls back a failed migration and keeps the earlier ones', () => {
    using database = openTemporaryDatabase()
    const { db } = database
    const before = appliedNumbers(db)
    const good = step(9001, () => void db.exec('CREATE TABLE whole (a)'))
    const broken = step(9002, () => {
      db.exec('CREATE TABLE half (a)')
      throw new Error('broken')
    })
    expect(() => migrate(db, [...migrations, good, broken])).toThrow('broken')
    expect(appliedNumbers(db)).toEqual([...before, 9001])
    const made = db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('whole', 'half')").pluck().all()
    expect(made).toEqual(['whole'])
  })

  test('applies all migrations to a new database, or none', () => {
    using database = openTemporaryDatabase([])
    const { db } = database
    const broken = step(9001, () => {
      throw new Error('broken')
    })
    expect(() => migrate(db, [...migrations, broken])).toThrow('broken')
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['migration'])
    migrate(db)
    expect(appliedNumbers(db)).toEqual(migrations.map(({ number }) => number))
  })

  test.each([
    ['a new database', false],
    ['a database of an earlier version', true],
  ])('recovers %s after a kill during migration, with each migration applied once', (_what, isEarlier) => {
    using database = openTemporaryDatabase(isEarlier ? migrations : [])
    using killed = openTemporaryDatabase([])
    killed.db.close()
    const fill = step(9001, (db) => {
      db.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
        INSERT INTO lookup (kind, id, name, folded) SELECT 'brand', n, 'Tea', 'tea' FROM number`)
      // In the middle of the transaction, the files are as a killed program would leave them.
      if (db === database.db)
        for (const suffix of ['', '-wal']) copyFileSync(database.path + suffix, killed.path + suffix)
    })
    // With a small cache, changes are written to the write-ahead log before the commit.
    database.db.pragma('cache_size = 10')
    migrate(database.db, [...migrations, fill])
    expect(statSync(`${killed.path}-wal`).size).toBeGreaterThan(50_000)

    const again = openDatabase(killed.path)
    try {
      expect(appliedNumbers(again)).toEqual(isEarlier ? migrations.map(({ number }) => number) : [])
      migrate(again, [...migrations, fill])
      expect(appliedNumbers(again)).toEqual(appliedNumbers(database.db))
      expect(again.prepare('SELECT count(*) FROM lookup').pluck().get()).toBe(2000)
    } finally {
      again.close()
    }
  })

  test('refuses a workspace of a newer version', () => {
    using database = openTemporaryDatabase([...migrations, laterMigration])
    expect(() => migrate(database.db)).toThrow(/newer version/)
  })
})

/** A workspace created by a development version, including drafts, feeds and items. */
function developmentWorkspace(name: string) {
  const directory = temporaryDirectory()
  const path = join(directory, databaseFile)
  writeFileSync(path, gunzipSync(readFileSync(new URL(`../fixtures/${name}.db.gz`, import.meta.url))))
  return {
    directory,
    bytes: () => readFileSync(path),
    /** All rows of all tables, without SQLite's own statistics. */
    rows() {
      const db = openDatabase(path, { readonly: true })
      const tables = db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_stat1'")
        .pluck()
        .all()
      const rows = tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()])
      db.close()
      return Object.fromEntries(rows) as Record<string, Record<string, unknown>[]>
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

describe('opening a workspace of a development version', () => {
  test('with all migrations that the baseline replaces keeps its data', async () => {
    using workspace = developmentWorkspace('all-development-migrations')
    const before = workspace.rows()
    const ran = 1 + (migrations[0]?.replaces?.length ?? 0)
    expect(before['migration']).toHaveLength(ran)
    const storage = await openStorage({ directory: workspace.directory, thread: threadEntry, readers: 1 })
    const selection = { text: 'γιαουρτι', brandIds: [], manufacturerIds: [] }
    expect((await storage.reader(catalogReader).searchRows(selection, 0, 9)).total).toBe(1)
    await storage.close()
    const after = workspace.rows()
    expect(after['migration']).toHaveLength(ran + migrations.length - 1)
    expect({ ...after, migration: after['migration']?.slice(0, ran) }).toEqual({
      ...before,
      draft: before['draft']?.map((row) => ({ ...row, grid: null, changed_by: '' })),
      import_job: before['import_job']?.map(({ draft: _draft, ...row }) => ({
        ...row,
        left_out: 0,
        undone_at: null,
      })),
      import_draft: before['import_job']?.flatMap(({ seq: job, draft }) =>
        draft === null ? [] : [{ job, kind: 'create', draft }],
      ),
      import_row: [],
      import_correction: [],
      import_rejected_step: [],
      name_decision: [],
      replica_change: [],
      replica_log: [],
      replica_state: [],
      person: [],
      person_session: [],
      team_state: [],
      feed_shown: [],
      feed_shown_field: [],
      picture_reading: [],
      evidence_finding: [],
      evidence_decision: [],
      evidence_pending: [],
      evidence_picture: [],
      evidence_comparison: [{ only: 1, basis: '' }],
      item_score_state: [{ only: 1, generation: 0, basis: '', scanned: -1, as_of: '' }],
      draft_item: before['draft_item']?.map(({ element: _element, ...row }) => ({
        ...row,
        changed_by: null,
        changed_at: null,
        // Two migrations have the items checked again.
        checked_revision: Math.min(Number(row['checked_revision']), 0) - 2,
        is_checked: 0,
      })),
      draft_review: [],
      draft_assignment: [],
      draft_comment: [],
      draft_mention: [],
      draft_trail: [],
      draft_problem: before['draft_problem']?.map((row) => ({ ...row, found: '' })),
    })
  })

  test('with only some of them is refused in plain words and leaves it unchanged', async () => {
    using workspace = developmentWorkspace('few-development-migrations')
    const before = workspace.bytes()
    await expect(
      openStorage({ directory: workspace.directory, thread: threadEntry, readers: 1 }),
    ).rejects.toMatchObject({
      code: 'earlier-workspace',
      message: expect.stringMatching(
        /before 0\.1\.0.*Nothing in it was changed.*sync it into a new workspace/,
      ),
    })
    expect(workspace.bytes().equals(before)).toBe(true)
  })
})

const mountable = canMountDisks()
if (!mountable) console.warn('Skipped: migrations on a full or read-only disk. This user may not mount one.')

describe.runIf(mountable)('opening a workspace of an earlier version', () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = mountSmallDisk(8)
    using database = openTemporaryDatabase()
    database.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(database.path, join(disk.directory, databaseFile))
  })
  afterEach(() => disk.remove())
  const open = () => openStorage({ directory: disk.directory, thread: noteThread, readers: 1 })

  test('on a full disk fails, leaves it unchanged, and works once there is space', async () => {
    disk.fill()
    await expect(open()).rejects.toThrow(/earlier version.*disk is too full.*Nothing in it was changed/)
    disk.free()
    await (await open()).close()
  })

  test('on a read-only disk fails with the advice to update it first', async () => {
    disk.setReadOnly(true)
    await expect(open()).rejects.toThrow(/earlier version.*disk is read-only/)
    disk.setReadOnly(false)
    await (await open()).close()
  })
})
