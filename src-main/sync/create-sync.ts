import { randomUUID } from 'node:crypto'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { systemClock } from '../platform/clock.ts'
import { takeProcessLock } from '../storage/process-lock.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { firstCheckpoint } from './checkpoint.ts'
import { defaultSyncTiming, type SyncTiming } from './patience.ts'
import { runSync } from './run-sync.ts'
import { createSpeedometer } from './speedometer.ts'
import { type Sync, SyncError, type SyncOptions } from './sync.ts'
import { type OpenRun, syncReader, syncWriter } from './sync-store.ts'

/** Items asked for at a time: what the decisions allow at most. A service that gives fewer is followed. */
const defaultPageSize = 1000
/** The first page of a run that expects little; the following ones are larger. */
const firstIncrementalPage = 50
/** Before every item there is: the specification demands a selector. */
const beginning = '19000101'
const dayLength = 24 * 60 * 60 * 1000
const historyLength = 50

/** Why a run was aborted; the abort's reason. */
class Stopped extends Error {
  readonly outcome: 'cancelled' | 'interrupted'
  constructor(outcome: 'cancelled' | 'interrupted', message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** The sync of one connected workspace. It does nothing until it is started. */
export function createSync(options: SyncOptions & { timing?: Partial<SyncTiming> }): Sync {
  const {
    storage,
    directory,
    upstream,
    media,
    clock = systemClock,
    log,
    pageSize = defaultPageSize,
  } = options
  const timing = { ...defaultSyncTiming, ...options.timing }
  const reader = storage.reader(syncReader)
  const writer = storage.writer(syncWriter)
  const catalog = storage.reader(catalogReader)
  let speed = createSpeedometer(clock)
  let current: { abort: AbortController; ended: Promise<void>; again: boolean } | undefined
  let closed = false

  /** The run to go on with, or a new one. */
  async function openRun(full: boolean): Promise<OpenRun> {
    const latest = await reader.latest()
    const isUnfinished = latest !== undefined && latest.run.outcome !== 'completed'
    if (isUnfinished && (!full || latest.run.kind === 'full')) return writer.resume(latest.run.id)
    const watermark = await reader.watermark()
    const isFull = full || watermark === undefined
    // One day back: a service may show a change a little later than the moment it writes into it.
    const since = isFull ? beginning : dayOf(watermark.updatedUpTo - dayLength)
    const checkpoint = firstCheckpoint(since, pageSize, isFull ? pageSize : firstIncrementalPage)
    return writer.begin(randomUUID(), isFull ? 'full' : 'incremental', checkpoint)
  }

  async function carryOut(open: OpenRun, signal: AbortSignal): Promise<void> {
    const { id } = open.run
    try {
      const remark = await runSync(open, { writer, upstream, media, clock, timing, speed, signal })
      await writer.complete(id, remark)
    } catch (error) {
      const stopped = signal.reason instanceof Stopped ? signal.reason : undefined
      if (stopped) await writer.end(id, stopped.outcome, stopped.message)
      else {
        if (!(error instanceof UpstreamError)) log?.error({ err: error }, 'a sync failed')
        await writer.end(id, 'failed', whyFailed(error))
      }
    }
  }

  /** @throws SyncError `BUSY` when another process is syncing this workspace */
  async function begin(full: boolean): Promise<void> {
    const lock = takeProcessLock(directory, 'sync')
    if (!lock)
      throw new SyncError('BUSY', 'Another program is syncing this workspace. Wait until it is done.')
    const abort = new AbortController()
    const started = Promise.withResolvers<void>()
    const work = async () => {
      try {
        await writer.markInterrupted()
        let open = await openRun(full)
        started.resolve()
        for (;;) {
          speed = createSpeedometer(clock)
          await carryOut(open, abort.signal)
          if (!current?.again || abort.signal.aborted) return
          current.again = false
          open = await openRun(false)
        }
      } catch (error) {
        started.reject(error)
        log?.error({ err: error }, 'a sync could not be carried on')
      } finally {
        lock.release()
        current = undefined
      }
    }
    current = { abort, again: false, ended: Promise.resolve() }
    current.ended = work()
    await started.promise
  }

  /** A run that its process did not live to end says so as soon as somebody looks. */
  async function noteInterrupted(): Promise<void> {
    const lock = takeProcessLock(directory, 'sync')
    if (!lock) return
    try {
      await writer.markInterrupted()
    } finally {
      lock.release()
    }
  }

  const state: Sync['state'] = async () => {
    const [newest] = await reader.history(1)
    if (newest?.outcome === 'running' && !current) await noteInterrupted()
    const [history, watermark, counts] = await Promise.all([
      reader.history(historyLength),
      reader.watermark(),
      catalog.counts(),
    ])
    const running = history.find(({ outcome }) => outcome === 'running')
    const rate = current && running?.phase === 'items' ? speed.rate() : undefined
    const left = running?.itemsTotal === undefined ? undefined : running.itemsTotal - running.itemsDone
    return {
      ...(running && { current: running }),
      ...(rate !== undefined && { rate }),
      ...(rate !== undefined && left !== undefined && { secondsLeft: Math.max(0, Math.ceil(left / rate)) }),
      history,
      ...(watermark && { completeUpTo: new Date(watermark.completeAt).toISOString() }),
      items: counts.items,
      lookups: {
        manufacturer: counts.manufacturers,
        brand: counts.brands,
        distributor: counts.distributors,
        retailer: counts.retailers,
      },
    }
  }

  async function stop(reason: Stopped): Promise<void> {
    current?.abort.abort(reason)
    await current?.ended
  }

  return {
    state,
    async start({ full = false } = {}) {
      if (closed) throw new SyncError('CLOSED', 'The workspace is being closed.')
      if (current) current.again = true
      else await begin(full)
      return state()
    },
    async finished() {
      await current?.ended
      return state()
    },
    async cancel() {
      await stop(new Stopped('cancelled', 'Cancelled; the next run continues it.'))
      return state()
    },
    async close() {
      closed = true
      await stop(new Stopped('interrupted', 'The program ended in the middle; the next run continues it.'))
    },
  }
}

function whyFailed(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const advice =
    error instanceof UpstreamError && error.kind === 'credentials'
      ? 'Enter them anew in the settings.'
      : 'What has come so far is kept; the next run continues from there.'
  return `${message} ${advice}`
}

/** `YYYYMMDD` in UTC; nothing before 1900. */
const dayOf = (milliseconds: number): string =>
  new Date(Math.max(milliseconds, Date.UTC(1900, 0, 1))).toISOString().slice(0, 10).replaceAll('-', '')
