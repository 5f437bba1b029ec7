import { rejectOnAbort } from './reject-on-abort.ts'

/** Passed to the work of a job. */
export interface JobControl<Progress> {
  /** Aborted when the run is stopped or the runner is closed. */
  signal: AbortSignal
  report(progress: Progress): void
}

/** One run of a job. */
export interface JobRun<Progress> {
  /** The last reported progress. */
  readonly progress: Progress
  /** `waiting`: earlier runs have not ended. `stopped`: the work threw after its signal was aborted. */
  readonly state: 'waiting' | 'running' | 'completed' | 'stopped' | 'failed'
  /** The error that the work threw, or the reason of the stop. */
  readonly error: Error | undefined
  readonly isStopping: boolean
  /** Resolves when the run has ended in any state. */
  readonly ended: Promise<void>
  /** Aborts the run, even while it waits. Resolves when it has ended. */
  stop(): Promise<void>
}

/** Runs long work in the background, one run at a time. */
interface JobRunner<Progress> {
  /** The active run, if any. */
  readonly current: JobRun<Progress> | undefined
  /**
   * Starts a run now, or after all earlier runs.
   * @param from a signal that also stops the run
   */
  start(
    first: Progress,
    work: (control: JobControl<Progress>) => Promise<unknown>,
    from?: AbortSignal,
  ): JobRun<Progress>
  /** Stops all runs and waits for them. A run started later is stopped before its work starts. */
  close(): Promise<void>
}

export function createJobRunner<Progress>(): JobRunner<Progress> {
  const closing = new AbortController()
  const runs = new Set<JobRun<Progress>>()
  let current: JobRun<Progress> | undefined

  return {
    get current() {
      return current
    },
    start(first, work, from) {
      const stopping = new AbortController()
      const signal = AbortSignal.any([stopping.signal, closing.signal, ...(from ? [from] : [])])
      const earlier = [...runs].map(({ ended }) => ended)
      let progress = first
      let state: JobRun<Progress>['state'] = 'waiting'
      let error: Error | undefined
      const ended = Promise.withResolvers<void>()
      const run: JobRun<Progress> = {
        get progress() {
          return progress
        },
        get state() {
          return state
        },
        get error() {
          return error
        },
        get isStopping() {
          return signal.aborted
        },
        ended: ended.promise,
        async stop() {
          stopping.abort(new Error('Stopped'))
          await ended.promise
        },
      }
      const execute = async (): Promise<void> => {
        try {
          if (earlier.length > 0) await rejectOnAbort(signal, Promise.all(earlier))
          signal.throwIfAborted()
          state = 'running'
          current = run
          await work({
            signal,
            report(next) {
              if (state === 'running') progress = next
            },
          })
          state = 'completed'
        } catch (thrown) {
          state = signal.aborted ? 'stopped' : 'failed'
          error = thrown instanceof Error ? thrown : new Error(String(thrown))
        }
        if (current === run) current = undefined
        runs.delete(run)
        ended.resolve()
      }
      runs.add(run)
      void execute()
      return run
    },
    async close() {
      closing.abort(new Error('The workspace is closed.'))
      await Promise.all([...runs].map(({ ended }) => ended))
    },
  }
}
