import { setTimeout as delay } from 'node:timers/promises'
import type { LookupEntry, LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import type { Clock } from '../platform/clock.ts'
import type { Remote } from '../storage/store.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { KeepAnswer } from './keep-answer.ts'
import { type CommonHold, type PatientOptions, patiently, type SyncTiming, type Wait } from './patience.ts'
import { readSlices } from './read-slices.ts'
import { iso, type OpenRun } from './run-row.ts'
import type { Speedometer } from './speedometer.ts'
import type { PictureDownload } from './sync.ts'
import type { syncWriter } from './sync-store.ts'

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
  for (const kind of progress.lookups) {
    const entries = await patiently(() => wholeList(kind, options), patience)
    await writer.putLookups(run.id, kind, entries)
  }
  await writer.setPhase(run.id, 'items')
  await readSlices(run.id, { ...options, patience })
  if (!options.media) return null
  await writer.setPhase(run.id, 'pictures')
  try {
    await fetchPictures(run.id, options.media, options)
    return null
  } catch (error) {
    signal.throwIfAborted()
    return `The catalog is complete, but not all pictures could be fetched: ${messageOf(error)}`
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

/** A list without a limit comes whole; a service that gives less is asked for the rest. */
async function wholeList(kind: LookupKind, { upstream, signal }: RunOptions): Promise<LookupEntry[]> {
  const entries: LookupEntry[] = []
  for (;;) {
    const page = await upstream.lookups(kind, entries.length > 0 ? { idx: entries.length } : {}, { signal })
    entries.push(...page.entries)
    if (page.entries.length === 0 || entries.length >= page.total) return entries
  }
}

/** Progress of pictures is noted this often, in milliseconds: each note is a transaction. */
const pictureNoteInterval = 500

async function fetchPictures(
  id: string,
  media: PictureDownload,
  { writer, signal }: RunOptions,
): Promise<void> {
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
    await media.download({
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
