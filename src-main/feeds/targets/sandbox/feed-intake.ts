/**
 * What takes a posted feed, as the local API server knows it: the sandbox's own ingestion (this room) or, in a connected
 * workspace, the gateway into the outbox.
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
  /** The payload as it came: UTF-8 or UTF-16 with a byte order mark, at most 16 MB. */
  body: Uint8Array
  /** Kind `update` only: the product code in the path, as given. */
  upc?: string
  /** A second submission by the same user with the same key, kind and body is answered like the first. */
  idempotencyKey?: string
  username: string
}

export interface FeedQuestion {
  /** Feeds of each payload are asked for at a path of their own. */
  family: PayloadName
  /** Absent: the user's newest feed of the family. */
  feedId?: string
  username: string
  /** First item of the window, counted from 0. */
  offset: number
  /** END of the window, exclusive. Not below `offset`. */
  limit: number
}

/** One entry of the status form's `ingestionErrors`. */
export interface IngestionError {
  type: string
  code: string
  /** Path of the element at fault. */
  field: string
  description: string
}

export interface FeedReportItem {
  /** Place of the item in the payload, counted from 0. */
  index: number
  /** Item feeds: the item's product code as sent. */
  productCode?: string
  ingestionStatus: string
  /** Item feeds: empty when nothing is wrong. */
  errors: IngestionError[]
  /** Content+ feeds: what happened, in words. */
  remarks?: string
}

/** How far a feed is. Item feeds: received = succeeded + failed + processing, and processed, rejected are 0. */
export interface FeedReport {
  feedId: string
  /** The key under which the feed was posted, if any: a client that lost the acknowledgement knows the feed by it. */
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
  /** The items of the window, by index. */
  items: FeedReportItem[]
}

export interface FeedIntake {
  /**
   * Stores the feed durably and answers with its identifier; its items are processed later.
   * @throws PlainError `FEED_REFUSED` with the problems when the payload is not valid; nothing is stored then
   */
  submit(submission: FeedSubmission): Promise<{ feedId: string }>
  /** Undefined when the user has no such feed. */
  status(question: FeedQuestion): Promise<FeedReport | undefined>
}

/** The error for a payload that is not taken: answered 400 with one entry for each problem. */
export const feedRefused = (problems: Problem[]): PlainError<'FEED_REFUSED'> =>
  new PlainError('FEED_REFUSED', problems[0]?.message ?? say`The feed is not valid`, { problems })

/** Problems listed in an answer, at most: a broken file of thousands of items has thousands. */
const maxProblems = 100

interface RefusalWords {
  detail: string
  invalidParams: { name: string; reason: string }[]
}

/** What a client is told of {@link feedRefused}: line, element path and rule of each problem. Undefined for another error. */
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

/** A report as the status document of an item feed. */
export const itemStatusOf = (report: FeedReport): ItemFeedStatus => ({
  ...commonStatus(report),
  ItemDetails: report.items.map(({ productCode = '', index, ingestionStatus, errors }) => ({
    productCode,
    index: String(index),
    ingestionStatus,
    ingestionErrors: errors.map((error) => ({ ...error })),
  })),
})

/** A report as the status document of a Content+ feed. */
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
