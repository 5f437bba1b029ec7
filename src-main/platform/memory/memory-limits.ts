/**
 * Limits of all caches of the backend, in bytes unless another unit is given. No cache grows with the catalog
 * or over time, so these limits bound the memory of a busy workspace, apart from the programs themselves. The
 * memory of single tasks (a page, a decoded picture) is limited where the task runs.
 */
export const memoryLimits = {
  /**
   * Page cache of each database connection. The writer's cache also holds the unwritten pages of a
   * transaction; a snapshot connection reads each page only once.
   */
  databasePages: { writer: 16_000_000, reader: 8_000_000, snapshot: 500_000 },
  /**
   * Young objects of a storage thread, in MB. V8's default is 96; a thread with many short-lived results
   * would fill all of it before V8 collects garbage.
   */
  youngObjects: 12,
  /**
   * Other objects of a storage thread under Electron, in MB. There the heaps of all threads share one range of
   * 4 GB, and when it is full, the process ends whichever thread has filled it. The threads of a workspace and
   * of its sample service (two writers, three readers, two readings of untrusted bytes by `readingBudget`) fit
   * into it together, with 400 MB for the main thread.
   */
  oldObjects: { writer: 512, reader: 512, copier: 128, apart: 512 },
  /** Cached complete answers of item searches, in the main thread. */
  answers: 48_000_000,
  /** Answers allocated by each reader that are cached or being sent. */
  answersOfReader: 40_000_000,
  /** Metadata of answered requests, without the item search answers themselves. */
  knownRequests: 8_000_000,
  /** Row numbers and hit counts of searches, in each reader. */
  searches: 32_000_000,
  totals: 1_000_000,
  /** Item facts that filter and count lists, in the reader that serves the catalog screen. */
  facts: 240_000_000,
  /**
   * Request bodies that are parsed, validated and stored at the same time, by their declared length. Each may
   * be in memory four times during that time.
   */
  uploads: 64 * 1024 * 1024,
  /** The request log, in the main thread. */
  requestLog: 4_000_000,
} as const
