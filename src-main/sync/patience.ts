import type { Clock } from '../platform/clock.ts'
import { StoreError } from '../storage/store-error.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

/** How a run bears failures; pauses in milliseconds. */
export interface SyncTiming {
  firstRetry: number
  longestRetry: number
  /** Failures in a row before the run gives up; the next run goes on where it was. */
  mostFailures: number
}
export const defaultSyncTiming: SyncTiming = { firstRetry: 1_000, longestRetry: 60_000, mostFailures: 7 }

export interface PatientOptions {
  clock: Clock
  timing: SyncTiming
  signal: AbortSignal
  /** Told why, and until when (milliseconds), before every pause. */
  onWait(reason: string, until: number): Promise<void>
}

/**
 * Calls the service until it succeeds. A service that says when to come back is not called before; a broken answer
 * or connection is tried again after growing pauses; a refusal is final.
 * @throws the last failure, or the signal's reason
 */
export async function patiently<T>(action: () => Promise<T>, options: PatientOptions): Promise<T> {
  const { clock, timing, signal, onWait } = options
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    try {
      return await action()
    } catch (error) {
      signal.throwIfAborted()
      const wait = waitFor(error)
      if (wait === undefined) throw error
      if (wait.counts && ++failures >= timing.mostFailures) throw error
      const pause =
        Math.min(timing.longestRetry, timing.firstRetry * 2 ** failures) * (0.5 + Math.random() / 2)
      const until = Math.max(wait.retryAt, clock.now() + pause)
      await onWait((error as Error).message, until)
      await sleepUntil(until, clock, signal)
    }
  }
}

/** A sleep that a change of the clock, or a computer that was asleep itself, does not prolong by hours. */
async function sleepUntil(moment: number, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let left = moment - clock.now(); left > 0; left = moment - clock.now())
    await clock.sleep(Math.min(left, 60_000), signal)
}

/** Undefined when there is no use in trying again. `counts`: a failure, and not a request to wait. */
function waitFor(error: unknown): { retryAt: number; counts: boolean } | undefined {
  // An answer that the catalog cannot read is an answer that came broken.
  if (error instanceof StoreError) return hasProblems(error.data) ? { retryAt: 0, counts: true } : undefined
  if (!(error instanceof UpstreamError)) return undefined
  const retryAt = error.retryAt ?? 0
  switch (error.kind) {
    case 'limit':
    case 'maintenance':
      return { retryAt, counts: false }
    case 'unreachable':
    case 'server':
    case 'invalid-answer':
      return { retryAt, counts: true }
    default:
      return undefined
  }
}

const hasProblems = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'problems' in data
