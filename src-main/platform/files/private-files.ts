/**
 * Keeps files private to the person. A host first calls {@link keepFilesPrivate}: from then on this process and its
 * threads, with SQLite and sharp, make every folder with mode 0700 and every file with mode 0600. A file that the
 * person asked for, such as an export, gets the usual mode of the person's files. Windows has no such modes; the
 * person's own folder is private there by itself.
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

let personsMask: number | undefined

/** Sets the umask, in the main thread and before any other thread starts; calling it again has no effect. */
export function keepFilesPrivate(): void {
  personsMask ??= process.umask(0o077)
}

/** The mode of a file (`0o666`) or folder (`0o777`) made for the person to use elsewhere. */
const personsMode = (widest: 0o666 | 0o777): number => widest & ~(personsMask ?? process.umask())

/** Runs work that makes no secret files, such as a build, with the person's own umask; before any thread starts. */
export function asThePerson<T>(work: () => T): T {
  if (personsMask === undefined) return work()
  const own = process.umask(personsMask)
  try {
    return work()
  } finally {
    process.umask(own)
  }
}

const othersMay = 0o077

/** Whether others may read a file, or list or enter a folder; false on a system without such modes. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  return (lstatSync(path).mode & othersMay) !== 0
}

/**
 * Closes to other users what earlier versions left open: the given names in a folder, and the folder itself when it
 * holds nothing else. A folder with files of the person's own is left as the person set it. No link is followed.
 * @returns the folder, if others can still look into it
 */
export async function closeToOthers(
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
  if (!found || found.isSymbolicLink() || (found.mode & othersMay) === 0) return
  // The folder of another user, or on a read-only disk, cannot be closed: it is returned.
  await chmod(path, found.mode & 0o700).catch(() => {})
}

const isOpen = async (path: string): Promise<boolean> => ((await lstat(path)).mode & othersMay) !== 0

/**
 * Replaces a file whole and durably: even after a power cut, the file at `path` is the old one or the whole new one.
 * Content in parts is read as fast as it is written; when reading fails, no unfinished file is left behind.
 * @param forThePerson for a file that the person asked for: once whole, the file gets the mode of the person's own
 * umask. Without it nobody else can read the file, neither during the writing nor after.
 */
export async function writeFileWhole(
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
      if (forThePerson) await file.chmod(personsMode(0o666))
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
 * Makes a file for the person where none is: it appears whole or not at all, and no file, folder or link of the name is
 * touched. @throws the system's error `EEXIST` when something has the name
 */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = temporaryNameFor(path)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.chmod(personsMode(0o666))
    } finally {
      await file.close()
    }
    try {
      await link(temporary, path)
    } catch (error) {
      // Some disks, such as those of cameras, have no links.
      if (isNodeError(error, 'EEXIST')) throw error
      await copyFile(temporary, path, constants.COPYFILE_EXCL)
    }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Whether a file has exactly this content; a folder or a link has not. */
export async function hasContent(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await lstat(path)
  return found.isFile() && found.size === bytes.length && (await readFile(path)).equals(bytes)
}
