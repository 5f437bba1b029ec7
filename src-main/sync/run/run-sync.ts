import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { LookupEntry, LookupKind } from '../../../src-shared/catalog/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Upstream } from '../../upstream/index.ts'
import type { PictureDownload } from '../contract.ts'
import { isWindow, pageQuery, type Slice } from '../plan.ts'
import {
  type CommonHold,
  type RetryOptions,
  retryCall,
  type SyncTiming,
  type Wait,
} from '../reading/failures.ts'
import { createSliceReader, type SliceReadingOptions } from '../reading/slice-reader.ts'
import type { KeepAnswer } from '../store/answer-keeping.ts'
import type { OpenRun } from '../store/run-rows.ts'
import type { SyncWriter } from '../store/sync-writer.ts'
import type { Speedometer } from './speedometer.ts'

interface RunOptions {
  writer: SyncWriter
  upstream: Upstream
  keepAnswer: KeepAnswer
  media: PictureDownload | undefined
  clock: Clock
  timing: SyncTiming
  speed: Speedometer
  concurrency(): number
  signal: AbortSignal
  /** A pause that the service requested from an earlier process and that is not over. */
  held?: CommonHold | undefined
}

/**
 * Executes a run from its checkpoints to its end: lookups, items, pictures. Resolves with null or with remarks
 * about missing lookup entries or pictures, which do not fail the run. Rejects if the run has to stop.
 */
export async function runSync({ run, progress }: OpenRun, options: RunOptions): Promise<string | null> {
  const { writer, signal } = options
  const retry = retryOptions(run.id, options)
  const remarks: string[] = []
  const note = (): string | null => remarks.join(' ') || null
  for (const kind of progress.lookups) {
    const { entries, total, isWhole } = await retryCall(() => readLookupList(kind, options), retry)
    await writer.putLookups(run.id, kind, entries, isWhole)
    const list = listNames[kind]
    if (!isWhole)
      remarks.push(
        say`The service announced ${total} ${list}, but sent ${entries.length} different ones. Those are saved.`,
      )
  }
  await writer.setPhase(run.id, 'items')
  await readSlices(run.id, { ...options, retry })
  if (!options.media) return note()
  await writer.setPhase(run.id, 'pictures')
  try {
    const trouble = await fetchPictures(run.id, options.media, options)
    if (trouble !== undefined) remarks.push(trouble)
    return note()
  } catch (error) {
    signal.throwIfAborted()
    remarks.push(say`The catalog is complete, but not all pictures could be fetched: ${messageOf(error)}`)
    return note()
  }
}

const listNames: Record<LookupKind, string> = {
  brand: say`brands`,
  distributor: say`distributors`,
  manufacturer: say`manufacturers`,
  retailer: say`retailers`,
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Retry options that show a run as paused until the retry time when the service requests a pause. */
function retryOptions(id: string, { clock, timing, signal, writer, held }: RunOptions): RetryOptions {
  return {
    clock,
    timing,
    signal,
    hold: held ? { current: held } : {},
    async onWait({ reason, message, until }: Wait) {
      if (reason === 'retry') await writer.note(id, `${message} ${say`Trying again at ${isoTime(until)}.`}`)
      else
        await writer.end(id, {
          outcome: 'paused',
          note: `${message} ${say`It continues automatically at ${isoTime(until)}.`}`,
          pause: { reason, until },
        })
    },
    async onGoOn() {
      await writer.resume(id)
    },
  }
}

/**
 * Reads all slices of a run, several at a time. Repeats while items have joined an open window in the meantime.
 */
async function readSlices(id: string, options: SliceReadingOptions): Promise<void> {
  const { writer } = options
  for (;;) {
    await readUnreadSlices(id, options)
    if (await recheckOpenWindows(id, options)) continue
    if (!(await writer.askVerified(id))) return
  }
}

async function readUnreadSlices(id: string, options: SliceReadingOptions): Promise<void> {
  const { writer, concurrency } = options
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const reader = createSliceReader(id, { ...options, signal, retry: { ...options.retry, signal } })
  const queue = new PQueue({ concurrency: concurrency() })
  const started = new Set<number>()

  const enqueue = async () => {
    for (const slice of await writer.unreadSlices(id)) {
      if (started.has(slice.number)) continue
      started.add(slice.number)
      void queue.add(() => read(slice), { priority: newestFirst(slice) })
    }
  }
  const read = async (slice: Slice) => {
    if (signal.aborted) return
    try {
      await reader.read(slice)
      // The slice may have been split, or may have added slices.
      await enqueue()
    } catch (error) {
      // The first failure aborts the other slices.
      failed.abort(error)
    }
    queue.concurrency = concurrency()
  }
  await enqueue()
  await queue.onIdle()
  options.signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
}

/**
 * Reads the newest window first. An item that changes during the run moves to a newer window, which
 * `recheckOpenWindows` finds at the end.
 */
const newestFirst = (slice: Slice): number => (isWindow(slice) ? Number(slice.task.since) : 0)

/** Returns true if items have joined an open window, which must then be read again. */
async function recheckOpenWindows(id: string, options: SliceReadingOptions): Promise<boolean> {
  const { writer, upstream, keepAnswer, retry, signal } = options
  let hasJoined = false
  for (const slice of await writer.openWindows(id)) {
    if (!isWindow(slice)) continue
    const joined = await retryCall(async () => {
      const query = pageQuery(slice.task, { purpose: 'length', idx: 0, limit: 1 })
      const bytes = await upstream.itemPage(query, { signal })
      return keepAnswer([bytes], ([answer = bytes]) => writer.recheck(id, slice.number, answer), signal)
    }, retry)
    hasJoined ||= joined
  }
  return hasJoined
}

/** Maximum number of calls for a lookup list, and of entries accepted. */
const maxListCalls = 1000
const maxEntries = 1_000_000

interface LookupList {
  /** Without duplicates. */
  entries: LookupEntry[]
  total: number
  /** Whether the service returned as many entries as it announced. */
  isWhole: boolean
}

/**
 * Reads a lookup list. If the service returns only a part, the rest is requested as long as new entries
 * arrive.
 */
async function readLookupList(kind: LookupKind, { upstream, signal }: RunOptions): Promise<LookupList> {
  const found = new Map<string, LookupEntry>()
  let received = 0
  for (let calls = 1; ; calls++) {
    const { entries, total } = await upstream.lookups(kind, received > 0 ? { idx: received } : {}, { signal })
    const before = found.size
    for (const entry of entries) if (found.size < maxEntries) found.set(entry.id, entry)
    received += entries.length
    // An entry that is repeated within one response counts as received.
    const isWhole = received >= total && (calls === 1 || found.size > before)
    if (isWhole || found.size === before || found.size === maxEntries || calls === maxListCalls)
      return { entries: [...found.values()], total, isWhole }
  }
}

/** How often picture progress is written, in milliseconds: each write is a transaction. */
const pictureNoteInterval = 500

async function fetchPictures(
  id: string,
  media: PictureDownload,
  { writer, signal }: RunOptions,
): Promise<string | undefined> {
  let progress = { done: 0, total: 0, bytes: 0 }
  let written = progress
  const note = async () => {
    if (progress === written) return
    const newBytes = Math.max(0, progress.bytes - written.bytes)
    written = progress
    await writer.putPictures(id, written.total, written.done, newBytes)
  }
  const finished = new AbortController()
  const progressWrites = (async () => {
    while (!finished.signal.aborted) {
      await delay(pictureNoteInterval, undefined, { signal: finished.signal }).catch(() => undefined)
      await note()
    }
  })()
  try {
    return await media.download({
      signal,
      onProgress(now) {
        progress = now
      },
    })
  } finally {
    // The run does not wait for the end of the interval.
    finished.abort()
    await progressWrites
    await note()
  }
}
