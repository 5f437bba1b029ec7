/**
 * Tracks export files while they are written. Each has a temporary name in its target folder until it is
 * complete; a killed process leaves that file behind. The workspace records the folders its processes write
 * to, so that the next start removes such files.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Folder of the records inside the workspace folder: one file per process, with the process number and then
 * one folder per line.
 */
export const unfinishedFolder = 'unfinished'

/** Prefix of all temporary names of this process: the start of a UUID. */
const own = randomUUID().slice(0, 23)
let count = 0
let notes: string | undefined
const noted = new Set<string>()

/** Returns a unique temporary name for a file and records its folder. */
export function temporaryNameFor(path: string): string {
  count += 1
  const folder = dirname(path)
  if (notes !== undefined && !noted.has(folder)) {
    try {
      mkdirSync(notes, { recursive: true, mode: 0o700 })
      appendFileSync(join(notes, own), noted.size === 0 ? `${process.pid}\n${folder}\n` : `${folder}\n`)
    } catch {
      // The workspace is not writable: after a kill, the temporary file would remain.
    }
    noted.add(folder)
  }
  return `${path}.${own}-${count.toString(16).padStart(12, '0')}.new`
}

/** Starts recording in this workspace's folder, and removes the unfinished files of killed processes. */
export async function removeUnfinishedFiles(directory: string): Promise<void> {
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

/** Whether a process with this number exists. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
