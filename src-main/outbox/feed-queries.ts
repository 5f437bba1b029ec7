import type { ItemResult } from '../../src-shared/outbox/model.ts'
import { isFollowed, outboxStates } from '../../src-shared/outbox/outbox-state.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { Database } from '../storage/index.ts'

/**
 * Feeds to ask the service about, the most urgent first: the index (of a migration) holds these states and no others, so
 * that what is finished is not read.
 */
export const followedFeeds = `feed INDEXED BY feed_due WHERE state IN (${outboxStates
  .filter(isFollowed)
  .map((state) => `'${state}'`)
  .join(', ')})`

/** The feeds that a feed (`@id`) waits for: earlier ones about the same, on their way or in doubt. */
export const earlierFeedsSql = (columns: string): string => `
  SELECT ${columns} FROM feed WHERE sequence IN (
    SELECT theirs.feed FROM feed_code AS mine CROSS JOIN open_feed_code AS theirs ON theirs.code = mine.code
    WHERE mine.feed = @id AND theirs.released = 0 AND theirs.feed < (SELECT sequence FROM feed WHERE id = @id))
  ORDER BY sequence`

/** The one row of the table `outbox`. */
export interface StandingRow {
  paused: number
  reachable: number | null
  reason: string | null
  needs_credentials: number
  hold_until: number | null
}

/** How the outbox as a whole stands. */
export function readStanding(db: Database): () => StandingRow {
  const only = db.prepare<[], StandingRow>(
    'SELECT paused, reachable, reason, needs_credentials, hold_until FROM outbox',
  )
  return () => {
    const row = only.get()
    if (!row) throw new Error('The table outbox has lost its row')
    return row
  }
}

/** What became of each item of a feed, by place in the payload; a window of it when one is given. */
export function readResults(db: Database): (feed: string, from?: number, end?: number) => ItemResult[] {
  const window = db.prepare<
    [string, number, number],
    { position: number; product_code: string; ingestion_status: string; problems: string }
  >(
    `SELECT position, product_code, ingestion_status, problems FROM feed_result
     WHERE feed = ? AND position >= ? AND position < ? ORDER BY position`,
  )
  return (feed, from = 0, end = Number.MAX_SAFE_INTEGER) =>
    window.all(feed, from, end).map((row) => ({
      index: row.position,
      productCode: row.product_code,
      ingestionStatus: row.ingestion_status,
      problems: JSON.parse(row.problems) as Problem[],
    }))
}
