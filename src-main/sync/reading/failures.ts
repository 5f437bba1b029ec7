/** Decides how a run reacts to a failure: retry, pause, quarantine or end. */

import { PlainError } from '../../../src-shared/plain-error.ts'
import type { SyncFailure } from '../../../src-shared/sync/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import { backoffDelay, nextRetryAt, sleepUntil } from '../../platform/retry.ts'
import { UpstreamError } from '../../upstream/index.ts'
import type { RunEnd } from '../store/run-rows.ts'

/** Retry limits of a run; durations in milliseconds. */
export interface SyncTiming {
  firstRetry: number
  maxRetry: number
  /** Failures in a row before the run gives up. The next run continues from there. */
  maxFailures: number
  /** Unreadable responses to one request before that page is split. */
  maxBroken: number
}
export const defaultSyncTiming: SyncTiming = {
  firstRetry: 1_000,
  maxRetry: 60_000,
  maxFailures: 7,
  maxBroken: 3,
}

/** A pause that the service requested in one call. All calls of the run wait. */
export interface CommonHold {
  /** Milliseconds since the epoch. */
  until: number
  reason: 'limit' | 'maintenance'
  message: string
}

export interface Wait {
  /** `limit` and `maintenance`: the service requested the pause. */
  reason: 'retry' | CommonHold['reason']
  message: string
  /** Milliseconds since the epoch. */
  until: number
}

export interface RetryOptions {
  clock: Clock
  timing: SyncTiming
  signal: AbortSignal
  hold: { current?: CommonHold }
  /** Called before every pause. */
  onWait(wait: Wait): Promise<void>
  /** Called after a pause that the service requested. */
  onGoOn(): Promise<void>
}

/**
 * Repeats a call until it succeeds. If the service names a retry time, the call waits for it. After a broken
 * response or connection the call is repeated with growing pauses. A refusal is final.
 * @throws the last failure, or the signal's reason
 */
export async function retryCall<T>(action: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, timing, signal, hold, onWait, onGoOn } = options
  const pauses = { first: timing.firstRetry, longest: timing.maxRetry }
  let broken = 0
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    while (hold.current) await waitForHold(hold.current)
    try {
      return await action()
    } catch (error) {
      signal.throwIfAborted()
      const reaction = reactionTo(error)
      if (reaction === 'give up') throw error
      const message = (error as Error).message
      const retryAt = error instanceof UpstreamError ? error.retryAt : undefined
      if (reaction === 'limit' || reaction === 'maintenance') {
        // A service may request a retry "at once" repeatedly, so the pause has a minimum.
        const pause = backoffDelay(pauses, 0)
        hold.current = { until: nextRetryAt(clock.now(), pause, retryAt), reason: reaction, message }
        continue
      }
      if (++failures >= timing.maxFailures) throw error
      if ((reaction === 'broken' || reaction === 'contradicted') && ++broken >= timing.maxBroken) throw error
      const until = nextRetryAt(clock.now(), backoffDelay(pauses, failures), retryAt)
      await onWait({ reason: 'retry', message, until })
      await sleepUntil(until, clock, signal)
    }
  }

  async function waitForHold(current: CommonHold): Promise<void> {
    await onWait(current)
    await sleepUntil(current.until, clock, signal)
    // When several calls wait together, the first to wake ends the hold for all.
    if (hold.current !== current) return
    delete hold.current
    await onGoOn()
  }
}

/**
 * `broken`: the requested document, but unreadable. `contradicted`: the response contradicts the service's
 * total.
 */
function reactionTo(error: unknown): 'give up' | 'retry' | 'broken' | 'contradicted' | CommonHold['reason'] {
  if (brokenAnswer(error)) return 'broken'
  if (error instanceof PlainError && error.code === 'no-items') return 'contradicted'
  if (error instanceof PlainError && error.code === 'other-page') return 'retry'
  if (!(error instanceof UpstreamError)) return 'give up'
  switch (error.kind) {
    case 'limit':
    case 'maintenance':
      return error.kind
    case 'unreachable':
    case 'server':
    case 'invalid-answer':
      return 'retry'
    default:
      return 'give up'
  }
}

/** Whether a response is the requested document, but unreadable. Such responses finally go to quarantine. */
export function brokenAnswer(error: unknown): boolean {
  if (error instanceof UpstreamError) return error.answer !== undefined
  return error instanceof PlainError && error.problems.length > 0
}

/** The end of a failed run: the cause, and advice for a person. */
export function failedBy(error: unknown): RunEnd {
  const message = error instanceof Error ? error.message : String(error)
  const failure = failureOf(error)
  return { outcome: 'failed', failure, note: `${message} ${advice[failure]}` }
}

const advice: Record<SyncFailure, string> = {
  credentials: say`Enter them again in Settings. The next sync continues from there.`,
  unreachable: say`The received data is saved. The next sync continues from there.`,
  service: say`The received data is saved. The next sync continues from there.`,
  answer: say`The received data is saved. The next sync continues from there.`,
  storage: say`The received data is saved. The next sync continues from there.`,
  defect: say`The received data is saved. The next sync continues from there.`,
}

/** Error codes for contradictions of the service. */
const contradictions = new Set(['no-items', 'no-end', 'other-page'])

export function failureOf(error: unknown): SyncFailure {
  if (brokenAnswer(error)) return 'answer'
  if (error instanceof PlainError && contradictions.has(error.code)) return 'answer'
  if (error instanceof PlainError) return error.code === 'internal' ? 'defect' : 'storage'
  if (!(error instanceof UpstreamError)) return 'defect'
  switch (error.kind) {
    case 'credentials':
      return 'credentials'
    case 'unreachable':
      return 'unreachable'
    case 'invalid-answer':
      return 'answer'
    default:
      return 'service'
  }
}
