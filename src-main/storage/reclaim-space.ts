import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { DatabaseSpace } from '../../src-shared/workspace/model.ts'
import { spaceReader, spaceWriter } from './space-store.ts'
import type { Storage } from './storage.ts'

/** Free pages removed per step. Other calls run between two steps. */
const pagesPerStep = 200
/** Free bytes that a step needs: for the write-ahead log of its pages and of the calls between. */
const stepBytes = 16 * 1024 * 1024
/** How often, and after how many milliseconds, the file is checked for readers that still need its old pages. */
const lastChecks = { count: 5, interval: 200 }

/** Sizes of the database, and the space that reclaiming needs. */
export async function spaceOf(storage: Storage): Promise<DatabaseSpace> {
  const { pageBytes, pages, free, inSteps } = await storage.reader(spaceReader).pages()
  const used = (pages - free) * pageBytes
  return {
    // Until the write-ahead log is copied into it, the file is shorter than its pages.
    file: Math.max(await sizeOf(storage.path), pages * pageBytes),
    free: free * pageBytes,
    // `VACUUM` writes a temporary copy of the used pages, and then all of them to the write-ahead log.
    needed: inSteps ? stepBytes : 2 * used + stepBytes,
    inSteps,
  }
}

/**
 * Returns the free pages of the database to the system, in steps that commit by themselves; a database of an
 * earlier version is written again as a whole instead. A killed process loses nothing: the next one continues.
 * @param onProgress called with bytes; `total` is 0 while the database is written as a whole
 * @returns bytes of the file before and after
 * @throws PlainError `disk-full` before anything is changed if there is too little space; the signal's reason
 * after the current step
 */
export async function reclaimSpace(
  storage: Storage,
  {
    signal,
    onProgress,
  }: { signal?: AbortSignal | undefined; onProgress?: (bytes: { done: number; total: number }) => void } = {},
): Promise<{ before: number; after: number }> {
  const { file: before, free, needed, inSteps } = await spaceOf(storage)
  const writer = storage.writer(spaceWriter)
  if (free === 0) return { before, after: before }
  requireFree(dirname(storage.path), needed, inSteps)
  if (inSteps) {
    for (let left = free; left > 0; ) {
      signal?.throwIfAborted()
      onProgress?.({ done: Math.max(0, free - left), total: free })
      const now = await writer.release(pagesPerStep)
      left = now.free * now.pageBytes
    }
  } else {
    signal?.throwIfAborted()
    onProgress?.({ done: 0, total: 0 })
    await writer.vacuum()
  }
  const { pages, pageBytes } = await storage.reader(spaceReader).pages()
  for (let check = 0; check < lastChecks.count; check++) {
    await writer.checkpoint()
    if ((await sizeOf(storage.path)) <= pages * pageBytes) break
    await delay(lastChecks.interval)
  }
  return { before, after: await sizeOf(storage.path) }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** @throws PlainError `disk-full` */
function requireFree(directory: string, needed: number, inSteps: boolean): void {
  // A whole copy needs half of it in the folder of SQLite's temporary files.
  const temporary = inSteps ? directory : temporaryFolder(directory)
  const isOneDisk = statSync(temporary).dev === statSync(directory).dev
  for (const folder of isOneDisk ? [directory] : [directory, temporary]) {
    const { bavail, bsize } = statfsSync(folder)
    const wanted = isOneDisk ? needed : needed / 2
    if (bavail * bsize >= wanted) continue
    throw new PlainError(
      'disk-full',
      say`Reclaiming space needs ${megabytes(wanted)} MB of free space on the disk of ${folder} for a time, and ${megabytes(bavail * bsize)} MB are free. Nothing was changed. Free some space and try again.`,
    )
  }
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/** The folder in which SQLite creates its temporary files. */
function temporaryFolder(directory: string): string {
  if (process.platform === 'win32') return tmpdir()
  const { SQLITE_TMPDIR: own, TMPDIR: common } = process.env
  const candidates = [own, common, '/var/tmp', '/usr/tmp', '/tmp']
  return candidates.find((folder) => folder !== undefined && isWritable(folder)) ?? directory
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
