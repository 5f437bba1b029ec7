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
  /** Bytes; null: no limit. */
  quota(): Promise<number | null>
}

export type KeptPictures = ReturnType<typeof openKeptPictures>

/** Keeps rows and files consistent: a file is written before its row, and deleted after it. */
export function openKeptPictures({ stores, files, variants, quota }: KeptPicturesOptions) {
  const { space, spaceWriter, pictureWriter } = stores
  const gate = new PQueue({ concurrency: 1 })
  /** Estimate of the bytes of all files, never too low: the exact sum over a million files is slow. */
  let used: number | undefined

  const exclusively = <T>(work: () => Promise<T>): Promise<T> => gate.add(work)
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
    /** Runs `work` while no file is added or deleted. */
    exclusively,
    /** Deletes contents that are not wanted any more. */
    giveUp: (sha256s: string[]): Promise<void> =>
      exclusively(async () => {
        await spaceWriter.giveUp(sha256s)
        await removeFiles(sha256s)
        used = undefined
      }),
    /** Deletes the files of contents that no row references any more. */
    removeFiles,
    /** Adds rows for pictures whose files exist. */
    put: (pictures: NewPicture[]): Promise<void> =>
      exclusively(async () => {
        const sizes = await Promise.all(pictures.map(({ sha256 }) => files.sizeOf(sha256)))
        const present = pictures.filter((_, i) => sizes[i] !== undefined)
        if (used !== undefined)
          for (const { bytes, thumbnailBytes = 0 } of present) used += bytes + thumbnailBytes
        await removeFiles(await pictureWriter.put(present))
      }),
    /**
     * Evicts files until the quota is met. Files used at or after `before` are evicted only if no older file
     * is left; returns false in that case: there is no space for more.
     */
    makeRoom: (before: number): Promise<boolean> =>
      exclusively(async () => {
        const over = await excess()
        if (over <= 0) return true
        const freed = await evict(over, before)
        if (freed >= over) return true
        await evict(over - freed, Number.MAX_SAFE_INTEGER)
        return false
      }),
    /** Marks the pictures of a content as missing, because its file is missing or damaged. */
    lose: (sha256: string, reason: string): Promise<void> =>
      exclusively(async () => {
        await pictureWriter.lost(sha256, reason)
        await removeFiles([sha256])
        used = undefined
      }),
  }
}

/**
 * Interval at which uses are written together, in milliseconds: viewing a picture must not cost a
 * transaction.
 */
const interval = 5000

/**
 * Records which files were viewed, for the order of eviction, and which variants were made, for the space
 * they take.
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
  /** A lost note affects only the order of eviction, or is corrected by the next sweep. */
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
    /** Writes the notes. @throws PlainError if nothing can be written */
    flush,
    /** Writes the last notes, if possible. */
    close: flushIfPossible,
  }
}
