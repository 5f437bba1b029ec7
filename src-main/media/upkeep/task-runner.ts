import type { PictureOutcome, PictureRun, PictureTask } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { unlessEnded } from '../../platform/unless-ended.ts'

/** How often the screens are told of progress at most, in milliseconds: telling is a transaction. */
const tellingInterval = 500

type Progress = Omit<PictureRun, 'work'>
export interface TaskControl {
  signal: AbortSignal
  report(progress: Progress): void
}

/** What a task came to, in words; not `ok` while something is left that should not be. */
export type TaskOutcome = Pick<PictureOutcome, 'ok' | 'summary'>

/** Runs one task on all pictures at a time, and tells its progress and the outcome of the last task. */
interface PictureTaskRunner {
  readonly running: PictureRun | undefined
  readonly last: PictureOutcome | undefined
  /** Begins a task unless another is going on; answers whether it began. */
  begin(task: PictureTask, carryOut: (control: TaskControl) => Promise<TaskOutcome>): boolean
  /** Carries a task out after the one that is going on. @throws what `carryOut` throws, or the signal's reason */
  follow(
    task: PictureTask,
    signal: AbortSignal,
    carryOut: (control: TaskControl) => Promise<TaskOutcome>,
  ): Promise<void>
  cancel(): Promise<void>
}

export function createPictureTaskRunner({
  clock,
  log,
  tell,
}: {
  clock: Clock
  log: Logger
  tell(): void
}): PictureTaskRunner {
  let running: PictureRun | undefined
  let last: PictureOutcome | undefined
  let abort = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  let told = 0

  const carry = async (
    task: PictureTask,
    signal: AbortSignal,
    carryOut: (control: TaskControl) => Promise<TaskOutcome>,
  ): Promise<void> => {
    running = { work: task, done: 0, bytes: 0 }
    tell()
    const outcome = (of: Omit<PictureOutcome, 'work' | 'endedAt'>): void => {
      last = { work: task, ...of, endedAt: new Date(clock.now()).toISOString() }
    }
    try {
      const came = await carryOut({
        signal,
        report(progress) {
          running = { work: task, ...progress }
          if (clock.now() - told < tellingInterval) return
          told = clock.now()
          tell()
        },
      })
      outcome(came)
    } catch (error) {
      const summary = signal.aborted ? say`Stopped before its end.` : (error as Error).message
      outcome({ ok: false, endedEarly: true, summary })
      throw error
    } finally {
      running = undefined
      tell()
    }
  }
  const start = (
    task: PictureTask,
    signal: AbortSignal | undefined,
    carryOut: (control: TaskControl) => Promise<TaskOutcome>,
  ): Promise<void> => {
    abort = new AbortController()
    const carried = carry(task, signal ? AbortSignal.any([signal, abort.signal]) : abort.signal, carryOut)
    ended = carried.catch(() => undefined)
    return carried
  }

  return {
    get running() {
      return running
    },
    get last() {
      return last
    },
    begin(task, carryOut) {
      if (running) return false
      start(task, undefined, carryOut).catch((error: unknown) => {
        log.info({ err: error, task }, 'a task on the pictures ended early')
      })
      return true
    },
    async follow(task, signal, carryOut) {
      while (running) {
        await unlessEnded(signal, ended)
        signal.throwIfAborted()
      }
      await start(task, signal, carryOut)
    },
    async cancel() {
      abort.abort(new Error('Cancelled'))
      await ended
    },
  }
}
