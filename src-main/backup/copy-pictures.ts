import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import PQueue from 'p-queue'
import { picturePath } from './backup-folder.ts'

const atOnce = 8

export interface PictureCopy {
  from: string
  to: string
  hashes: readonly string[]
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Brings pictures from one folder into another, each under its content hash: as a second name for the same file where
 * the disk allows, else as a copy. Those already there are left alone.
 * @returns the bytes of all of them, and the hashes of which there is no file
 */
export async function copyPictures(copy: PictureCopy): Promise<{ bytes: number; missing: string[] }> {
  const missing: string[] = []
  let bytes = 0
  let done = 0
  const queue = new PQueue({ concurrency: atOnce })
  const copying = queue.addAll(
    copy.hashes.map((sha256) => async () => {
      copy.signal?.throwIfAborted()
      const size = await copyPicture(picturePath(copy.from, sha256), picturePath(copy.to, sha256))
      if (size === undefined) missing.push(sha256)
      else bytes += size
      copy.onProgress?.(++done, copy.hashes.length)
    }),
  )
  try {
    await copying
  } catch (error) {
    // Nothing is written any more once this has failed: the folder is about to be removed.
    queue.clear()
    await queue.onIdle()
    throw error
  }
  return { bytes, missing }
}

/** The size of the file; undefined when there is none to copy. */
async function copyPicture(from: string, to: string): Promise<number | undefined> {
  const present = await sizeOf(to)
  if (present !== undefined) return present
  const size = await sizeOf(from)
  if (size === undefined) return undefined
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
  } catch {
    // Another disk, or one without links.
    await copyWhole(from, to)
  }
  return size
}

/** A whole file, on the disk, or none. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const temporary = `${to}.new`
  try {
    await copyFile(from, temporary, constants.COPYFILE_FICLONE)
    const file = await open(temporary, 'r+')
    try {
      // A copy takes over the mode of what it copies, which may come from a disk without any.
      await file.chmod(0o600)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
