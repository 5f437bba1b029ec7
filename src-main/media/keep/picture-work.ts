import type { PictureOutcome, PictureRun, PictureTask } from '../../../src-shared/media/model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'

/** The screens are told of progress at most this often, in milliseconds: telling is a transaction. */
const tellingInterval = 500

export type Progress = Omit<PictureRun, 'work'>
export interface WorkControl {
  signal: AbortSignal
  report(progress: Progress): void
}

/** One work on all the pictures at a time; how far it is, and what the last one came to. */
export interface PictureWorkbench {
  readonly running: PictureRun | undefined
  readonly last: PictureOutcome | undefined
  /** Begins when no other is going on; answers whether it did. `work` answers what it came to, in words. */
  begin(work: PictureTask, carryOut: (control: WorkControl) => Promise<string>): boolean
  /** Waits for the one that is going on and then carries this out, for a caller who follows it himself. @throws what it throws */
  follow(
    work: PictureTask,
    signal: AbortSignal,
    carryOut: (control: WorkControl) => Promise<string>,
  ): Promise<void>
  cancel(): Promise<void>
}

export function createPictureWorkbench({
  clock,
  log,
  tell,
}: {
  clock: Clock
  log: Logger
  tell(): void
}): PictureWorkbench {
  let running: PictureRun | undefined
  let last: PictureOutcome | undefined
  let abort = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  let told = 0

  const carry = async (
    work: PictureTask,
    signal: AbortSignal,
    carryOut: (control: WorkControl) => Promise<string>,
  ): Promise<void> => {
    running = { work, done: 0, bytes: 0 }
    tell()
    const outcome = (ok: boolean, summary: string): void => {
      last = { work, ok, summary, endedAt: new Date(clock.now()).toISOString() }
    }
    try {
      const summary = await carryOut({
        signal,
        report(progress) {
          running = { work, ...progress }
          if (clock.now() - told < tellingInterval) return
          told = clock.now()
          tell()
        },
      })
      outcome(true, summary)
    } catch (error) {
      outcome(false, signal.aborted ? 'Stopped before its end.' : (error as Error).message)
      throw error
    } finally {
      running = undefined
      tell()
    }
  }
  const start = (
    work: PictureTask,
    signal: AbortSignal | undefined,
    carryOut: (control: WorkControl) => Promise<string>,
  ): Promise<void> => {
    abort = new AbortController()
    const carried = carry(work, signal ? AbortSignal.any([signal, abort.signal]) : abort.signal, carryOut)
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
    begin(work, carryOut) {
      if (running) return false
      start(work, undefined, carryOut).catch((error: unknown) => {
        log.info({ err: error, work }, 'a work on the pictures ended early')
      })
      return true
    },
    async follow(work, signal, carryOut) {
      while (running) {
        await ended
        signal.throwIfAborted()
      }
      await start(work, signal, carryOut)
    },
    async cancel() {
      abort.abort(new Error('Cancelled'))
      await ended
    },
  }
}
