import { gtin14 } from '../../src-shared/gtin.ts'
import type {
  FeedList,
  FeedListQuestion,
  OutboxFeed,
  OutboxFeedDetail,
  OutboxOverview,
} from '../../src-shared/outbox/model.ts'
import {
  type FeedGroup,
  feedGroups,
  isFollowed,
  noFeeds,
  type OutboxState,
  outboxStates,
  statesOfGroup,
} from '../../src-shared/outbox/outbox-state.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { type Database, defineReader, windowStart } from '../storage/index.ts'
import { readEvidence } from './evidence-notes.ts'
import {
  type EventRow,
  earlierFeedsSql,
  eventOf,
  type FeedRow,
  feedColumns,
  feedOf,
  followedFeeds,
  payloadText,
  readResults,
} from './feed-row.ts'
import { openKnownFeeds } from './known-feeds.ts'
import { readStanding } from './outbox-standing.ts'

/** What the loop needs of a feed to send, follow or ask after it. */
export interface OpenFeed {
  row: FeedRow
  /** The codes of its items; see the table `feed_code`. */
  codes: string[]
}

/** The Content+ feeds that name an item, found by the item's code without reading all feeds. */
export const contentPlusOfSql = `
  SELECT ${feedColumns} FROM (SELECT DISTINCT feed FROM feed_code WHERE code = ?) AS named
    CROSS JOIN feed ON feed.id = named.feed
  WHERE kind = 'contentplus' ORDER BY sequence DESC`

export const outboxReader = defineReader('outbox', ({ db }) => {
  const counts = db.prepare<[], { state: OutboxState; count: number }>(
    'SELECT state, count(*) AS count FROM feed GROUP BY state',
  )
  const one = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const contentPlusOf = db.prepare<[string], FeedRow>(contentPlusOfSql)
  const body = db
    .prepare<[string], Buffer>(
      'SELECT body FROM feed_body WHERE feed = (SELECT sequence FROM feed WHERE id = ?)',
    )
    .pluck()
  const problems = db.prepare<[string], string>('SELECT problems FROM feed WHERE id = ?').pluck()
  const events = db.prepare<[string], EventRow>(
    'SELECT at, event, state, message FROM feed_event WHERE feed = ? ORDER BY sequence',
  )
  const codes = db
    .prepare<[string], string>('SELECT code FROM feed_code WHERE feed = ? ORDER BY position')
    .pluck()
  // A feed waits while an earlier one about the same thing is still on its way or in doubt: an update must not
  // overtake the creation it follows.
  const waitsForAnother = `EXISTS (
       SELECT 1 FROM feed_code AS mine CROSS JOIN open_feed_code AS theirs ON theirs.code = mine.code
       WHERE mine.feed = feed.id AND theirs.released = 0 AND theirs.feed < feed.sequence)`
  const nextQueued = db.prepare<[number], FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE state = 'queued' AND coalesce(next_at, 0) <= ? AND NOT ${waitsForAnother}
     ORDER BY sequence LIMIT 1`,
  )
  const nextAttempt = db
    .prepare<[], number | null>(
      `SELECT min(coalesce(next_at, 0)) FROM feed WHERE state = 'queued' AND NOT ${waitsForAnother}`,
    )
    .pluck()
  const due = db
    .prepare<[number], string>(
      `SELECT id FROM ${followedFeeds} AND coalesce(next_at, 0) <= ?
       ORDER BY coalesce(next_at, 0), sequence`,
    )
    .pluck()
  const nextDue = db
    .prepare<[], number>(
      `SELECT coalesce(next_at, 0) FROM ${followedFeeds} ORDER BY coalesce(next_at, 0) LIMIT 1`,
    )
    .pluck()
  const inDoubt = db.prepare<[number], 1>(
    // A feed in the state `looked-for` holds up no other: the catalog tells what became of it.
    "SELECT 1 FROM feed WHERE state = 'uncertain' AND kind <> 'contentplus' AND asked < ? LIMIT 1",
  )
  const idByOurs = db.prepare<[string], string>('SELECT id FROM feed WHERE id = ?').pluck()
  const idByTheirs = db
    .prepare<[string], string>('SELECT id FROM feed WHERE upstream_feed_id = ? LIMIT 1')
    .pluck()
  const earlier = db.prepare<{ id: string }, { id: string; name: string }>(earlierFeedsSql('id, name'))
  const evidence = readEvidence(db)
  const standing = readStanding(db)
  const results = readResults(db)
  const list = readFeedList(db)
  const { known } = openKnownFeeds(db)
  const withCodes = (row: FeedRow | undefined): OpenFeed | undefined =>
    row && { row, codes: codes.all(row.id) }

  return {
    overview(): OutboxOverview {
      const { paused, reachable, reason, needs_credentials, hold_until } = standing()
      const known = Object.fromEntries(counts.all().map(({ state, count }) => [state, count]))
      const all = { ...noFeeds, ...known }
      return {
        counts: all,
        paused: paused === 1,
        needsCredentials: needs_credentials === 1,
        reachable: reachable === null ? undefined : reachable === 1,
        reason: reason ?? undefined,
        nextAttemptAt: hold_until !== null && all.queued > 0 ? new Date(hold_until).toISOString() : undefined,
      }
    },
    list: (question: FeedListQuestion): FeedList => list(question, standing().hold_until),
    /** Our identifier of a feed that is named by ours or by the service's. */
    idOf: (id: string): string | undefined => idByOurs.get(id) ?? idByTheirs.get(id),
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
        waitsFor: row.state === 'queued' ? earlier.all({ id }) : [],
      }
    },
    /** The bytes to send, exactly as frozen. */
    body(id: string): Uint8Array | undefined {
      const bytes = body.get(id)
      return bytes && new Uint8Array(bytes)
    },
    /** The feeds in the outbox that concern a payload that is not queued yet. */
    known,
    standing,
    ...evidence,
    open: (id: string): OpenFeed | undefined => withCodes(one.get(id)),
    /** The first queued feed that waits neither for its moment nor for another feed. */
    nextQueued: (now: number): OpenFeed | undefined => withCodes(nextQueued.get(now)),
    /** When the next queued feed is to be sent, milliseconds; undefined when there is none. */
    nextAttempt: (): number | undefined => nextAttempt.get() ?? undefined,
    /** Feeds to ask the service about now, the most urgent first. */
    due: (now: number): string[] => due.all(now),
    /** The feed, as long as the service is to be asked about it. */
    followed(id: string): OpenFeed | undefined {
      const row = one.get(id)
      return row && isFollowed(row.state) ? withCodes(row) : undefined
    },
    /** When to ask the service about a feed next, milliseconds; undefined when there is no feed to ask about. */
    nextDue: (): number | undefined => nextDue.get(),
    /** Whether an item feed is uncertain, and the service was asked about the feed fewer than `questions` times. */
    isInDoubt: (questions: number): boolean => inDoubt.get(questions) !== undefined,
    /** Whether one of our feeds has this identifier at the service already. */
    isClaimed: (upstreamFeedId: string): boolean => idByTheirs.get(upstreamFeedId) !== undefined,
  }
})

interface Window {
  offset: number
  limit: number
}
interface Wanted {
  text: string
  /** The end, exclusive, of the texts that begin with `text`. */
  end: string
  /** `text` as the table `feed_code` writes a code. */
  code: string
  /** A LIKE pattern for `text` anywhere. */
  like: string
  /** The states, JSON. */
  states: string
}

/** Feeds by name, identifier or code, each through an index of its own, so that no other row is read. */
const matching = `
  SELECT sequence FROM feed WHERE state IN (SELECT value FROM json_each(@states)) AND name LIKE @like ESCAPE '\\'
  UNION SELECT sequence FROM feed
    WHERE id >= @text AND id < @end AND +state IN (SELECT value FROM json_each(@states))
  UNION SELECT sequence FROM feed
    WHERE upstream_feed_id >= @text AND upstream_feed_id < @end AND +state IN (SELECT value FROM json_each(@states))
  UNION SELECT feed.sequence FROM feed_code CROSS JOIN feed ON feed.id = feed_code.feed
    WHERE feed_code.code = @code AND +state IN (SELECT value FROM json_each(@states))`

/** Reads windows of the list of feeds, the newest first, and no feed outside of the window. */
function readFeedList(db: Database): (question: FeedListQuestion, holdUntil: number | null) => FeedList {
  const windowOfAll = db.prepare<Window, FeedRow>(
    `SELECT ${feedColumns} FROM feed ORDER BY sequence DESC LIMIT @limit OFFSET @offset`,
  )
  const countAll = db.prepare<[], number>('SELECT count(*) FROM feed').pluck()
  // The feeds of one state come in order from the index; SQLite merges the states instead of sorting all feeds.
  const windowsOfGroups = new Map(
    feedGroups.map((group) => {
      const ofStates = statesOfGroup[group].map(
        (state) => `SELECT ${feedColumns} FROM feed INDEXED BY feed_state WHERE state = '${state}'`,
      )
      return [
        group,
        db.prepare<Window, FeedRow>(
          `${ofStates.join(' UNION ALL ')} ORDER BY sequence DESC LIMIT @limit OFFSET @offset`,
        ),
      ]
    }),
  )
  const countStates = db
    .prepare<[string], number>('SELECT count(*) FROM feed WHERE state IN (SELECT value FROM json_each(?))')
    .pluck()
  const windowOfMatches = db.prepare<Wanted & Window, FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE sequence IN (
       SELECT sequence FROM (${matching}) ORDER BY sequence DESC LIMIT @limit OFFSET @offset)
     ORDER BY sequence DESC`,
  )
  const countMatches = db.prepare<Wanted, number>(`SELECT count(*) FROM (${matching})`).pluck()

  /** How many feeds match, and how to read a window of these feeds. */
  function ways(text: string, group: FeedGroup | undefined): [number, (window: Window) => FeedRow[]] {
    const states: readonly OutboxState[] = group ? statesOfGroup[group] : outboxStates
    if (text !== '') {
      const wanted = wantedOf(text, states)
      return [countMatches.get(wanted) ?? 0, (window) => windowOfMatches.all({ ...wanted, ...window })]
    }
    const ofGroup = group && windowsOfGroups.get(group)
    if (!ofGroup) return [countAll.get() ?? 0, (window) => windowOfAll.all(window)]
    return [countStates.get(JSON.stringify(states)) ?? 0, (window) => ofGroup.all(window)]
  }

  return ({ group, text = '', offset, limit }, holdUntil) => {
    const [total, read] = ways(text.trim(), group)
    const window = { offset: windowStart({ offset, limit }, total), limit }
    return { total, offset: window.offset, feeds: read(window).map((row) => feedOf(row, holdUntil)) }
  }
}

const wantedOf = (text: string, states: readonly OutboxState[]): Wanted => ({
  text,
  end: `${text}\u{10ffff}`,
  code: gtin14(text) ?? text,
  like: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
  states: JSON.stringify(states),
})
