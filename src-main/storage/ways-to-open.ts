/**
 * Finds how to read a database where nothing can be written. A write-ahead log needs a file of shared memory beside the
 * database, which can be made neither on a full disk nor on a read-only one.
 */

import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'

/**
 * - `shared`: the usual way, beside other programs.
 * - `alone`: without shared memory, so other programs are kept out. Writing goes on as soon as there is room.
 * - `frozen`: without locks and without the log, for a file that nobody can change and whose log is empty.
 */
export type WayToOpen = 'shared' | 'alone' | 'frozen'

// SQLite reads this variable once, before the process opens its first database; a worker's own copy has no effect.
process.env['SQLITE_USE_URI'] ??= '1'

const parameters: Record<Exclude<WayToOpen, 'shared'>, string> = {
  alone: '?vfs=unix-excl',
  frozen: '?immutable=1',
}

/** The name of the file in the form that SQLite needs for this way. */
export const databaseName = (path: string, way: WayToOpen): string =>
  way === 'shared' ? path : pathToFileURL(path).href + parameters[way]

/** The way to read a database that could not be opened as usual; undefined when there is none. */
export function otherWayToOpen(path: string, error: unknown): WayToOpen | undefined {
  if (!(error instanceof PlainError) || sizeOf(path) === 0) return undefined
  if (isReadOnlyDisk(path)) return sizeOf(`${path}-wal`) === 0 ? 'frozen' : undefined
  // On Windows there is no other way.
  return process.platform !== 'win32' && isFullDisk(dirname(path)) ? 'alone' : undefined
}

/** Why nothing can be written to a workspace that is read in the way `frozen`. */
export const readOnlyDisk = (directory: string): PlainError =>
  new PlainError(
    'read-only',
    say`${directory} lies on a disk that can only be read: the catalog can be looked at and exported, and nothing can be changed. Make the disk writable and open the workspace again.`,
  )

/** Why nothing can be saved at present; undefined while there is room. */
export function fullDisk(directory: string): PlainError | undefined {
  if (!isFullDisk(directory)) return undefined
  return new PlainError(
    'disk-full',
    say`The disk of ${directory} is full: the catalog can be looked at, and nothing can be saved or synced. Free some space; it then goes on by itself.`,
  )
}

/** The room that SQLite needs to make its files, in bytes. */
const minRoom = 256 * 1024

function isFullDisk(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < minRoom
  } catch {
    return false
  }
}

/** Whether the whole file system is read-only for everybody: only then can nobody change a file read without locks. */
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
