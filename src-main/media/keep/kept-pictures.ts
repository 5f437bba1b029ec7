import PQueue from 'p-queue'
import type { Remote, Storage } from '../../storage/index.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import { missingPictureReader, missingPictureWriter } from './missing-store.ts'
import type { PictureFiles } from './picture-files.ts'
import { type NewPicture, pictureReader, pictureWriter } from './picture-store.ts'
import { type MadeVariant, pictureSpaceReader, pictureSpaceWriter } from './space-store.ts'
import { pictureUpkeepReader, pictureUpkeepWriter } from './upkeep-store.ts'

export interface PictureStores {
  pictures: Remote<ReturnType<typeof pictureReader.open>>
  pictureWriter: Remote<ReturnType<typeof pictureWriter.open>>
  missing: Remote<ReturnType<typeof missingPictureReader.open>>
  missingWriter: Remote<ReturnType<typeof missingPictureWriter.open>>
  space: Remote<ReturnType<typeof pictureSpaceReader.open>>
  spaceWriter: Remote<ReturnType<typeof pictureSpaceWriter.open>>
  upkeep: Remote<ReturnType<typeof pictureUpkeepReader.open>>
  upkeepWriter: Remote<ReturnType<typeof pictureUpkeepWriter.open>>
}

export const openPictureStores = (storage: Storage): PictureStores => ({
  pictures: storage.reader(pictureReader),
  pictureWriter: storage.writer(pictureWriter),
  missing: storage.reader(missingPictureReader),
  missingWriter: storage.writer(missingPictureWriter),
  space: storage.reader(pictureSpaceReader),
  spaceWriter: storage.writer(pictureSpaceWriter),
  upkeep: storage.reader(pictureUpkeepReader),
  upkeepWriter: storage.writer(pictureUpkeepWriter),
})

interface KeptPicturesOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  /** Bytes; null: without a limit. */
  quota(): Promise<number | null>
}

export type KeptPictures = ReturnType<typeof openKeptPictures>

/** Keeps rows and files in step: a file comes before its row, and goes after it. */
export function openKeptPictures({ stores, files, variants, quota }: KeptPicturesOptions) {
  const { space, spaceWriter, pictureWriter } = stores
  const gate = new PQueue({ concurrency: 1 })
  /** Bytes of all files, estimated, and never too low: the exact sum over a million files takes a while. */
  let used: number | undefined

  const alone = <T>(work: () => Promise<T>): Promise<T> => gate.add(work)
  const removeFiles = async (sha256s: readonly string[]): Promise<void> => {
    await files.remove(sha256s)
    await variants.remove(sha256s)
  }
  const excess = async (): Promise<number> => {
    const most = await quota()
    if (most === null) return 0
    if (used === undefined || used > most) {
      const { bytes, derivedBytes } = await space.usage()
      used = bytes + derivedBytes
    }
    return used - most
  }
  const evict = async (bytes: number, before: number): Promise<number> => {
    const evicted = await spaceWriter.evict(bytes, before)
    await removeFiles(evicted.files)
    used = (used ?? 0) - evicted.bytes
    return evicted.bytes
  }

  return {
    /** Does `work` while no file comes or goes. */
    alone,
    /** Gives up contents that are not wanted any more. */
    giveUp: (sha256s: string[]): Promise<void> =>
      alone(async () => {
        await spaceWriter.giveUp(sha256s)
        await removeFiles(sha256s)
        used = undefined
      }),
    /** Removes the files of contents that no row names any more. */
    removeFiles,
    /** Enters pictures whose files are there. */
    put: (pictures: NewPicture[]): Promise<void> =>
      alone(async () => {
        const here = await Promise.all(pictures.map(({ sha256 }) => files.has(sha256)))
        const present = pictures.filter((_, i) => here[i])
        if (used !== undefined)
          for (const { bytes, thumbnailBytes = 0 } of present) used += bytes + thumbnailBytes
        await removeFiles(await pictureWriter.put(present))
      }),
    /**
     * Brings the kept files within the quota. Files used at or after `before` go only when no older file is left. False
     * when such files had to go: there is no room for more.
     */
    makeRoom: (before: number): Promise<boolean> =>
      alone(async () => {
        const over = await excess()
        if (over <= 0) return true
        const freed = await evict(over, before)
        if (freed >= over) return true
        await evict(over - freed, Number.MAX_SAFE_INTEGER)
        return false
      }),
    /** Marks the pictures of a content as missing, since its file is gone or damaged. */
    lose: (sha256: string, reason: string): Promise<void> =>
      alone(async () => {
        await pictureWriter.lost(sha256, reason)
        await removeFiles([sha256])
        used = undefined
      }),
  }
}

/** Uses are written together, so often (milliseconds): looking at a picture must not cost a transaction. */
const interval = 5000

/**
 * Notes which files were looked at, for the order in which files go when space is needed, and which variants were made,
 * for the space they take.
 */
export function createPictureUseNotes(now: () => number, writer: PictureStores['spaceWriter']) {
  const noted = new Map<string, number>()
  let made: MadeVariant[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const uses = [...noted].map(([sha256, at]) => ({ sha256, at }))
    const variants = made
    noted.clear()
    made = []
    if (uses.length > 0) await writer.used(uses)
    if (variants.length > 0) await writer.made(variants)
  }
  /** A lost note costs a file its place in the order, or is made up for at the next sweep. */
  const flushIfPossible = (): Promise<void> => flush().catch(() => undefined)
  const flushSoon = (): void => {
    timer ??= setTimeout(() => void flushIfPossible(), interval).unref()
  }
  return {
    noteUse(sha256: string): void {
      noted.set(sha256, now())
      flushSoon()
    },
    noteMade(variant: MadeVariant): void {
      made.push(variant)
      flushSoon()
    },
    /** Writes the notes. @throws PlainError when nothing can be written */
    flush,
    /** Writes the last notes, if anything can be written. */
    close: flushIfPossible,
  }
}
