import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { growingPause } from '../../platform/retry.ts'
import type { Apart, Remote } from '../../storage/index.ts'
import type { Drafts } from '../drafts/index.ts'
import type { FeedTarget } from '../targets/index.ts'
import type { evidenceFunctions } from './evidence/evidence-functions.ts'
import type { SendingRecord } from './send/sending-record.ts'
import type { outboxReader } from './store/outbox-reader.ts'
import type { outboxWriter } from './store/outbox-writer.ts'

/** What the parts of the outbox share. */
export interface OutboxRoom {
  reader: Remote<ReturnType<typeof outboxReader.open>>
  writer: Remote<ReturnType<typeof outboxWriter.open>>
  /** Its calls end when the outbox is closed. */
  target: FeedTarget
  /** Aborted when the outbox is being closed. */
  signal: AbortSignal
  /** Reads large payloads and records in a thread of its own. */
  evidence: Apart<typeof evidenceFunctions>
  clock: Clock
  log: Logger | undefined
  timing: OutboxTiming
  destination: Destination | undefined
  /** Checks payloads, and items of drafts again; absent: nothing is learnt from refusals. */
  drafts?: Pick<Drafts, 'checkPayload' | 'filled'>
  /** Absent where the service is our own: what it has received is set back with the workspace. */
  sendingRecord: SendingRecord | undefined
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
  maxRetry: number
  /** Between questions about a feed: the first pause, grown by half each time up to the longest. */
  firstQuestion: number
  maxQuestion: number
  /** How often to look whether another process has stopped sending from this workspace. */
  lockRetry: number
  /** How long a feed on the wire is waited for when the program ends. */
  closing: number
}

export const defaultTiming: OutboxTiming = {
  firstRetry: 2_000,
  maxRetry: 300_000,
  firstQuestion: 1_000,
  maxQuestion: 60_000,
  lockRetry: 3_000,
  closing: 10_000,
}

export const retryPause = ({ firstRetry, maxRetry }: OutboxTiming, failures: number): number =>
  growingPause({ first: firstRetry, longest: maxRetry }, failures)

export const questionPause = ({ firstQuestion, maxQuestion }: OutboxTiming, asked: number): number =>
  growingPause({ first: firstQuestion, longest: maxQuestion, factor: 1.5 }, asked)
