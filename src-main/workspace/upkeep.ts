/**
 * Rebuilds and checks a workspace, and reclaims its space: long tasks with progress that can be cancelled. A
 * rebuild is resumed after a crash.
 */
import { dirname } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { upkeepContract } from '../../src-shared/workspace/contract.ts'
import type {
  CheckOutcome,
  DatabaseSpace,
  RebuildOutcome,
  ReclaimOutcome,
  UpkeepProgress,
  UpkeepRun,
  UpkeepState,
  UpkeepWork,
} from '../../src-shared/workspace/model.ts'
import { catalogReader, catalogWriter, type RebuildMark, runRebuild } from '../catalog/index.ts'
import type { Media } from '../media/index.ts'
import type { Clock } from '../platform/clock.ts'
import { createJobRunner } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import {
  acquireProcessLock,
  type OpenMode,
  openForReading,
  reclaimSpace,
  type Storage,
  spaceOf,
} from '../storage/index.ts'

export type Upkeep = ReturnType<typeof createUpkeep>

export function createUpkeep({
  storage,
  thread,
  media,
  clock,
  log,
  isTransferring,
}: {
  storage: Storage
  thread: URL
  media: Media
  /** Whether a sync runs or a feed is being sent, here or in another program. */
  isTransferring(): Promise<boolean>
  clock: Clock
  log: Logger
}) {
  const reader = storage.reader(catalogReader)
  const writer = storage.writer(catalogWriter)
  const moment = (milliseconds: number): string => new Date(milliseconds).toISOString()
  const runner = createJobRunner<UpkeepRun>()
  let failedRebuild: RebuildOutcome | undefined
  let lastCheck: CheckOutcome | undefined
  let lastReclaim: ReclaimOutcome | undefined

  const toOutcome = (mark: RebuildMark): RebuildOutcome | undefined => {
    const { state, items, damaged, begunAt, endedAt } = mark
    if (state === 'running' || endedAt === null) return undefined
    return { state, items, damaged, milliseconds: endedAt - begunAt, endedAt: moment(endedAt) }
  }

  const carryOut: Record<UpkeepWork, (options: CheckOptions) => Promise<void>> = {
    async rebuild(options) {
      failedRebuild = undefined
      try {
        await rebuild(options)
      } catch (error) {
        const mark = await reader.lastRebuild().catch(() => undefined)
        const { items = 0, damaged = 0, begunAt = clock.now() } = mark ?? {}
        const now = clock.now()
        failedRebuild = {
          state: 'failed',
          items,
          damaged,
          milliseconds: now - begunAt,
          endedAt: moment(now),
          note: `${(error as Error).message} ${say`What is done is kept: rebuild again to go on.`}`,
        }
        throw error
      }
    },
    async check(options) {
      try {
        lastCheck = await check(options)
      } catch (error) {
        const isCancelled = options.signal?.aborted === true
        lastCheck = {
          state: isCancelled ? 'cancelled' : 'failed',
          findings: [],
          endedAt: moment(clock.now()),
          note: isCancelled ? undefined : (error as Error).message,
        }
        if (!isCancelled) throw error
      }
    },
    async reclaim(options) {
      const { file: before } = await spaceOf(storage)
      try {
        lastReclaim = await reclaim(options)
      } catch (error) {
        const isCancelled = options.signal?.aborted === true
        lastReclaim = {
          state: isCancelled ? 'cancelled' : 'failed',
          before,
          after: (await spaceOf(storage)).file,
          endedAt: moment(clock.now()),
          note: isCancelled ? undefined : (error as Error).message,
        }
        if (!isCancelled) throw error
      }
    },
  }
  const firstPhases = { rebuild: 'items', check: 'database', reclaim: 'space' } as const
  const begin = (work: UpkeepWork): void => {
    if (runner.current) return
    const first: UpkeepRun = { work, phase: firstPhases[work], done: 0, total: 0 }
    const run = runner.start(first, ({ signal, report }) =>
      carryOut[work]({ signal, onProgress: (progress) => report({ work, ...progress }) }),
    )
    void run.ended.then(() => {
      if (run.error) log.warn({ err: run.error, work }, 'upkeep of the workspace failed')
    })
  }

  async function state(): Promise<UpkeepState> {
    const mark = await reader.lastRebuild()
    const elsewhere: UpkeepRun | undefined =
      mark?.state === 'running' && !failedRebuild
        ? { work: 'rebuild', phase: 'items', done: mark.through, total: mark.last, isElsewhere: true }
        : undefined
    const lastRebuild = failedRebuild ?? (mark && toOutcome(mark))
    const run = runner.current
    const here = run && { ...run.progress, isStopping: run.isStopping ? (true as const) : undefined }
    return { running: here ?? elsewhere, lastRebuild, lastCheck, lastReclaim }
  }

  /**
   * Runs a rebuild, or resumes an interrupted one. Undefined if the signal stops it: it can be resumed later.
   */
  async function rebuild({ signal, onProgress }: CheckOptions = {}): Promise<RebuildOutcome | undefined> {
    const pace = createPace()
    const mark = await runRebuild(writer, {
      signal,
      onProgress: ({ through, last }) =>
        onProgress?.({ phase: 'items', done: through, total: last, ...pace(through, last) }),
    })
    return toOutcome(mark)
  }

  /** Checks database, index and pictures. @throws the signal's reason */
  async function check({ signal, onProgress }: CheckOptions = {}): Promise<CheckOutcome> {
    const findings = await checkWorkspace(
      { path: storage.path, way: storage.way, thread, media },
      { signal, onProgress },
    )
    return { state: 'completed', findings, endedAt: moment(clock.now()) }
  }

  /** @throws PlainError `BUSY` while a sync, an import or a sending runs */
  async function refuseIfBusy(): Promise<void> {
    const lock = acquireProcessLock(dirname(storage.path), 'import')
    lock?.release()
    if (lock && !(await isTransferring())) return
    throw new PlainError(
      'BUSY',
      say`Space is not reclaimed while a sync or an import runs or a feed is being sent. Wait until that is done, or stop it, and try again.`,
    )
  }

  /**
   * Returns the free space of the database to the system.
   * @throws PlainError `BUSY`, `disk-full`; the signal's reason. What is returned until then stays returned.
   */
  async function reclaim({ signal, onProgress }: CheckOptions = {}): Promise<ReclaimOutcome> {
    await refuseIfBusy()
    const pace = createPace()
    const sizes = await reclaimSpace(storage, {
      signal,
      onProgress: ({ done, total }) =>
        onProgress?.({ phase: 'space', done, total, secondsLeft: pace(done, total).secondsLeft }),
    })
    return { state: 'completed', ...sizes, endedAt: moment(clock.now()) }
  }

  return {
    state,
    space: (): Promise<DatabaseSpace> => spaceOf(storage),
    /** Starts the task unless another task is running. Returns at once. */
    async start({ work }) {
      if (work === 'reclaim' && !runner.current) await refuseIfBusy()
      begin(work)
      return state()
    },
    /** Cancels the running task, here or in another program. */
    async cancel() {
      const run = runner.current
      const stopped = run?.stop()
      // A part of a check cannot be interrupted, nor can a step of reclaiming.
      if (run && run.progress.work !== 'rebuild') return state()
      await stopped
      failedRebuild = undefined
      await writer.cancelRebuild()
      return state()
    },
    rebuild,
    check,
    reclaim,
    /** Resumes an interrupted rebuild in the background. */
    async resume(): Promise<void> {
      if ((await reader.lastRebuild())?.state === 'running') begin('rebuild')
    },
    /** Stops at the next step; a rebuild is resumed when the workspace is opened again. */
    close: () => runner.close(),
  } satisfies Room<typeof upkeepContract>
}

interface CheckOptions {
  signal?: AbortSignal
  onProgress?(progress: UpkeepProgress): void
}

/**
 * Checks database, index and pictures, part by part. Returns one sentence per problem. Reads in a separate
 * thread, so that searches are not delayed.
 * @throws the signal's reason after the current part
 */
async function checkWorkspace(
  { path, way, thread, media }: { path: string; way: OpenMode; thread: URL; media: Media },
  { signal, onProgress }: CheckOptions = {},
): Promise<string[]> {
  const findings: string[] = []
  const opened = await openForReading({ path, way, thread })
  try {
    const reader = opened.reader(catalogReader)
    const parts = await reader.partsToCheck()
    for (const phase of ['database', 'index'] as const) {
      const ofPhase = parts.filter((part) => part.phase === phase)
      for (const [done, part] of ofPhase.entries()) {
        signal?.throwIfAborted()
        onProgress?.({ phase, done, total: ofPhase.length })
        findings.push(...(await reader.checkPart(part)))
      }
    }
  } finally {
    await opened.close()
  }
  signal?.throwIfAborted()
  const pictures = await media.check({
    signal,
    onProgress: (progress) => onProgress?.({ phase: 'pictures', ...progress }),
  })
  return [...findings, ...pictures]
}

/** Speed of a task since the first call, and the estimated remaining time. */
interface Pace {
  perSecond?: number
  secondsLeft?: number
}

/** Milliseconds before a speed can be calculated. */
const minElapsed = 500

/** Returns a function that calculates the pace from the done and the total amount. */
function createPace(now: () => number = () => performance.now()): (done: number, total: number) => Pace {
  let first: { at: number; done: number } | undefined
  return (done, total) => {
    first ??= { at: now(), done }
    const elapsed = now() - first.at
    if (elapsed < minElapsed || done === first.done) return {}
    const perSecond = ((done - first.done) * 1000) / elapsed
    return { perSecond: Math.round(perSecond), secondsLeft: Math.ceil((total - done) / perSecond) }
  }
}
