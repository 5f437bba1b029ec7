import { setTimeout as delay } from 'node:timers/promises'
import type { LookupEntry, LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import type { Clock } from '../platform/clock.ts'
import type { Remote } from '../storage/store.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type Checkpoint, nextRequest, type PageRequest } from './checkpoint.ts'
import { type PatientOptions, patiently, type SyncTiming } from './patience.ts'
import type { Speedometer } from './speedometer.ts'
import type { PictureDownload } from './sync.ts'
import type { OpenRun, syncWriter } from './sync-store.ts'

export interface RunOptions {
  writer: Remote<ReturnType<typeof syncWriter.open>>
  upstream: Upstream
  media: PictureDownload | undefined
  clock: Clock
  timing: SyncTiming
  speed: Speedometer
  signal: AbortSignal
}

/**
 * Carries a run from its checkpoint to its end: lookups, items, pictures. Resolves with a remark when something was
 * left undone that does not make the copy of the catalog incomplete; rejects when the run has to stop.
 */
export async function runSync({ run, checkpoint }: OpenRun, options: RunOptions): Promise<string | null> {
  const { writer, signal } = options
  const behindLookups = await fetchLookups(run.id, checkpoint, options)
  await writer.setPhase(run.id, 'items')
  await fetchItems(run.id, behindLookups, run.kind === 'full', options)
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

const patience = (id: string, { clock, timing, signal, writer }: RunOptions): PatientOptions => ({
  clock,
  timing,
  signal,
  onWait: (reason, until) => writer.note(id, `${reason} Trying again at ${new Date(until).toISOString()}.`),
})

async function fetchLookups(id: string, start: Checkpoint, options: RunOptions): Promise<Checkpoint> {
  let checkpoint = start
  for (const kind of start.lookups) {
    const entries = await patiently(() => wholeList(kind, options), patience(id, options))
    checkpoint = await options.writer.putLookups(id, kind, entries)
  }
  return checkpoint
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

interface Fetched {
  asked: PageRequest
  bytes: Promise<Uint8Array>
}

async function fetchItems(
  id: string,
  start: Checkpoint,
  readAhead: boolean,
  options: RunOptions,
): Promise<void> {
  const { writer, upstream, signal, speed } = options
  const fetchPage = ({ idx, limit }: PageRequest) =>
    upstream.itemPage({ since: start.since, idx, limit, media: true }, { signal })

  let checkpoint = start
  let ahead: Fetched | undefined
  for (let asked = nextRequest(checkpoint); asked; asked = nextRequest(checkpoint)) {
    const request = asked
    let prepared = same(ahead?.asked, request) ? ahead?.bytes : undefined
    ahead = undefined
    checkpoint = await patiently(
      async () => {
        const answer = prepared ?? fetchPage(request)
        prepared = undefined
        const bytes = await answer
        // While the page is kept, the next one is on its way; when it turns out to be another, its answer is dropped.
        ahead = readAhead ? begin(following(request), fetchPage) : undefined
        return writer.putPage(id, request, bytes)
      },
      patience(id, options),
    )
    speed.note(request.purpose === 'page' ? request.limit : 0)
  }
}

/** The page that is next when nothing unexpected happens. */
function following({ purpose, idx, limit }: PageRequest): PageRequest | undefined {
  if (purpose !== 'page' || idx <= 0) return undefined
  const before = Math.max(0, idx - limit)
  return { purpose, idx: before, limit: idx - before }
}

function begin(
  asked: PageRequest | undefined,
  fetchPage: (request: PageRequest) => Promise<Uint8Array>,
): Fetched | undefined {
  if (!asked) return undefined
  const bytes = fetchPage(asked)
  // It fails, if it fails, where it is awaited; it may never be.
  bytes.catch(() => {})
  return { asked, bytes }
}

const same = (one: PageRequest | undefined, other: PageRequest): boolean =>
  one !== undefined && one.purpose === other.purpose && one.idx === other.idx && one.limit === other.limit

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
