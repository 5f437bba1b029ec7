/** The status of a feed, in a form common to all feed kinds. */
import type { Problem } from '../../problem.ts'

/** The service's result for one item of a feed. */
export interface ItemResult {
  /** 0-based index of the item in the feed. */
  index: number
  productCode: string
  ingestionStatus: string
  /** Problems that the service reported for the item; empty if none. */
  problems: Problem[]
}

export interface FeedCounters {
  received: number
  succeeded: number
  failed: number
  processing: number
}

/** A window of a feed's results, as a client of the service reads it. */
export interface FeedStatusReport {
  feedId: string
  /** The service's status, unchanged. */
  feedStatus: string
  counters: FeedCounters
  /** Results in the requested window. */
  results: ItemResult[]
}

/** An entry of `ingestionErrors` in the status document. */
export interface IngestionError {
  type: string
  code: string
  /** Path of the faulty element. */
  field: string
  description: string
}

/** One item of a {@link FeedProgress}. A status document contains only the members of its payload type. */
export interface FeedProgressItem {
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

/** A window of a feed's results, as the receiver of the feed reports it. */
export interface FeedProgress {
  feedId: string
  /**
   * Idempotency key of the feed, if any: a client that lost the acknowledgement recognizes the feed by it.
   */
  idempotencyKey?: string
  feedStatus: string
  /**
   * received = succeeded + rejected + failed + processing. Documents of item feeds count rejected items as
   * failed; those of Content+ feeds have `processed` in addition.
   */
  counters: {
    received: number
    succeeded: number
    processed: number
    rejected: number
    failed: number
    processing: number
  }
  offset: number
  limit: number
  /** Items of the window, ordered by index. */
  items: FeedProgressItem[]
}
