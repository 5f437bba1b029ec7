import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { backoffDelay } from '../../platform/retry.ts'
import type { Apart, Remote } from '../../storage/index.ts'
import type { Drafts } from '../drafts/index.ts'
import type { FeedTarget } from '../targets/index.ts'
import type { evidenceFunctions } from './evidence/evidence-functions.ts'
import type { SendingRecord } from './send/sending-record.ts'
import type { outboxReader } from './store/outbox-reader.ts'
import type { outboxWriter } from './store/outbox-writer.ts'

/** Dependencies shared by the parts of the outbox. */
export interface OutboxRoom {
  reader: Remote<ReturnType<typeof outboxReader.open>>
  writer: Remote<ReturnType<typeof outboxWriter.open>>
  /** Its calls are aborted when the outbox is closed. */
  target: FeedTarget
  /** Aborted when the outbox starts closing. */
  signal: AbortSignal
  /** Reads large payloads and records in a separate thread. */
  evidence: Apart<typeof evidenceFunctions>
  clock: Clock
  log: Logger | undefined
  timing: OutboxTiming
  destination: Destination | undefined
  /** Checks payloads, and items of drafts again. Absent: refused rules are not learned. */
  drafts?: Pick<Drafts, 'checkPayload' | 'filled'>
  /**
   * Absent if the service is our own sandbox: its received feeds are restored together with the workspace.
   */
  sendingRecord: SendingRecord | undefined
  /** In a team: whether this computer may send now, as only one of the team does. */
  maySend: (() => Promise<boolean>) | undefined
}

/** Address and user to which feeds are sent. */
export interface Destination {
  /** Base address without a version. */
  address: string
  username: string
}

/** Pauses and timeouts of the outbox, in milliseconds. */
export interface OutboxTiming {
  /** Pause between attempts to reach the service: doubled each time, up to the maximum. */
  firstRetry: number
  maxRetry: number
  /** Pause between polls of a feed: grows by half each time, up to the maximum. */
  firstPoll: number
  maxPoll: number
  /** Interval of checks whether another process has stopped sending from this workspace. */
  lockRetry: number
  /** Time to wait for a feed that is being sent when the program ends. */
  closing: number
}

export const defaultTiming: OutboxTiming = {
  firstRetry: 2_000,
  maxRetry: 300_000,
  firstPoll: 1_000,
  maxPoll: 60_000,
  lockRetry: 3_000,
  closing: 10_000,
}

export const retryPause = ({ firstRetry, maxRetry }: OutboxTiming, failures: number): number =>
  backoffDelay({ first: firstRetry, longest: maxRetry }, failures)

export const pollPause = ({ firstPoll, maxPoll }: OutboxTiming, polls: number): number =>
  backoffDelay({ first: firstPoll, longest: maxPoll, factor: 1.5 }, polls)
