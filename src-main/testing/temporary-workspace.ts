import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, databaseFile, openStorage, type Storage } from '../storage/index.ts'
import type { Migration } from '../storage/migrations/migration.ts'
import { openDatabase } from '../storage/open-database.ts'
import { migrate } from '../storage/schema/migrate.ts'
import type { StorageOptions } from '../storage/storage.ts'

export interface TemporaryWorkspace {
  directory: string
  storage: Storage
  /** Closes the storage and reopens the same folder, as a restart does. */
  reopen(): Promise<Storage>
  /** Closes the storage and removes the folder. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Entry file of the storage threads: the bundle built by the test run (e2e/support/suite/unit-setup.ts; child
 * processes inherit the variable), or the source file if a program is run by hand.
 */
export const threadEntry = new URL(process.env['CATALOG_DESK_THREAD'] ?? '../thread.ts', import.meta.url)

/**
 * Copies the test run's migrated database, if any, into a folder: migrating a new one takes ten times as long.
 */
function putDatabase(directory: string): string {
  const path = join(directory, databaseFile)
  const migrated = process.env['CATALOG_DESK_TEST_DATABASE']
  if (migrated !== undefined) copyFileSync(migrated, path)
  return path
}

export const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), 'catalog-desk-'))

function newWorkspace(): string {
  const directory = temporaryDirectory()
  putDatabase(directory)
  return directory
}

/**
 * Real storage, with its threads, in a new folder: `await using workspace = await openTemporaryWorkspace()`.
 */
export async function openTemporaryWorkspace(
  options: Partial<Omit<StorageOptions, 'directory'>> = {},
  directory = newWorkspace(),
): Promise<TemporaryWorkspace> {
  const open = () => openStorage({ thread: threadEntry, readers: 1, ...options, directory })
  const workspace: TemporaryWorkspace = {
    directory,
    storage: await open(),
    async reopen() {
      await workspace.storage.close()
      workspace.storage = await open()
      return workspace.storage
    },
    async close() {
      await workspace.storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
    [Symbol.asyncDispose]: () => workspace.close(),
  }
  return workspace
}

/**
 * A database without threads, for the tests of one store: `using database = openTemporaryDatabase()`.
 * @param migrations the migrations to apply; those of the program when absent
 */
export function openTemporaryDatabase(
  migrations?: readonly Migration[],
): { db: Database; path: string } & Disposable {
  const directory = temporaryDirectory()
  const path = migrations === undefined ? putDatabase(directory) : join(directory, databaseFile)
  const db = openDatabase(path)
  migrate(db, migrations)
  return {
    db,
    path,
    [Symbol.dispose]() {
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
