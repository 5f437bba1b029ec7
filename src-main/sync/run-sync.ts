import { setTimeout as delay } from 'node:timers/promises'
import type { LookupEntry, LookupKind } from '../../src-shared/catalog/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Remote } from '../storage/index.ts'
import type { Upstream } from '../upstream/index.ts'
import type { KeepAnswer } from './keep-answer.ts'
import { type CommonHold, type PatientOptions, patiently, type SyncTiming, type Wait } from './patience.ts'
import { readSlices } from './read-slices.ts'
import { iso, type OpenRun } from './run-row.ts'
import type { Speedometer } from './speedometer.ts'
import type { PictureDownload } from './sync.ts'
import type { syncWriter } from './sync-writer.ts'

export interface RunOptions {
  writer: Remote<ReturnType<typeof syncWriter.open>>
  upstream: Upstream
  keepAnswer: KeepAnswer
  media: PictureDownload | undefined
  clock: Clock
  timing: SyncTiming
  speed: Speedometer
  concurrency(): number
  signal: AbortSignal
  /** A pause that an earlier program was told to make, and that is not over. */
  held?: CommonHold | undefined
}

/**
 * Carries a run from where it stands to its end: lookups, items, pictures. Resolves with a remark when something was
 * left undone that does not make the copy of the catalog incomplete; rejects when the run has to stop.
 */
export async function runSync({ run, progress }: OpenRun, options: RunOptions): Promise<string | null> {
  const { writer, signal } = options
  const patience = patienceOf(run.id, options)
  const remarks: string[] = []
  const said = (): string | null => remarks.join(' ') || null
  for (const kind of progress.lookups) {
    const { entries, total, isWhole } = await patiently(() => wholeList(kind, options), patience)
    await writer.putLookups(run.id, kind, entries, isWhole)
    if (!isWhole)
      remarks.push(
        `The service says that it has ${total} in the list of ${kind}s, but gave ${entries.length} different ones; those are kept.`,
      )
  }
  await writer.setPhase(run.id, 'items')
  await readSlices(run.id, { ...options, patience })
  if (!options.media) return said()
  await writer.setPhase(run.id, 'pictures')
  try {
    const trouble = await fetchPictures(run.id, options.media, options)
    if (trouble !== undefined) remarks.push(trouble)
    return said()
  } catch (error) {
    signal.throwIfAborted()
    remarks.push(`The catalog is complete, but not all pictures could be fetched: ${messageOf(error)}`)
    return said()
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A run that is told to wait pauses, visibly, until the moment it was told. */
function patienceOf(id: string, { clock, timing, signal, writer, held }: RunOptions): PatientOptions {
  return {
    clock,
    timing,
    signal,
    hold: held ? { current: held } : {},
    async onWait({ reason, message, until }: Wait) {
      if (reason === 'retry') await writer.note(id, `${message} Trying again at ${iso(until)}.`)
      else
        await writer.end(id, {
          outcome: 'paused',
          note: `${message} It goes on by itself at ${iso(until)}.`,
          pause: { reason, until },
        })
    },
    async onGoOn() {
      await writer.resume(id)
    },
  }
}

/** A list is asked for in so many parts at most, and so many entries of it are taken. */
const mostListCalls = 1000
const mostEntries = 1_000_000

interface WholeList {
  /** Each once. */
  entries: LookupEntry[]
  total: number
  /** Whether all came that the service says it has. */
  isWhole: boolean
}

/** A list without a limit comes whole; a service that gives less is asked for the rest, as long as something new comes. */
async function wholeList(kind: LookupKind, { upstream, signal }: RunOptions): Promise<WholeList> {
  const found = new Map<string, LookupEntry>()
  let received = 0
  for (let calls = 1; ; calls++) {
    const { entries, total } = await upstream.lookups(kind, received > 0 ? { idx: received } : {}, { signal })
    const before = found.size
    for (const entry of entries) if (found.size < mostEntries) found.set(entry.id, entry)
    received += entries.length
    // A service that repeats an entry in one answer has given it all the same.
    const isWhole = received >= total && (calls === 1 || found.size > before)
    if (isWhole || found.size === before || found.size === mostEntries || calls === mostListCalls)
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
  let running = true
  const noting = (async () => {
    while (running) {
      await delay(pictureNoteInterval)
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
    running = false
    await noting
    await note()
  }
}
