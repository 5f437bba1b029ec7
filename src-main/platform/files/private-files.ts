/**
 * Keeps files private to the user. A host first calls {@link keepFilesPrivate}: from then on this process and
 * its threads, SQLite and sharp included, create folders with mode 0700 and files with mode 0600. Files that
 * the person requests, such as exports, get the usual mode of the person's files. Windows has no such modes;
 * there the user's own folder is private by default.
 */

import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import {
  chmod,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNodeError } from './file-error.ts'
import { temporaryNameFor } from './unfinished-files.ts'

let userMask: number | undefined

/**
 * Sets the umask. Call it in the main thread before any other thread starts; further calls have no effect.
 */
export function keepFilesPrivate(): void {
  userMask ??= process.umask(0o077)
}

/** The mode of a file (`0o666`) or folder (`0o777`) that the person uses outside the program. */
const userMode = (full: 0o666 | 0o777): number => full & ~(userMask ?? process.umask())

/**
 * Runs work that creates no secret files, such as a build, with the person's own umask. Call it before any
 * thread starts.
 */
export function withUserUmask<T>(work: () => T): T {
  if (userMask === undefined) return work()
  const own = process.umask(userMask)
  try {
    return work()
  } finally {
    process.umask(own)
  }
}

const othersAccess = 0o077

/** Whether other users can read a file, or list or enter a folder; false on systems without file modes. */
export function isAccessibleToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  return (lstatSync(path).mode & othersAccess) !== 0
}

/**
 * Removes other users' access to the given names in a folder, and to the folder itself if it holds nothing
 * else. Earlier versions left these open. A folder with other files keeps its mode. Links are not followed.
 * @returns the folder, if other users can still open it
 */
export async function restrictAccess(
  folder: string,
  isOurs: (name: string) => boolean,
): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const names = await readdir(folder)
  const ours = names.filter(isOurs)
  for (const name of ours) await takeFromOthers(join(folder, name))
  if (ours.length === names.length) await takeFromOthers(folder)
  return (await isOpen(folder)) ? folder : undefined
}

async function takeFromOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink() || (found.mode & othersAccess) === 0) return
  // Access to a folder of another user, or on a read-only disk, cannot be removed; the caller
  // returns the folder.
  await chmod(path, found.mode & 0o700).catch(() => {})
}

const isOpen = async (path: string): Promise<boolean> => ((await lstat(path)).mode & othersAccess) !== 0

/**
 * Replaces a file atomically and durably: even after a power failure, `path` holds the complete old or the
 * complete new content. Streamed content is read as fast as it is written. If reading fails, the unfinished
 * file is removed.
 * @param forThePerson for files that the person requested: the finished file gets the mode of the person's
 * own umask. Otherwise the file is readable only by this user, during the writing and after.
 */
export async function writeFileAtomic(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { forThePerson = false }: { forThePerson?: boolean } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = forThePerson ? temporaryNameFor(path) : `${path}.${randomUUID()}.new`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      if (forThePerson) await file.chmod(userMode(0o666))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Creates a file for the person: it appears complete or not at all, and an existing file, folder or link of
 * that name is not touched. @throws the system error `EEXIST` if the name is taken
 */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = temporaryNameFor(path)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.chmod(userMode(0o666))
    } finally {
      await file.close()
    }
    try {
      await link(temporary, path)
    } catch (error) {
      // Some disks, such as camera cards, do not support hard links.
      if (isNodeError(error, 'EEXIST')) throw error
      await copyFile(temporary, path, constants.COPYFILE_EXCL)
    }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Whether a file has exactly this content; false for a folder or a link. */
export async function hasContent(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await lstat(path)
  return found.isFile() && found.size === bytes.length && (await readFile(path)).equals(bytes)
}
