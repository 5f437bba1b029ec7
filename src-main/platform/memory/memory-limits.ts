/**
 * The limits of all caches of the backend, in bytes where no other unit is named. No cache grows with the catalog or
 * with time, so these limits are what a busy workspace holds in memory beside the programs themselves. The memory of
 * single tasks (a page, a decoded picture) is limited where the task is done.
 */
export const memoryLimits = {
  /**
   * Pages of the database that each connection caches. The writer's cache also holds the unwritten pages of a
   * transaction; a snapshot's connection reads everything only once.
   */
  databasePages: { writer: 16_000_000, reader: 8_000_000, snapshot: 500_000 },
  /**
   * Young objects of a storage thread, in MB. V8's own limit is 96, and a thread with many short-lived answers would
   * fill all of that before V8 collects garbage.
   */
  youngObjects: 12,
  /** Whole answers of item searches, in the main thread. */
  answers: 48_000_000,
  /** Memory of the answers that each reader makes, of which those that are kept, or being sent, are in use. */
  answersOfReader: 40_000_000,
  /** What is known of requests that were answered, beside the answers of item searches themselves. */
  knownRequests: 8_000_000,
  /** Row numbers of searches, and numbers of hits, in each reader. */
  searches: 32_000_000,
  totals: 1_000_000,
  /** Facts of items, by which lists are filtered and counted, in the one reader that answers the catalog screen. */
  facts: 240_000_000,
  /**
   * Posted bodies that are read, checked and stored at a time, by their stated lengths; each may be in memory four times
   * meanwhile.
   */
  uploads: 64 * 1024 * 1024,
  /** Lines of the request log, in the main thread. */
  requestLog: 4_000_000,
} as const
