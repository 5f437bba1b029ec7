/**
 * Interface between the local API server and the receiver of posted feeds: the sandbox's own ingestion (this
 * room) or, in a connected workspace, the gateway into the outbox.
 */

import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadName } from '../../../../src-shared/feeds/kinds/payload.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import type {
  ContentPlusFeedStatus,
  ItemFeedStatus,
} from '../../../../src-shared/vocabulary/elements/feed-status.ts'

interface FeedSubmission {
  kind: FeedKind
  /** The payload as received: UTF-8, or UTF-16 with a byte order mark; at most 16 MB. */
  body: Uint8Array
  /** Kind `update` only: product code from the path, as given. */
  upc?: string
  /** A repeated submission by the same user with the same key, kind and body gets the same answer. */
  idempotencyKey?: string
  username: string
}

export interface FeedQuestion {
  /** Each payload type has its own status path. */
  family: PayloadName
  /** Absent: the user's newest feed of the family. */
  feedId?: string
  username: string
  /** 0-based index of the first item in the window. */
  offset: number
  /** END of the window, exclusive. Not below `offset`. */
  limit: number
}

/** An entry of `ingestionErrors` in the status document. */
export interface IngestionError {
  type: string
  code: string
  /** Path of the faulty element. */
  field: string
  description: string
}

export interface FeedReportItem {
  /** 0-based index of the item in the payload. */
  index: number
  /** Item feeds: product code as sent. */
  productCode?: string
  ingestionStatus: string
  /** Item feeds: empty if there is no error. */
  errors: IngestionError[]
  /** Content+ feeds: the result as text. */
  remarks?: string
}

/**
 * Progress of a feed. Item feeds: received = succeeded + failed + processing; processed and rejected are 0.
 */
export interface FeedReport {
  feedId: string
  /**
   * Idempotency key of the feed, if any: a client that lost the acknowledgement recognizes the feed by it.
   */
  idempotencyKey?: string
  feedStatus: string
  counters: {
    received: number
    succeeded: number
    /** Content+: received = processed + rejected + failed + processing. */
    processed: number
    rejected: number
    failed: number
    processing: number
  }
  offset: number
  limit: number
  /** Items of the window, ordered by index. */
  items: FeedReportItem[]
}

export interface FeedIntake {
  /**
   * Stores the feed durably and returns its identifier; the items are processed later.
   * @throws PlainError `FEED_REFUSED` with the problems if the payload is not valid; nothing is stored then
   */
  submit(submission: FeedSubmission): Promise<{ feedId: string }>
  /** Undefined if the user has no such feed. */
  status(question: FeedQuestion): Promise<FeedReport | undefined>
}

/** Error for a refused payload: answered with 400 and one entry per problem. */
export const feedRefused = (problems: Problem[]): PlainError<'FEED_REFUSED'> =>
  new PlainError('FEED_REFUSED', problems[0]?.message ?? say`The feed is not valid`, { problems })

/** Maximum number of problems in an answer: a broken file can have thousands. */
const maxProblems = 100

interface RefusalWords {
  detail: string
  invalidParams: { name: string; reason: string }[]
}

/**
 * Response texts for {@link feedRefused}, with line, element path and rule of each problem. Undefined for
 * other errors.
 */
export function refusalWords(error: unknown): RefusalWords | undefined {
  if (!(error instanceof PlainError) || error.code !== 'FEED_REFUSED') return undefined
  const { problems } = error
  const invalidParams = problems.slice(0, maxProblems).map(({ path, code, message, line, column }) => ({
    name: path,
    reason: `${line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `}${message} [${code}]`,
  }))
  const first = invalidParams[0]
  const { length: count } = problems
  return {
    detail: `${say`The payload is not valid and nothing was stored: ${counted(count, 'problem')}.`} ${first ? `${first.name}: ${first.reason}` : ''}`,
    invalidParams,
  }
}

const commonStatus = ({ feedId, feedStatus, counters, offset, limit }: FeedReport) => ({
  feedId,
  feedStatus,
  itemsReceived: String(counters.received),
  itemsSucceeded: String(counters.succeeded),
  itemsFailed: String(counters.failed),
  itemsProcessing: String(counters.processing),
  offset: String(offset),
  limit: String(limit),
})

/** The status document of an item feed. */
export const itemStatusOf = (report: FeedReport): ItemFeedStatus => ({
  ...commonStatus(report),
  ItemDetails: report.items.map(({ productCode = '', index, ingestionStatus, errors }) => ({
    productCode,
    index: String(index),
    ingestionStatus,
    ingestionErrors: errors.map((error) => ({ ...error })),
  })),
})

/** The status document of a Content+ feed. */
export const contentPlusStatusOf = (report: FeedReport): ContentPlusFeedStatus => ({
  ...commonStatus(report),
  itemsProcessed: String(report.counters.processed),
  itemsRejected: String(report.counters.rejected),
  ItemDetails: report.items.map(({ index, ingestionStatus, remarks = '' }) => ({
    index: String(index),
    ingestionStatus,
    ingestionRemarks: remarks,
  })),
})
