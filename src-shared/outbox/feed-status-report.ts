import type { FeedCounters, ItemResult } from './model.ts'

/** Both status forms (item feeds, Content+ feeds) as one: a window of a feed's results. */
export interface FeedStatusReport {
  feedId: string
  /** The service's own word, kept as it came. */
  feedStatus: string
  counters: FeedCounters
  /** The items of the window that was asked for. */
  results: ItemResult[]
}
