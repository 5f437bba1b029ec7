import PQueue from 'p-queue'
import type { Remote } from '../../storage/index.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import type { pictureFailureReader, pictureFailureWriter } from './picture-failure-store.ts'
import type { PictureFiles } from './picture-files.ts'
import type { pictureFitReader, pictureFitWriter } from './picture-fit-store.ts'
import type { pictureKeepingReader, pictureKeepingWriter } from './picture-keeping-store.ts'
import type { NewPicture, pictureReader, pictureWriter } from './picture-store.ts'

export interface PictureStores {
  pictures: Remote<ReturnType<typeof pictureReader.open>>
  pictureWriter: Remote<ReturnType<typeof pictureWriter.open>>
  keeping: Remote<ReturnType<typeof pictureKeepingReader.open>>
  keepingWriter: Remote<ReturnType<typeof pictureKeepingWriter.open>>
  failures: Remote<ReturnType<typeof pictureFailureReader.open>>
  failureWriter: Remote<ReturnType<typeof pictureFailureWriter.open>>
  fit: Remote<ReturnType<typeof pictureFitReader.open>>
  fitWriter: Remote<ReturnType<typeof pictureFitWriter.open>>
}
export interface PictureShelfOptions extends PictureStores {
  files: PictureFiles
  variants: ScreenVariants
  /** Bytes; null: without a limit. */
  quota(): Promise<number | null>
}

/** Rows and files in step: rows first where something goes, files first where something comes. */
export interface PictureShelf {
  /** Enters pictures whose files are there. */
  put(pictures: NewPicture[]): Promise<void>
  /**
   * Brings what is kept within the quota again. Files used at or after `before` go only when nothing older is left.
   * Answers whether they did not have to: `false` says that there is no room for more.
   */
  makeRoom(before: number): Promise<boolean>
  /** The file of a content is gone or damaged: its pictures are missing again. */
  lose(sha256: string, reason: string): Promise<void>
  /** These contents are not wanted any more. */
  letGo(sha256s: string[]): Promise<void>
  /** Removes the files of contents that no row names any more. */
  removeFiles(sha256s: readonly string[]): Promise<void>
  /** Does `work` while nothing comes or goes. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createPictureShelf(options: PictureShelfOptions): PictureShelf {
  const { files, variants, keeping, keepingWriter, pictureWriter, fitWriter } = options
  const gate = new PQueue({ concurrency: 1 })
  /** An estimate that is never too low: the exact sum over a million files takes a while. */
  let used: number | undefined

  const alone = <T>(work: () => Promise<T>): Promise<T> => gate.add(work)
  const removeFiles = async (sha256s: readonly string[]): Promise<void> => {
    await files.remove(sha256s)
    await variants.remove(sha256s)
  }
  const excess = async (): Promise<number> => {
    const quota = await options.quota()
    if (quota === null) return 0
    if (used === undefined || used > quota) {
      const { bytes, derivedBytes } = await keeping.usage()
      used = bytes + derivedBytes
    }
    return used - quota
  }
  const evict = async (bytes: number, before: number): Promise<number> => {
    const evicted = await keepingWriter.evict(bytes, before)
    await removeFiles(evicted.files)
    used = (used ?? 0) - evicted.bytes
    return evicted.bytes
  }

  return {
    alone,
    letGo: (sha256s) =>
      alone(async () => {
        await fitWriter.letGo(sha256s)
        await removeFiles(sha256s)
        used = undefined
      }),
    removeFiles,
    put: (pictures) =>
      alone(async () => {
        const here = await Promise.all(pictures.map(({ sha256 }) => files.has(sha256)))
        const present = pictures.filter((_, i) => here[i])
        if (used !== undefined)
          for (const { bytes, thumbnailBytes = 0 } of present) used += bytes + thumbnailBytes
        await removeFiles(await pictureWriter.put(present))
      }),
    makeRoom: (before) =>
      alone(async () => {
        const over = await excess()
        if (over <= 0) return true
        const freed = await evict(over, before)
        if (freed >= over) return true
        await evict(over - freed, Number.MAX_SAFE_INTEGER)
        return false
      }),
    lose: (sha256, reason) =>
      alone(async () => {
        await pictureWriter.lost(sha256, reason)
        await removeFiles([sha256])
        used = undefined
      }),
  }
}
