import type { SyncFailure } from '../../src-shared/sync/model.ts'
import { StoreError } from '../storage/index.ts'
import { UpstreamError } from '../upstream/index.ts'
import { brokenAnswer } from './patience.ts'
import type { RunEnd } from './sync-writer.ts'

/** Why a run was stopped from outside; the abort's reason. */
export class Stopped extends Error {
  readonly end: RunEnd
  constructor(end: RunEnd) {
    super(end.note)
    this.end = end
  }
}

export const cancelled = (): Stopped =>
  new Stopped({ outcome: 'cancelled', note: 'Cancelled; the next run continues it.' })

export const closed = (): Stopped =>
  new Stopped({
    outcome: 'interrupted',
    note: 'The program ended in the middle; the next run continues it.',
  })

const pauseNotes = {
  person: 'Paused. Resume it to go on where it stands.',
  battery: 'Paused while the computer runs on its battery.',
  metered: 'Paused while the connection is paid by volume.',
}

export const paused = (reason: keyof typeof pauseNotes): Stopped =>
  new Stopped({ outcome: 'paused', note: pauseNotes[reason], pause: { reason } })

/** How a run ends that failed by itself: the cause, and what can be done about it. */
export function failedBy(error: unknown): RunEnd {
  const message = error instanceof Error ? error.message : String(error)
  const failure = failureOf(error)
  return { outcome: 'failed', failure, note: `${message} ${advice[failure]}` }
}

const advice: Record<SyncFailure, string> = {
  credentials: 'Enter them anew in the settings; the next run continues from there.',
  unreachable: 'What has come so far is kept; the next run continues from there.',
  service: 'What has come so far is kept; the next run continues from there.',
  answer: 'What has come so far is kept; the next run continues from there.',
  storage: 'What has come so far is kept; the next run continues from there.',
  defect: 'What has come so far is kept; the next run continues from there.',
}

/** The service said one thing and answered another. */
const contradictions = new Set(['no-items', 'no-end', 'other-page'])

export function failureOf(error: unknown): SyncFailure {
  if (brokenAnswer(error)) return 'answer'
  if (error instanceof StoreError && contradictions.has(error.code)) return 'answer'
  if (error instanceof StoreError) return error.code === 'internal' ? 'defect' : 'storage'
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
