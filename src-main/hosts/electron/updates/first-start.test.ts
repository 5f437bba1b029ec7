import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { laterMigration } from '../../../storage/fixtures/later-migration.ts'
import { databaseFile } from '../../../storage/index.ts'
import { migrations } from '../../../storage/migrations/index.ts'
import { openDatabase } from '../../../storage/open-database.ts'
import { migrate } from '../../../storage/schema/migrate.ts'
import { temporaryDirectory, threadEntry } from '../../../testing/temporary-workspace.ts'
import { keepDatabase } from './databases.ts'
import { beginStart, prove } from './first-start.ts'
import { appImage, writeAppImage } from './fixtures/app-image.ts'
import { putBack } from './put-back.ts'
import { openUpdateRecord, type UpdateRecord } from './update-record.ts'

const [one, two] = [appImage('1.0.0'), appImage('1.1.0')]
let folder: string
let program: string
let workspace: string
let record: UpdateRecord
let before: string

/** As after an installation: the new version is in place. */
beforeEach(() => {
  folder = temporaryDirectory()
  workspace = temporaryDirectory()
  program = join(folder, 'Desk.AppImage')
  writeAppImage(program, two)
  vi.stubEnv('APPIMAGE', program)
  record = openUpdateRecord(folder)
  before = join(record.folder, 'before.AppImage')
  record.write({ installed: { from: '1.0.0', to: '1.1.0', starts: 0, databases: [], before } })
  writeAppImage(before, one)
  changeDatabase((db) => migrate(db))
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const made of [folder, workspace]) rmSync(made, { recursive: true, force: true })
})

const path = () => join(workspace, databaseFile)
function changeDatabase(work: (db: ReturnType<typeof openDatabase>) => void): void {
  const db = openDatabase(path())
  work(db)
  db.close()
}
/** What a later version does when it opens the workspace. */
async function openAsLaterVersion(): Promise<void> {
  migrations.push(laterMigration)
  try {
    await keepDatabase(record, workspace, threadEntry)
    changeDatabase((db) => migrate(db))
  } finally {
    migrations.pop()
  }
}
/** The numbers of the migrations that the database has, in a version that does not know the later one. */
function opens(): boolean {
  try {
    changeDatabase((db) => migrate(db))
    return true
  } catch {
    return false
  }
}

describe('a new version', () => {
  test('has three starts to show its page', () => {
    const kinds = [1, 2, 3, 4].map(() => beginStart(record, '1.1.0').kind)
    expect(kinds).toEqual(['unproven', 'unproven', 'unproven', 'failed'])
  })

  test('that has shown its page is kept, and nothing of the version before', async () => {
    beginStart(record, '1.1.0')
    await openAsLaterVersion()
    expect(readdirSync(workspace)).toContain(`${databaseFile}.of-1.0.0`)
    prove(record)
    expect(beginStart(record, '1.1.0').kind).toBe('usual')
    expect(readdirSync(workspace)).not.toContain(`${databaseFile}.of-1.0.0`)
    expect(existsSync(before)).toBe(false)
    expect(readFileSync(program)).toEqual(two)
  })

  test('that fails is replaced by the version before, whose database opens again', async () => {
    const start = beginStart(record, '1.1.0')
    await openAsLaterVersion()
    expect(opens()).toBe(false)
    const { installed } = record.read()
    expect(start.kind).toBe('unproven')
    expect(installed && putBack(record, installed, 'No page')).toBe('app')
    expect(readFileSync(program)).toEqual(one)
    expect(opens()).toBe(true)
    expect(record.read()).toEqual({ returned: { from: '1.1.0', reason: 'No page' } })
    expect(beginStart(record, '1.0.0').kind).toBe('usual')
  })

  test('that cannot be put back by this system is kept', () => {
    record.write({ installed: { from: '1.0.0', to: '1.1.0', starts: 3, databases: [] } })
    const { installed } = record.read()
    expect(installed && putBack(record, installed, 'No page')).toBeUndefined()
    expect(readFileSync(program)).toEqual(two)
    expect(record.read().installed).toEqual(installed)
  })

  test('does not copy a database that it does not change', async () => {
    beginStart(record, '1.1.0')
    await keepDatabase(record, workspace, threadEntry)
    expect(record.read().installed?.databases).toEqual([])
    expect(readdirSync(workspace).filter((name) => name.includes('of-'))).toEqual([])
  })
})

describe('the version before', () => {
  test('started by hand, opens its database, and tells that it is back', async () => {
    beginStart(record, '1.1.0')
    await openAsLaterVersion()
    expect(beginStart(record, '1.0.0').kind).toBe('usual')
    expect(opens()).toBe(true)
    expect(record.read()).toEqual({ returned: { from: '1.1.0', reason: '' } })
    expect(existsSync(before)).toBe(false)
  })

  test('started after an installation that was interrupted, forgets it', () => {
    writeAppImage(`${program}.new`, two.subarray(0, 10))
    expect(beginStart(record, '1.0.0').kind).toBe('usual')
    expect(record.read()).toEqual({})
    expect(existsSync(before)).toBe(false)
    expect(existsSync(`${program}.new`)).toBe(false)
  })
})

test('a record that cannot be read is no record', () => {
  record.write({ installed: { from: '1.0.0', to: '1.1.0', starts: 0, databases: [] } })
  writeAppImage(join(record.folder, 'record.json'), Buffer.from('{"installed": {"from": 7}}'))
  expect(record.read()).toEqual({})
})
