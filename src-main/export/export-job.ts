import type { ExportJob } from '../../src-shared/export/model.ts'
import type { Clock } from '../platform/clock.ts'
import { toFileError } from '../platform/files/file-error.ts'
import type { Logger } from '../platform/log/log.ts'

/** How often a job tells its progress, in milliseconds. */
const tellEvery = 200

/** How long a call for a job's next change waits, in milliseconds. */
const maxWait = 25_000

/** An export job. */
export interface RunningJob {
  now(): ExportJob
  change(changes: Partial<ExportJob>): void
  /** Resolves when the revision is another than `after`, or after a while. */
  changed(after: number): Promise<void>
  readonly stop: AbortController
  /** Resolves when the job has ended, with or without success. */
  ended: Promise<void>
}

export function createJob(begun: {
  id: string
  format: ExportJob['format']
  itemsTotal: number
  fileName: string
  file?: string | undefined
}): RunningJob {
  let job: ExportJob = {
    ...begun,
    state: 'running',
    itemsDone: 0,
    itemsWritten: 0,
    bytes: 0,
    revision: 0,
  }
  const waiting = new Set<() => void>()
  return {
    now: () => job,
    change(changes) {
      job = { ...job, ...changes, revision: job.revision + 1 }
      for (const wake of waiting) wake()
    },
    changed: (after) =>
      new Promise((resolve) => {
        if (job.revision !== after || job.state !== 'running') return resolve()
        const done = (): void => {
          waiting.delete(done)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(done, maxWait)
        waiting.add(done)
      }),
    stop: new AbortController(),
    ended: Promise.resolve(),
  }
}

/**
 * Does a job's work and notes how it ended.
 * @param work tells its progress, and answers the outcome
 * @param left what there is after a cancelled or failed work; `why` it failed
 */
export async function carryOut(
  job: RunningJob,
  { clock, log }: { clock: Clock; log: Logger },
  work: (tell: (changes: Partial<ExportJob>) => void) => Promise<Partial<ExportJob>>,
  left: (why?: string) => Partial<ExportJob>,
): Promise<void> {
  let toldAt = clock.now()
  const tell = (changes: Partial<ExportJob>): void => {
    if (clock.now() - toldAt < tellEvery) return
    toldAt = clock.now()
    job.change(changes)
  }
  try {
    job.change({ state: 'completed', ...(await work(tell)) })
  } catch (thrown) {
    if (job.stop.signal.aborted) return job.change({ state: 'cancelled', ...left() })
    const error = toFileError(thrown)
    log.warn({ err: error }, 'an export failed')
    job.change({ state: 'failed', ...left(error instanceof Error ? error.message : String(error)) })
  }
}
