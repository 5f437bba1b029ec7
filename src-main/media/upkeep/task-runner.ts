import type { PictureOutcome, PictureRun, PictureTask } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import { createJobRunner, type JobControl, type JobRun } from '../../platform/job-runner.ts'
import type { Logger } from '../../platform/log/log.ts'

/** How often the screens are told of progress at most, in milliseconds: telling is a transaction. */
const tellingInterval = 500

export type TaskControl = JobControl<Omit<PictureRun, 'work'>>

/** What a task came to, in words; not `ok` while something is left that should not be. */
export type TaskOutcome = Pick<PictureOutcome, 'ok' | 'summary'>

/** Runs one task on all pictures at a time, and tells its progress and the outcome of the last task. */
export function createPictureTaskRunner({ clock, log, tell }: { clock: Clock; log: Logger; tell(): void }) {
  const runner = createJobRunner<PictureRun>()
  let last: PictureOutcome | undefined
  let told = 0

  const start = (
    task: PictureTask,
    carryOut: (control: TaskControl) => Promise<TaskOutcome>,
    from?: AbortSignal,
  ): JobRun<PictureRun> => {
    const outcome = (of: Omit<PictureOutcome, 'work' | 'endedAt'>): void => {
      last = { work: task, ...of, endedAt: new Date(clock.now()).toISOString() }
    }
    const work = async ({ signal, report }: JobControl<PictureRun>): Promise<void> => {
      tell()
      const tellProgress: TaskControl['report'] = (progress) => {
        report({ work: task, ...progress })
        if (clock.now() - told < tellingInterval) return
        told = clock.now()
        tell()
      }
      try {
        outcome(await carryOut({ signal, report: tellProgress }))
      } catch (error) {
        const summary = signal.aborted ? say`Stopped before its end.` : (error as Error).message
        outcome({ ok: false, endedEarly: true, summary })
        throw error
      }
    }
    const run = runner.start({ work: task, done: 0, bytes: 0 }, work, from)
    void run.ended.then(tell)
    return run
  }

  return {
    get running() {
      return runner.current?.progress
    },
    get last() {
      return last
    },
    /** Begins a task unless another is going on. */
    begin(task: PictureTask, carryOut: (control: TaskControl) => Promise<TaskOutcome>): void {
      if (runner.current) return
      const run = start(task, carryOut)
      void run.ended.then(() => {
        if (run.error) log.info({ err: run.error, task }, 'a task on the pictures ended early')
      })
    },
    /** Carries a task out after the one that is going on. @throws what `carryOut` throws, or the signal's reason */
    async follow(
      task: PictureTask,
      signal: AbortSignal,
      carryOut: (control: TaskControl) => Promise<TaskOutcome>,
    ): Promise<void> {
      const run = start(task, carryOut, signal)
      await run.ended
      if (run.error) throw run.error
    },
    async cancel(): Promise<void> {
      await runner.current?.stop()
    },
  }
}
