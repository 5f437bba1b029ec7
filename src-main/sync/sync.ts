import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import type { syncContract } from '../../src-shared/sync/contract.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { type PowerState, powerOfNode } from '../platform/power.ts'
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
  /** The workspace's folder; `sync.lock` in it lets one process sync at a time. */
  directory: string
  upstream: Upstream
  media?: PictureDownload
  clock?: Clock
  log?: Logger
  /** Items asked for at a time; a service that returns fewer is followed. */
  pageSize?: number
  /** Items in a slice at most, where a slice is longer than a day: a service pages deep lists slowly. */
  sliceSize?: number
  /** Whether to start runs by itself, as the settings say. */
  scheduled?: boolean
  power?: PowerState
}

/** Items asked for at a time: as many as the design decisions allow. */
const defaultPageSize = 1000
const defaultSliceSize = 10_000

export type Sync = ReturnType<typeof createSync>

/** The sync of one connected workspace. No run begins before `start` is called or the schedule says so. */
export function createSync(options: SyncOptions & { timing?: Partial<SyncTiming> }) {
  const { storage, directory, upstream, media, clock = systemClock, log } = options
  const { pageSize = defaultPageSize, sliceSize = defaultSliceSize, scheduled = false } = options
  const power: PowerState = options.power ?? powerOfNode()
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

  async function start(asked: SyncStart, isByPerson: boolean): Promise<void> {
    closing.signal.throwIfAborted()
    await run.start(asked, isByPerson)
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
     * Starts a run, or continues the unfinished run of the same plan. During a run another is queued behind it, since the
     * present run may already have passed what the caller knows to be new. Resolves with the state right after.
     * @throws PlainError `BUSY` or `CLOSED`
     */
    async start(asked: SyncStart = {}): Promise<SyncState> {
      await start(asked, true)
      return state()
    },
    /** Resolves when no run is going on. */
    async finished(): Promise<SyncState> {
      await run.ended()
      return state()
    },
    /** Stops until a person resumes it. */
    async pause() {
      await run.stop(paused('person'))
      return state()
    },
    /** Continues the paused run at once, whatever the run waits for. @throws PlainError `NOT_PAUSED` */
    async resume() {
      const { current: shown } = await state()
      if (shown?.outcome !== 'paused' || !shown.plan)
        throw new PlainError<SyncErrorCode>('NOT_PAUSED', say`No sync is paused.`)
      // The run may wait in this process for a moment that the service named.
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
    /** Applied at once, also to the running run. */
    async setSettings(chosen) {
      await settings.write(chosen)
      run.setConcurrency(chosen.concurrency)
      schedule?.wake()
      return settings.read()
    },
    ...openQuarantine({ reader, writer, upstream, keepAnswer, signal: closing.signal }),
    /** Stops without ending the run: the next start continues it. */
    async close(): Promise<void> {
      closing.abort(new PlainError<SyncErrorCode>('CLOSED', say`The workspace is being closed.`))
      await schedule?.close()
      await run.stop(closed())
    },
  } satisfies Room<typeof syncContract>
}
