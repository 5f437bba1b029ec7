/**
 * Files for the person that are being written. Each has a temporary name beside its place until it is whole; a kill leaves
 * that file. A workspace notes the folders in which its processes write, so that its next start removes such files.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder of notes in a workspace's folder: a file for each process, with its number and the folders, one a line. */
export const unfinishedFolder = 'unfinished'

/** What all temporary names of this process have in common: the beginning of a UUID. */
const own = randomUUID().slice(0, 23)
let count = 0
let notes: string | undefined
const noted = new Set<string>()

/** A name for the file while it is written; no other file has it. */
export function temporaryNameFor(path: string): string {
  count += 1
  const folder = dirname(path)
  if (notes !== undefined && !noted.has(folder)) {
    try {
      mkdirSync(notes, { recursive: true, mode: 0o700 })
      appendFileSync(join(notes, own), noted.size === 0 ? `${process.pid}\n${folder}\n` : `${folder}\n`)
    } catch {
      // Nothing can be written to the workspace: a kill would leave the file.
    }
    noted.add(folder)
  }
  return `${path}.${own}-${count.toString(16).padStart(12, '0')}.new`
}

/** Notes from now on in this workspace's folder what is written, and removes what processes that were killed left. */
export async function sweepUnfinished(directory: string): Promise<void> {
  notes = join(directory, unfinishedFolder)
  noted.clear()
  const names = await readdir(notes).catch((): string[] => [])
  for (const name of names) {
    const note = join(notes, name)
    const [pid, ...folders] = (await readFile(note, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    if (name === own || isRunning(Number(pid))) continue
    for (const folder of new Set(folders)) {
      const left = await readdir(folder).catch((): string[] => [])
      for (const one of left)
        if (one.includes(`.${name}-`) && one.endsWith('.new')) await rm(join(folder, one), { force: true })
    }
    await rm(note, { force: true })
  }
}

/** Whether there is a process of this number. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user refuses, and is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
