import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Apart, Remote } from '../storage/index.ts'
import type { Custody } from './custody.ts'
import type { FeedService } from './feed-service.ts'
import type { evidenceFunctions } from './look-at-catalog.ts'
import type { outboxReader } from './outbox-reader.ts'
import type { outboxWriter } from './outbox-writer.ts'

/** What the parts of the outbox share. */
export interface OutboxRoom {
  reader: Remote<ReturnType<typeof outboxReader.open>>
  writer: Remote<ReturnType<typeof outboxWriter.open>>
  upstream: FeedService
  /** Reads what is large of payloads and records, in a thread of its own. */
  evidence: Apart<typeof evidenceFunctions>
  clock: Clock
  log: Logger | undefined
  timing: OutboxTiming
  destination: Destination | undefined
  /** Absent where the service is our own: what it has received is set back with the workspace. */
  custody: Custody | undefined
}

/** Where feeds are sent, and as whom. */
export interface Destination {
  /** Base address without a version. */
  address: string
  username: string
}

/** The outbox's patience, in milliseconds. */
export interface OutboxTiming {
  /** Between attempts to reach the service: the first pause, doubled each time up to the longest. */
  firstRetry: number
  longestRetry: number
  /** Between questions about a feed: the first pause, grown by half each time up to the longest. */
  firstQuestion: number
  longestQuestion: number
  /** How often to look whether another process has stopped sending from this workspace. */
  lockRetry: number
  /** How long a feed on the wire is waited for when the program ends. */
  closing: number
}

export const defaultTiming: OutboxTiming = {
  firstRetry: 2_000,
  longestRetry: 300_000,
  firstQuestion: 1_000,
  longestQuestion: 60_000,
  lockRetry: 3_000,
  closing: 10_000,
}

/** A pause that grows with every attempt and is shortened at random, so that many clients do not come at once. */
function growing(
  first: number,
  longest: number,
  factor: number,
  attempt: number,
  random: () => number,
): number {
  const pause = Math.min(longest, first * factor ** Math.min(attempt, 40))
  return Math.round(pause * (0.5 + random() / 2))
}

export const retryPause = (timing: OutboxTiming, failures: number, random = Math.random): number =>
  growing(timing.firstRetry, timing.longestRetry, 2, failures, random)

export const questionPause = (timing: OutboxTiming, asked: number, random = Math.random): number =>
  growing(timing.firstQuestion, timing.longestQuestion, 1.5, asked, random)
