import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import type { syncContract } from '../../src-shared/sync/contract.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { nodePowerState, type PowerState } from '../platform/power.ts'
import type { Storage } from '../storage/index.ts'
import type { Upstream } from '../upstream/index.ts'
import type { PictureDownload, SyncErrorCode, SyncStart } from './contract.ts'
import { openQuarantine } from './quarantine.ts'
import { defaultSyncTiming, type SyncTiming } from './reading/failures.ts'
import { cancelled, closed, createCurrentRun, paused } from './run/current-run.ts'
import { startSchedule } from './run/schedule.ts'
import { openAnswerKeeping } from './store/answer-keeping.ts'
import { syncReader } from './store/sync-reader.ts'
import { syncWriter } from './store/sync-writer.ts'
import { openSyncSettings } from './sync-settings.ts'
import { openSyncState } from './sync-state.ts'

interface SyncOptions {
  storage: Storage
  /** The workspace's folder. The lock file `sync.lock` in it allows one process at a time to sync. */
  directory: string
  upstream: Upstream
  media?: PictureDownload
  clock?: Clock
  log?: Logger
  /** Items per request; adapts to a service that returns fewer. */
  pageSize?: number
  /**
   * Maximum number of items per slice, if the slice is longer than a day: services are slow for deep pages.
   */
  sliceSize?: number
  /** Whether to start runs automatically, according to the settings. */
  scheduled?: boolean
  power?: PowerState
}

/** Items per request: the maximum that the design decisions allow. */
const defaultPageSize = 1000
const defaultSliceSize = 10_000

export type Sync = ReturnType<typeof createSync>

/** The sync of one connected workspace. No run starts before `start` is called or the schedule starts one. */
export function createSync(options: SyncOptions & { timing?: Partial<SyncTiming> }) {
  const { storage, directory, upstream, media, clock = systemClock, log } = options
  const { pageSize = defaultPageSize, sliceSize = defaultSliceSize, scheduled = false } = options
  const power: PowerState = options.power ?? nodePowerState()
  const reader = storage.reader(syncReader)
  const writer = storage.writer(syncWriter)
  const settings = openSyncSettings(storage)
  const keepAnswer = openAnswerKeeping(storage)
  const closing = new AbortController()

  const run = createCurrentRun({
    ...{ directory, reader, writer, upstream, media, keepAnswer, clock, log, pageSize, sliceSize },
    timing: { ...defaultSyncTiming, ...options.timing },
    settings: settings.read,
    onBegin: () => schedule?.noteRun(),
    onEnd: () => schedule?.wake(),
  })
  const stateNow = openSyncState({
    storage,
    power,
    speed: run.speed,
    nextRunAt: () => schedule?.nextRunAt(),
    unwritten: run.unwritten,
  })
  const state = async (): Promise<SyncState> => {
    await run.noteInterrupted()
    return stateNow()
  }

  async function start(request: SyncStart, isByPerson: boolean): Promise<void> {
    closing.signal.throwIfAborted()
    await run.start(request, isByPerson)
  }

  const schedule = scheduled
    ? startSchedule({
        ...{ reader, writer, settings, power, upstream, clock, log },
        isRunning: run.isRunning,
        start: (plan) => start({ plan }, false),
        hold: async (reason) => {
          if (!run.isByPerson()) await run.stop(paused(reason))
        },
      })
    : undefined

  return {
    state,
    /**
     * Starts a run, or continues the unfinished run of the same plan. During a run, another is queued after
     * it, because the active run may already have passed the caller's changes. Resolves with the state right
     * after.
     * @throws PlainError `BUSY` or `CLOSED`
     */
    async start(request: SyncStart = {}): Promise<SyncState> {
      await start(request, true)
      return state()
    },
    /** Resolves when no run is active. */
    async finished(): Promise<SyncState> {
      await run.ended()
      return state()
    },
    /** Pauses until a person resumes the run. */
    async pause() {
      await run.stop(paused('person'))
      return state()
    },
    /**
     * Continues the paused run at once, regardless of the reason for the pause. @throws PlainError
     * `NOT_PAUSED`
     */
    async resume() {
      const { current: shown } = await state()
      if (shown?.outcome !== 'paused' || !shown.plan)
        throw new PlainError<SyncErrorCode>('NOT_PAUSED', say`No sync is paused.`)
      // The run may be waiting in this process for a time given by the service.
      await run.stop(paused('person'))
      await start({ plan: shown.plan }, true)
      return state()
    },
    async cancel() {
      await run.stop(cancelled())
      const { current: shown } = await state()
      if (shown?.outcome === 'paused') await writer.end(shown.id, cancelled().end)
      return state()
    },
    settings: settings.read,
    /** Takes effect at once, also for the active run. */
    async setSettings(chosen) {
      await settings.write(chosen)
      run.setConcurrency(chosen.concurrency)
      schedule?.wake()
      return settings.read()
    },
    ...openQuarantine({ reader, writer, upstream, keepAnswer, signal: closing.signal }),
    /** Stops the run so that the next start continues it. */
    async close(): Promise<void> {
      closing.abort(new PlainError<SyncErrorCode>('CLOSED', say`The workspace is being closed.`))
      await schedule?.close()
      await run.stop(closed())
    },
  } satisfies Room<typeof syncContract>
}
