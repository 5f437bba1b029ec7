import type { PictureOutcome, PictureRun, PictureTask } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import { createJobRunner, type JobControl, type JobRun } from '../../platform/job-runner.ts'
import type { Logger } from '../../platform/log/log.ts'

/** Minimum interval of progress notifications to the screens, in milliseconds: each is a transaction. */
const notifyInterval = 500

export type TaskControl = JobControl<Omit<PictureRun, 'work'>>

/** Summary of a task's result; `ok` is false if a problem remains. */
export type TaskOutcome = Pick<PictureOutcome, 'ok' | 'summary'>

/** Runs one task on all pictures at a time; provides its progress and the result of the last task. */
export function createPictureTaskRunner({
  clock,
  log,
  notify,
}: {
  clock: Clock
  log: Logger
  notify(): void
}) {
  const runner = createJobRunner<PictureRun>()
  let last: PictureOutcome | undefined
  let notifiedAt = 0

  const start = (
    task: PictureTask,
    carryOut: (control: TaskControl) => Promise<TaskOutcome>,
    from?: AbortSignal,
  ): JobRun<PictureRun> => {
    const outcome = (of: Omit<PictureOutcome, 'work' | 'endedAt'>): void => {
      last = { work: task, ...of, endedAt: new Date(clock.now()).toISOString() }
    }
    const work = async ({ signal, report }: JobControl<PictureRun>): Promise<void> => {
      notify()
      const notifyProgress: TaskControl['report'] = (progress) => {
        report({ work: task, ...progress })
        if (clock.now() - notifiedAt < notifyInterval) return
        notifiedAt = clock.now()
        notify()
      }
      try {
        outcome(await carryOut({ signal, report: notifyProgress }))
      } catch (error) {
        const summary = signal.aborted ? say`Stopped before its end.` : (error as Error).message
        outcome({ ok: false, endedEarly: true, summary })
        throw error
      }
    }
    const run = runner.start({ work: task, done: 0, bytes: 0 }, work, from)
    void run.ended.then(notify)
    return run
  }

  return {
    get running() {
      return runner.current?.progress
    },
    get last() {
      return last
    },
    /** Starts a task unless another one is running. */
    begin(task: PictureTask, carryOut: (control: TaskControl) => Promise<TaskOutcome>): void {
      if (runner.current) return
      const run = start(task, carryOut)
      void run.ended.then(() => {
        if (run.error) log.info({ err: run.error, task }, 'a task on the pictures ended early')
      })
    },
    /** Runs a task after the current one. @throws the error of `carryOut`, or the signal's reason */
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
