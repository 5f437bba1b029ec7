/**
 * How a database can still be read where nothing can be written. A write-ahead log wants a file of shared memory beside
 * the database, for which a full disk has no room and a read-only one no permission.
 */

import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from '../../src-shared/plain-error.ts'

/**
 * - `shared`: the usual way, beside other programs.
 * - `alone`: what would be in shared memory stays in this process's own, and other programs are kept out meanwhile.
 *   Writing goes on as soon as there is room.
 * - `frozen`: a file that nobody can change, read without locks and without its log, which must be empty.
 */
export type WayToOpen = 'shared' | 'alone' | 'frozen'

// SQLite looks at it once, before the first database of the process is opened; a worker's own copy would not do.
process.env['SQLITE_USE_URI'] ??= '1'

const parameters: Record<Exclude<WayToOpen, 'shared'>, string> = {
  alone: '?vfs=unix-excl',
  frozen: '?immutable=1',
}

/** What SQLite is to be given as the name of a file. */
export const databaseName = (path: string, way: WayToOpen): string =>
  way === 'shared' ? path : pathToFileURL(path).href + parameters[way]

/** The way in which a database that could not be opened as usual can be read; undefined when there is none. */
export function otherWayToOpen(path: string, error: unknown): WayToOpen | undefined {
  if (!(error instanceof PlainError) || sizeOf(path) === 0) return undefined
  if (isReadOnlyDisk(path)) return sizeOf(`${path}-wal`) === 0 ? 'frozen' : undefined
  // Windows has no such way: there the error stands.
  return process.platform !== 'win32' && isFullDisk(dirname(path)) ? 'alone' : undefined
}

/** Why nothing can be written to a workspace that is read in the way `frozen`. */
export const readOnlyDisk = (directory: string): PlainError =>
  new PlainError(
    'read-only',
    `${directory} lies on a disk that can only be read: the catalog can be looked at and exported, and nothing can be changed. Make the disk writable and open the workspace again.`,
  )

/** Why nothing is saved at present: undefined while there is room. */
export function fullDisk(directory: string): PlainError | undefined {
  if (!isFullDisk(directory)) return undefined
  return new PlainError(
    'disk-full',
    `The disk of ${directory} is full: the catalog can be looked at, and nothing can be saved or synced. Free some space; it then goes on by itself.`,
  )
}

/** Less than this and SQLite cannot make its files, in bytes. */
const leastRoom = 256 * 1024

function isFullDisk(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < leastRoom
  } catch {
    return false
  }
}

/** The whole file system, for everybody: only then nobody changes the file under a reader without locks. */
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
