/**
 * Who may read what Catalog Desk keeps. A host calls {@link keepFilesPrivate} before it makes anything: from then on
 * every folder of this process and its threads is made with mode 0700 and every file with 0600, from the first byte
 * on, whoever makes it (Node, SQLite with its log, sharp). What a person asked for by name, an export, gets the mode
 * their own programs would give it. On Windows modes mean nothing: what is under the person's own folder is theirs.
 */

import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

let personsMask: number | undefined

/** Also called again without effect. In the main thread only, and before any other is started. */
export function keepFilesPrivate(): void {
  personsMask ??= process.umask(0o077)
}

/** The mode of a file (`0o666`) or folder (`0o777`) made for the person to use elsewhere. */
const personsMode = (widest: 0o666 | 0o777): number => widest & ~(personsMask ?? process.umask())

/** Runs what makes no secret (a build, another program) as the person would. Before threads are started only. */
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

/** Whether others may read a file, or list or enter a folder; false where the system knows no such modes. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  return (lstatSync(path).mode & othersMay) !== 0
}

/**
 * Takes from others what earlier versions left open: the given names in a folder, and the folder itself when nothing
 * else is in it. A folder that holds anything of the person's is theirs to open or close; no link is followed.
 * @returns the folder, if it was left open
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
  // Another user's, or on a disk that can only be read: it stays as it is, and is told of.
  await chmod(path, found.mode & 0o700).catch(() => {})
}

const isOpen = async (path: string): Promise<boolean> => ((await lstat(path)).mode & othersMay) !== 0

/**
 * Replaces a file whole and durably: what is under `path` is never half there, not even after a power cut. Content
 * that comes in parts is asked for as fast as it is written; when it fails, nothing is left behind.
 * @param forThePerson a file they asked for by name, to use elsewhere: others may read it as their own umask says,
 * once it is whole. Anything else nobody else reads, not even while it is written.
 */
export async function writeFileWhole(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { forThePerson = false }: { forThePerson?: boolean } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.new`
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
