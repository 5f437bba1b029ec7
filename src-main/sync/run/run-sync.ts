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
  /** A pause that the service asked an earlier program for, and that is not over. */
  held?: CommonHold | undefined
}

/**
 * Carries a run from its checkpoints to its end: lookups, items, pictures. Resolves with remarks on what is missing
 * without making the copy of the catalog incomplete; rejects when the run has to stop.
 */
export async function runSync({ run, progress }: OpenRun, options: RunOptions): Promise<string | null> {
  const { writer, signal } = options
  const retry = retryOptions(run.id, options)
  const remarks: string[] = []
  const note = (): string | null => remarks.join(' ') || null
  for (const kind of progress.lookups) {
    const { entries, total, isWhole } = await retryCall(() => wholeList(kind, options), retry)
    await writer.putLookups(run.id, kind, entries, isWhole)
    const list = listNames[kind]
    if (!isWhole)
      remarks.push(
        say`The service says that it has ${total} in the list of ${list}, but gave ${entries.length} different ones; those are kept.`,
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

/** A run that the service tells to wait is shown as paused until the moment named. */
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
          note: `${message} ${say`It goes on by itself at ${isoTime(until)}.`}`,
          pause: { reason, until },
        })
    },
    async onGoOn() {
      await writer.resume(id)
    },
  }
}

/** Reads all slices of a run, several at a time, and then the open windows again until no further item joins them. */
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
  const begun = new Set<number>()

  const enqueue = async () => {
    for (const slice of await writer.unreadSlices(id)) {
      if (begun.has(slice.number)) continue
      begun.add(slice.number)
      void queue.add(() => read(slice), { priority: newestFirst(slice) })
    }
  }
  const read = async (slice: Slice) => {
    if (signal.aborted) return
    try {
      await reader.read(slice)
      // The slice may have been cut into others, or have added some.
      await enqueue()
    } catch (error) {
      // The first failure ends the others.
      failed.abort(error)
    }
    queue.concurrency = concurrency()
  }
  await enqueue()
  await queue.onIdle()
  options.signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
}

/** The newest window is read first: an item that changes meanwhile moves to a newer window, and is read there at the end. */
const newestFirst = (slice: Slice): number => (isWindow(slice) ? Number(slice.task.since) : 0)

/** True when items have joined an open window, which has to be read on. */
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

/** A lookup list is asked for in so many calls at most, and so many of its entries are taken. */
const maxListCalls = 1000
const maxEntries = 1_000_000

interface WholeList {
  /** Each entry once. */
  entries: LookupEntry[]
  total: number
  /** Whether as many entries came as the service says it has. */
  isWhole: boolean
}

/** Reads a lookup list. A service that does not give the whole list is asked for the rest as long as new entries come. */
async function wholeList(kind: LookupKind, { upstream, signal }: RunOptions): Promise<WholeList> {
  const found = new Map<string, LookupEntry>()
  let received = 0
  for (let calls = 1; ; calls++) {
    const { entries, total } = await upstream.lookups(kind, received > 0 ? { idx: received } : {}, { signal })
    const before = found.size
    for (const entry of entries) if (found.size < maxEntries) found.set(entry.id, entry)
    received += entries.length
    // An entry that the service repeats within one answer counts as given.
    const isWhole = received >= total && (calls === 1 || found.size > before)
    if (isWhole || found.size === before || found.size === maxEntries || calls === maxListCalls)
      return { entries: [...found.values()], total, isWhole }
  }
}

/** Progress of pictures is noted this often, in milliseconds: each note is a transaction. */
const pictureNoteInterval = 500

async function fetchPictures(
  id: string,
  media: PictureDownload,
  { writer, signal }: RunOptions,
): Promise<string | undefined> {
  let progress = { done: 0, total: 0, bytes: 0 }
  let noted = progress
  const note = async () => {
    if (progress === noted) return
    const newBytes = Math.max(0, progress.bytes - noted.bytes)
    noted = progress
    await writer.putPictures(id, noted.total, noted.done, newBytes)
  }
  const over = new AbortController()
  const noting = (async () => {
    while (!over.signal.aborted) {
      await delay(pictureNoteInterval, undefined, { signal: over.signal }).catch(() => undefined)
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
    // A run does not wait for the next moment to note something.
    over.abort()
    await noting
    await note()
  }
}
