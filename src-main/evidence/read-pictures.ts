import { type ReadingKind, readingVersions, slowKind } from '../../src-shared/evidence/model.ts'
import type { Media } from '../media/index.ts'
import type { StartProgram } from '../platform/child-program.ts'
import type { Storage } from '../storage/index.ts'
import { createPictureReader, type ReadingBudget } from './reader/picture-reader.ts'
import { type LackingPicture, type ReadOutcome, readingReader, readingWriter } from './reading-store.ts'

const kinds = Object.keys(readingVersions) as ReadingKind[]
/** The kinds that are read of all pictures before the next ones. */
const passes: readonly (readonly ReadingKind[])[] = [kinds.filter((kind) => kind !== slowKind), [slowKind]]

/** Pictures listed at a time. */
const listedAtOnce = 200
/** Read pictures that are stored in one transaction, and the maximum milliseconds until they are. */
const maxUnsaved = 40
const saveInterval = 2000

export interface PictureReadingOptions {
  storage: Storage
  media: Pick<Media, 'withFile'>
  /** Entry module of the threads and of the process that reads pictures. */
  entry: URL
  startProgram: StartProgram
  budget?: ReadingBudget
}

interface RunOptions {
  signal: AbortSignal
  /** Processes at the same time. */
  processes: number
  /** The only pictures to read; all when absent. */
  only?: ReadonlySet<string>
  onProgress(progress: { done: number; total: number }): void
  /** Called after each time that results were stored. */
  onStored(): void
}

/**
 * Reads all pictures that lack a reading: first the quick kinds of all pictures, then the slow one. Results are stored every few pictures:
 * after an end at any moment, the next run reads the pictures without stored results.
 */
export function createPictureReading({ storage, media, ...start }: PictureReadingOptions) {
  const reader = storage.reader(readingReader)
  const writer = storage.writer(readingWriter)

  return async ({ signal, processes, only, onProgress, onStored }: RunOptions): Promise<void> => {
    await writer.prune()
    const lacking = await Promise.all(passes.map((pass) => reader.countLacking(pass)))
    const total = only ? only.size * passes.length : lacking.reduce((sum, count) => sum + count, 0)
    const readers = Array.from({ length: processes }, () =>
      createPictureReader({ ...start, inBackground: true }),
    )
    let unsaved: ReadOutcome[] = []
    let savedAt = performance.now()
    let done = 0
    const save = async (): Promise<void> => {
      const outcomes = unsaved
      unsaved = []
      savedAt = performance.now()
      await writer.put(outcomes)
      onStored()
    }
    try {
      const work = async (
        pictures: (typeof readers)[number],
        queue: () => Promise<LackingPicture | undefined>,
      ): Promise<void> => {
        for (let next = await queue(); next; next = await queue()) {
          signal.throwIfAborted()
          const { sha256, kinds } = next
          const outcome = await media.withFile(sha256, (path) =>
            pictures.read({ path, sha256, kinds }, signal),
          )
          unsaved.push({ sha256, kinds, outcome })
          done++
          onProgress({ done, total: Math.max(done, total) })
          if (unsaved.length >= maxUnsaved || performance.now() - savedAt > saveInterval) await save()
        }
      }
      for (const pass of passes) {
        const queue = lackingPictures(reader, pass, only)
        const ended = await Promise.allSettled(readers.map((one) => work(one, queue)))
        const failed = ended.find((one) => one.status === 'rejected')
        if (failed) throw failed.reason
        await save()
      }
    } finally {
      for (const one of readers) one.close()
      await save()
    }
  }
}

/** Returns the next picture that lacks a reading at each call; undefined after the last one. */
function lackingPictures(
  reader: {
    lacking(kinds: readonly ReadingKind[], after: string, limit: number): Promise<LackingPicture[]>
  },
  kinds: readonly ReadingKind[],
  only: ReadonlySet<string> | undefined,
): () => Promise<LackingPicture | undefined> {
  let listed: LackingPicture[] = []
  let last: string | undefined = ''
  let listing: Promise<void> | undefined
  const list = async (after: string): Promise<void> => {
    const found = await reader.lacking(kinds, after, listedAtOnce)
    last = found.length < listedAtOnce ? undefined : found.at(-1)?.sha256
    listed = found.filter(({ sha256 }) => only?.has(sha256) ?? true)
  }
  return async () => {
    while (listed.length === 0 && last !== undefined) {
      listing ??= list(last).finally(() => {
        listing = undefined
      })
      await listing
    }
    return listed.shift()
  }
}
