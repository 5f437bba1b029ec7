import type { Problem } from '../../src-shared/problem.ts'
import type { OutboxFeed, OutboxFeedDetail, OutboxList } from '../../src-shared/rpc/feed-contract.ts'
import { defineReader } from '../storage/store.ts'
import { readResults, readStanding } from './feed-queries.ts'
import { type EventRow, eventOf, type FeedRow, feedColumns, feedOf } from './feed-row.ts'
import { payloadText } from './payload-text.ts'

/** What the loop needs of a feed to send, follow or ask after it. */
export interface OpenFeed {
  row: FeedRow
  /** What it is about; see the table `feed_code`. */
  codes: string[]
}

/** From the item to its feeds, never through all feeds: their rows hold the payloads. */
export const contentPlusOfSql = `
  SELECT ${feedColumns} FROM (SELECT DISTINCT feed FROM feed_code WHERE code = ?) AS named
    CROSS JOIN feed ON feed.id = named.feed
  WHERE kind = 'contentplus' ORDER BY sequence DESC`

export const outboxReader = defineReader('outbox', ({ db }) => {
  const all = db.prepare<[], FeedRow>(`SELECT ${feedColumns} FROM feed ORDER BY sequence DESC`)
  const one = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const contentPlusOf = db.prepare<[string], FeedRow>(contentPlusOfSql)
  const body = db.prepare<[string], Buffer>('SELECT body FROM feed WHERE id = ?').pluck()
  const problems = db.prepare<[string], string>('SELECT problems FROM feed WHERE id = ?').pluck()
  const events = db.prepare<[string], EventRow>(
    'SELECT at, event, state, message FROM feed_event WHERE feed = ? ORDER BY sequence',
  )
  const codes = db
    .prepare<[string], string>('SELECT code FROM feed_code WHERE feed = ? ORDER BY position')
    .pluck()
  // A feed waits while an earlier one about the same thing is still on its way or in doubt: an update must not
  // overtake the creation it follows.
  const nextQueued = db.prepare<[], FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE state = 'queued' AND NOT EXISTS (
       SELECT 1 FROM feed_code AS mine JOIN feed_code AS theirs ON theirs.code = mine.code
         JOIN feed AS earlier ON earlier.id = theirs.feed
       WHERE mine.feed = feed.id AND earlier.sequence < feed.sequence
         AND earlier.state IN ('queued', 'sending', 'acknowledged', 'processing', 'uncertain'))
     ORDER BY sequence LIMIT 1`,
  )
  const following = db.prepare<[], FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE state IN ('acknowledged', 'processing', 'uncertain')
     ORDER BY coalesce(next_at, 0), sequence`,
  )
  const claimed = db
    .prepare<[string], string>('SELECT id FROM feed WHERE upstream_feed_id = ? LIMIT 1')
    .pluck()
  const standing = readStanding(db)
  const results = readResults(db)
  const withCodes = (row: FeedRow | undefined): OpenFeed | undefined =>
    row && { row, codes: codes.all(row.id) }

  return {
    list(): OutboxList {
      const { paused, reachable, reason, needs_credentials, hold_until } = standing()
      return {
        feeds: all.all().map((row) => feedOf(row, hold_until)),
        paused: paused === 1,
        needsCredentials: needs_credentials === 1,
        ...(reachable !== null && { reachable: reachable === 1 }),
        ...(reason !== null && { reason }),
      }
    },
    feed(id: string): OutboxFeed | undefined {
      const row = one.get(id)
      return row && feedOf(row, standing().hold_until)
    },
    contentPlusOf(itemId: string): OutboxFeed[] {
      const { hold_until } = standing()
      return contentPlusOf.all(itemId).map((row) => feedOf(row, hold_until))
    },
    detail(id: string): OutboxFeedDetail | undefined {
      const row = one.get(id)
      if (!row) return undefined
      return {
        ...feedOf(row, standing().hold_until),
        xml: payloadText(body.get(id)),
        sha256: row.sha256,
        idempotencyKey: row.idempotency_key,
        events: events.all(id).map(eventOf),
        results: results(id),
        problems: JSON.parse(problems.get(id) ?? '[]') as Problem[],
      }
    },
    /** The bytes to send, exactly as frozen. */
    body(id: string): Uint8Array | undefined {
      const bytes = body.get(id)
      return bytes && new Uint8Array(bytes)
    },
    standing,
    open: (id: string): OpenFeed | undefined => withCodes(one.get(id)),
    /** The first feed in line that does not wait for another. */
    nextQueued: (): OpenFeed | undefined => withCodes(nextQueued.get()),
    /** Feeds to ask the service about, the most urgent first. */
    following: (): OpenFeed[] => following.all().map((row) => ({ row, codes: codes.all(row.id) })),
    /** Whether one of our feeds already goes by this identifier of the service's. */
    isClaimed: (upstreamFeedId: string): boolean => claimed.get(upstreamFeedId) !== undefined,
  }
})
