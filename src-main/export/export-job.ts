import type { ExportJob } from '../../src-shared/export/model.ts'
import type { Clock } from '../platform/clock.ts'
import { toFileError } from '../platform/files/file-error.ts'
import type { Logger } from '../platform/log/log.ts'

/** Minimum time between progress updates of a job, in milliseconds. */
const progressInterval = 200

/** Timeout of a long poll for a job's next change, in milliseconds. */
const maxWait = 25_000

/** An export job. */
export interface RunningJob {
  now(): ExportJob
  change(changes: Partial<ExportJob>): void
  /** Long poll: resolves when the revision differs from `after`, or after 25 s. */
  changed(after: number): Promise<void>
  readonly stop: AbortController
  /** Resolves when the job has ended, successfully or not. */
  ended: Promise<void>
}

export function createJob(initial: {
  id: string
  format: ExportJob['format']
  itemsTotal: number
  fileName: string
  file?: string | undefined
}): RunningJob {
  let job: ExportJob = {
    ...initial,
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
 * Runs a job and records its final state.
 * @param work reports its progress, and returns the changes on success
 * @param left the changes after cancelled or failed work; `why` is the reason of the failure
 */
export async function runJob(
  job: RunningJob,
  { clock, log }: { clock: Clock; log: Logger },
  work: (reportProgress: (changes: Partial<ExportJob>) => void) => Promise<Partial<ExportJob>>,
  left: (why?: string) => Partial<ExportJob>,
): Promise<void> {
  let reportedAt = clock.now()
  const reportProgress = (changes: Partial<ExportJob>): void => {
    if (clock.now() - reportedAt < progressInterval) return
    reportedAt = clock.now()
    job.change(changes)
  }
  try {
    job.change({ state: 'completed', ...(await work(reportProgress)) })
  } catch (thrown) {
    if (job.stop.signal.aborted) return job.change({ state: 'cancelled', ...left() })
    const error = toFileError(thrown)
    log.warn({ err: error }, 'an export failed')
    job.change({ state: 'failed', ...left(error instanceof Error ? error.message : String(error)) })
  }
}
