import type { PictureChoice } from '../../../src-shared/media/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { toFileError } from '../../platform/files/file-error.ts'
import { lacksImageLibrary } from '../../platform/image-library.ts'
import { UpstreamError } from '../../upstream/index.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { MissingPicture, PictureFailure } from '../keep/missing-store.ts'
import type { NewPicture } from '../keep/picture-store.ts'
import { isStoreError } from '../remote/store-error.ts'
import type { PictureFetcher } from './picture-fetcher.ts'

/**
 * Limits of a batch, which is a transaction: stored pictures, failed or left-out pictures, and milliseconds
 * since the last batch.
 */
const maxStored = 50
const maxFailed = 500
const maxBatchTime = 1000
const workers = 6
/** Failed connections in a row after which a host is skipped for the rest of the run. */
const maxUnreachable = 5

interface DownloadOptions {
  stores: PictureStores
  fetcher: PictureFetcher
  keptPictures: KeptPictures
  choice: PictureChoice
  clock: Clock
  /** False if the person has changed the choice: a download for an earlier choice stops. */
  isCurrent(): boolean
}
export interface DownloadProgress {
  done: number
  total: number
  bytes: number
}
interface DownloadOutcome {
  fetched: number
  failed: number
  /** Number of pictures left out because there was no space. */
  leftOut: number
}

/**
 * Downloads the missing pictures of records. If space runs out, pictures last used before the start of the
 * download are evicted, but never pictures of this download; if only those are left, the remaining pictures
 * are left out.
 * @throws UpstreamError if the service asks for a pause or cannot be reached; PlainError if the disk or
 * the picture store refuses writes, or no picture can be processed on this computer
 */
export async function downloadMissing(
  { stores, fetcher, keptPictures, choice, clock, isCurrent }: DownloadOptions,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: DownloadProgress): void },
): Promise<DownloadOutcome> {
  const { missingWriter } = stores
  const startedAt = clock.now()
  const progress: DownloadProgress = { done: 0, total: 0, bytes: 0 }
  const outcome: DownloadOutcome = { fetched: 0, failed: 0, leftOut: 0 }
  const unreachable = new Map<string, { times: number; error: UpstreamError }>()
  let hasSpace = true
  let kept: NewPicture[] = []
  let failed: PictureFailure[] = []
  let leftOut: string[] = []
  let flushedAt = startedAt

  const flush = async (): Promise<void> => {
    const [newly, failures, left] = [kept, failed, leftOut]
    kept = []
    failed = []
    leftOut = []
    flushedAt = clock.now()
    if (failures.length > 0) await missingWriter.failed(failures)
    if (left.length > 0) await missingWriter.leaveOut(left)
    if (newly.length === 0) return
    await keptPictures.put(newly)
    hasSpace = (await keptPictures.makeRoom(startedAt)) && hasSpace
  }
  const one = async ({ url, itemId, pinned }: MissingPicture): Promise<void> => {
    if (!hasSpace && !pinned) {
      leftOut.push(url)
      outcome.leftOut += 1
      return
    }
    const host = URL.canParse(url) ? new URL(url).host : ''
    const silent = unreachable.get(host)
    if (silent && silent.times >= maxUnreachable) {
      failed.push({ url, itemId, error: silent.error.message, passing: true })
      outcome.failed += 1
      return
    }
    try {
      const picture = await fetcher.fetch({ url, itemId, purpose: 'ahead', signal })
      unreachable.delete(host)
      kept.push(picture)
      outcome.fetched += 1
      progress.bytes += picture.bytes
    } catch (error) {
      signal.throwIfAborted()
      if (asksForPause(error)) throw error
      const cause = toFileError(error)
      if (lacksImageLibrary(cause) || isStoreError(cause)) throw cause
      if (cause instanceof PlainError && diskErrors.has(cause.code)) throw cause
      const passing = error instanceof UpstreamError && error.kind === 'unreachable'
      if (passing) {
        const times = (unreachable.get(host)?.times ?? 0) + 1
        unreachable.set(host, { times, error })
        if (host === fetcher.serviceHost && times >= maxUnreachable) throw error
      }
      failed.push({
        url,
        itemId,
        error: (error as Error).message,
        passing,
        refusedHost: refusedHostOf(error),
      })
      outcome.failed += 1
    }
  }

  const missing = missingPictures(stores.missing, choice, {
    now: startedAt,
    signal,
    onTotal(total) {
      progress.total = total
      onProgress({ ...progress })
    },
  })
  const worker = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await missing.next()
      if (done) return
      if (!isCurrent()) return void (await missing.return(undefined))
      await one(value)
      progress.done += 1
      progress.total = Math.max(progress.total, progress.done)
      onProgress({ ...progress })
      const notStored = failed.length + leftOut.length
      const isFull = kept.length >= maxStored || notStored >= maxFailed
      const isDue = kept.length + notStored > 0 && clock.now() - flushedAt > maxBatchTime
      if (isFull || isDue) await flush()
    }
  }
  // If a worker fails, the others stop at their next picture.
  const ends = await Promise.allSettled(Array.from({ length: workers }, () => worker().catch(stopAll)))
  await flush()
  signal.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  onProgress({ ...progress, done: progress.total })
  return outcome

  async function stopAll(error: unknown): Promise<never> {
    await missing.return(undefined)
    throw error
  }
}

/** Disk failures, which would affect the next picture too. */
const diskErrors = new Set(['disk-full', 'read-only', 'not-allowed', 'disk-error'])

/** The host that the connection would have to allow, if a picture was refused because of its host. */
export const refusedHostOf = (error: unknown): string | undefined =>
  error instanceof UpstreamError ? error.refusedHost : undefined

/** Whether the service asks for a pause; any other failure affects one picture only. */
const asksForPause = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.kind === 'limit' || error.kind === 'maintenance')

/** Items read at a time, and missing pictures held in memory: a catalog may miss millions. */
const rangeSize = 500
const maxRemembered = 20_000

/**
 * All missing pictures in the order of the items, without duplicates among those in memory. They are counted
 * before the first is yielded.
 */
async function* missingPictures(
  reader: PictureStores['missing'],
  choice: PictureChoice,
  { now, signal, onTotal }: { now: number; signal: AbortSignal; onTotal(total: number): void },
): AsyncGenerator<MissingPicture> {
  let total = 0
  let counted = false
  for (let from: number | undefined = 0; from !== undefined; ) {
    const remembered = new Map<string, MissingPicture>()
    let rest: number | undefined
    for (let after: number | undefined = from; after !== undefined; ) {
      signal.throwIfAborted()
      const found: { pictures: MissingPicture[]; next?: number } = await reader.pictures(
        after,
        rangeSize,
        choice,
        now,
      )
      if (rest === undefined) for (const picture of found.pictures) remembered.set(picture.url, picture)
      else total += found.pictures.length
      after = found.next
      if (rest === undefined && remembered.size >= maxRemembered) {
        rest = after
        if (counted) break
      }
    }
    if (!counted) onTotal(total + remembered.size)
    counted = true
    yield* remembered.values()
    from = rest
  }
}
