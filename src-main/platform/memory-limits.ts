/**
 * Every cap on what the backend keeps in memory to be quick, in bytes unless it says otherwise. None of these grows
 * with what is stored or with how long the program runs; together they are what a busy workspace holds beside the
 * programs themselves. What else is being worked on (a page, a decoded picture) is bounded where it is worked on.
 */
export const memoryLimits = {
  /**
   * Pages of the database each connection keeps. The writer's also hold what a transaction has not written yet; that of
   * a snapshot reads everything once.
   */
  databasePages: { writer: 64_000_000, reader: 32_000_000, snapshot: 500_000 },
  /**
   * Young objects of a storage thread, in MB. The engine's own limit is 96: a thread that makes short-lived answers
   * quickly would fill all of it before it looks for what can go.
   */
  youngObjects: { writer: 24, reader: 12 },
  /** Whole answers of item searches, in the main thread. */
  answers: 48_000_000,
  /** Row numbers of searches, and numbers of hits, in each reader. */
  searches: 16_000_000,
  totals: 1_000_000,
  /**
   * Posted bodies that are read, checked and stored at a time, by what they say of their size; each is in memory up to
   * four times meanwhile.
   */
  uploads: 64 * 1024 * 1024,
  /** Lines of the request log, in the main thread. */
  requestLog: 4_000_000,
} as const
