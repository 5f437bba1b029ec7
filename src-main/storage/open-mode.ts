/**
 * Determines how to read a database on a disk that cannot be written to. A write-ahead log needs a
 * shared-memory file next to the database, which cannot be created on a full or read-only disk.
 */

import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'

/**
 * - `shared`: the normal mode, together with other programs.
 * - `alone`: without shared memory, so other programs are locked out. Writing works again as soon as there is
 * space.
 * - `frozen`: without locks and without the log, for a file that cannot change and whose log is empty.
 */
export type OpenMode = 'shared' | 'alone' | 'frozen'

// SQLite reads this variable once, before the process opens its first database; setting it in a worker has no
// effect.
process.env['SQLITE_USE_URI'] ??= '1'

const parameters: Record<Exclude<OpenMode, 'shared'>, string> = {
  alone: '?vfs=unix-excl',
  frozen: '?immutable=1',
}

/** The file name or URI that SQLite needs for this mode. */
export const databaseName = (path: string, way: OpenMode): string =>
  way === 'shared' ? path : pathToFileURL(path).href + parameters[way]

/** The mode for a database that could not be opened normally; undefined if there is none. */
export function fallbackWayToOpen(path: string, error: unknown): OpenMode | undefined {
  if (!(error instanceof PlainError) || sizeOf(path) === 0) return undefined
  if (isReadOnlyDisk(path)) return sizeOf(`${path}-wal`) === 0 ? 'frozen' : undefined
  // Windows has no alternative mode.
  return process.platform !== 'win32' && isFullDisk(dirname(path)) ? 'alone' : undefined
}

/** The error of every write to a workspace opened as `frozen`. */
export const readOnlyDisk = (directory: string): PlainError =>
  new PlainError(
    'read-only',
    say`${directory} is on a read-only disk. You can view and export the catalog, but not change anything. Make the disk writable and open the workspace again.`,
  )

/** The error of writes while the disk is full; undefined while there is space. */
export function fullDisk(directory: string): PlainError | undefined {
  if (!isFullDisk(directory)) return undefined
  return new PlainError(
    'disk-full',
    say`The disk of ${directory} is full. You can view the catalog, but nothing can be saved or synced. Free some space to continue.`,
  )
}

/** Free space that SQLite needs to create its files, in bytes. */
const minFreeBytes = 256 * 1024

function isFullDisk(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < minFreeBytes
  } catch {
    return false
  }
}

/**
 * Whether the entire file system is read-only. Only then can no user change a file that is read without
 * locks.
 */
export function isReadOnlyDisk(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
