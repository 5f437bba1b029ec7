import type { Media } from '../media/index.ts'
import { lacksImageLibrary } from '../platform/image-library.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { signReader, signWriter } from './hash-store.ts'

/** Pictures whose hashes are stored in one step. */
const picturesPerStep = 40

export type PictureHasher = ReturnType<typeof createPictureHasher>

/** Hashes stored pictures in the background, one at a time. */
export function createPictureHasher({
  storage,
  media,
  log,
}: {
  storage: Storage
  media: Pick<Media, 'signs'>
  log: Logger
}) {
  const reader = storage.reader(signReader)
  const writer = storage.writer(signWriter)
  let isClosed = false
  let current: Promise<void> | undefined
  const listeners = new Set<(progress: { done: number; total: number }) => void>()

  async function signsOf(sha256: string): Promise<Uint8Array | undefined> {
    try {
      return await media.signs(sha256)
    } catch (error) {
      if (lacksImageLibrary(error)) throw error
      log.info({ err: error, sha256 }, 'the signs of a picture could not be read')
      return undefined
    }
  }
  async function readAll(): Promise<void> {
    await writer.prune()
    const total = await reader.countLacking()
    for (let done = 0; !isClosed; ) {
      const pictures = await reader.lacking(picturesPerStep)
      if (pictures.length === 0) return
      const read = []
      for (const sha256 of pictures) {
        if (isClosed) break
        read.push({ sha256, signs: await signsOf(sha256) })
      }
      await writer.put(read)
      done += read.length
      for (const notify of listeners) notify({ done, total: Math.max(total, done) })
    }
  }
  return {
    /** Hashes the pictures without a hash. Concurrent calls share one run. */
    async run(onProgress?: (progress: { done: number; total: number }) => void): Promise<void> {
      if (storage.way === 'frozen' || isClosed) return
      if (onProgress) listeners.add(onProgress)
      current ??= readAll()
        // The pictures have no hash for now, and items are compared without them.
        .catch((error: unknown) => {
          if (!lacksImageLibrary(error)) throw error
          log.warn({ err: error }, 'pictures are not compared')
        })
        .finally(() => {
          current = undefined
        })
      try {
        await current
      } finally {
        if (onProgress) listeners.delete(onProgress)
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await current?.catch(() => undefined)
    },
  }
}
