/** The databases that a new version changes in its first start, kept as the version before can open them. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { acquireProcessLock, copyDatabase, databaseFile, needsMigration } from '../../../storage/index.ts'
import type { Installed, UpdateRecord } from './update-record.ts'

/**
 * Copies the database of a workspace beside it, if this version is about to change its schema.
 * @throws PlainError, such as `disk-full`
 */
export async function keepDatabase(record: UpdateRecord, directory: string, thread: URL): Promise<void> {
  const { installed, ...others } = record.read()
  const path = join(directory, databaseFile)
  if (!installed || !existsSync(path) || installed.databases.some((one) => one.directory === directory))
    return
  if (!needsMigration(path)) return
  const copy = `${path}.of-${installed.from}`
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  try {
    await copyDatabase({ thread, path, way: 'shared', destination: unfinished })
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  renameSync(unfinished, copy)
  record.write({
    ...others,
    installed: { ...installed, databases: [...installed.databases, { directory, copy }] },
  })
}

/** Puts the copies back; a copy that is gone has been put back already. @throws PlainError `OPEN_ELSEWHERE` */
export function restoreDatabases({ databases }: Pick<Installed, 'databases'>): void {
  for (const { directory, copy } of databases) {
    if (!existsSync(copy)) continue
    const lock = acquireProcessLock(directory, 'desk')
    if (!lock)
      throw new PlainError(
        'OPEN_ELSEWHERE',
        say`The workspace in ${directory} is open in another Catalog Desk. Close that one first.`,
      )
    try {
      const path = join(directory, databaseFile)
      // The log belongs to the changed database. The copy has none.
      for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
      renameSync(copy, path)
    } finally {
      lock.release()
    }
  }
}

export function discardDatabases({ databases }: Pick<Installed, 'databases'>): void {
  for (const { copy } of databases) rmSync(copy, { force: true })
}
