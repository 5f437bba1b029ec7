import type { ExportFormat, ExportJob } from '../../src-shared/export/model.ts'

/** How long a question for a job's next change waits, in milliseconds. */
const longestWait = 25_000

/** One export under way: what is known of it, whoever waits for its next change, and the way to stop it. */
export interface RunningJob {
  now(): ExportJob
  change(changes: Partial<ExportJob>): void
  /** Resolves when the revision is another than `after`, or after a while. */
  changed(after: number): Promise<void>
  readonly stop: AbortController
  /** Resolves when it has ended, in whatever way. */
  ended: Promise<void>
}

export function createJob(begun: {
  id: string
  format: ExportFormat
  itemsTotal: number
  fileName: string
  file?: string | undefined
}): RunningJob {
  const { file, ...rest } = begun
  let job: ExportJob = {
    ...rest,
    ...(file !== undefined && { file }),
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
        const timer = setTimeout(done, longestWait)
        waiting.add(done)
      }),
    stop: new AbortController(),
    ended: Promise.resolve(),
  }
}
