import {
  type FeedList,
  type FeedListQuestion,
  type FeedsOfService,
  type OutboxBatch,
  type OutboxEntries,
  type OutboxEntry,
  type OutboxFeed,
  type OutboxFeedDetail,
  type OutboxOverview,
  refusedStatuses,
} from '../../../../src-shared/feeds/outbox/model.ts'
import {
  blocksOthers,
  isFollowed,
  noFeeds,
  type OutboxState,
  outboxStates,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { defineReader, type FeedResultRow } from '../../../storage/index.ts'
import { namedIn, readRefusedRules } from '../../drafts/index.ts'
import { readEvidence } from '../evidence/evidence-store.ts'
import { openKnownFeeds } from '../evidence/known-feeds.ts'
import { serviceOf } from '../send/feed-service-name.ts'
import { readAcceptedItems } from './accepted-content.ts'
import { readEntries } from './entry-list.ts'
import { type BatchRow, readBatches } from './feed-batches.ts'
import { readFeedItems, readReportedFeeds } from './feed-items.ts'
import { readFeedList } from './feed-list.ts'
import {
  type EventRow,
  earlierFeedsSql,
  eventOf,
  type FeedRow,
  feedColumns,
  feedOf,
  followedFeeds,
  isOfConnectedService,
  type OpenFeed,
  payloadText,
  readResults,
} from './feed-row.ts'
import { type OutboxStatusRow, readStanding } from './outbox-status.ts'
import { readRefusedDrafts } from './refused-drafts.ts'

/** A feed to send, with its bytes exactly as frozen. */
export interface FeedToSend extends OpenFeed {
  body: Uint8Array
}

/** Data from which the loop decides its next action. Times are milliseconds since the epoch. */
export interface Turn {
  standing: OutboxStatusRow
  /** Feeds to poll now, most urgent first. */
  due: string[]
  /** Time of the next poll; undefined if no feed is to be polled. */
  nextDue: number | undefined
  /** Time of the next sending; undefined if no feed is queued, or an uncertain feed blocks them. */
  nextAttempt: number | undefined
}

/** States in which a feed waits for the service, or is pending there. */
const waitingStates = outboxStates
  .filter((state) => blocksOthers(state))
  .map((state) => `'${state}'`)
  .join(', ')

/** SQL for the Content+ feeds that contain an item, found by the index of item codes. */
export const contentPlusOfSql = `
  SELECT ${feedColumns} FROM (SELECT DISTINCT feed FROM feed_code WHERE code = ?) AS named
    CROSS JOIN feed ON feed.id = named.feed
  WHERE kind = 'contentplus' ORDER BY sequence DESC`

export const outboxReader = defineReader('outbox', ({ db }) => {
  const { draftOfRefused } = readRefusedDrafts(db)
  const counts = db.prepare<[], { state: OutboxState; count: number }>(
    'SELECT state, count(*) AS count FROM feed GROUP BY state',
  )
  const toSend = db.prepare<[], 1>("SELECT 1 FROM feed WHERE state IN ('queued', 'looked-for') LIMIT 1")
  const one = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const contentPlusOf = db.prepare<[string], FeedRow>(contentPlusOfSql)
  const body = db
    .prepare<[string], Buffer>(
      'SELECT body FROM feed_body WHERE feed = (SELECT sequence FROM feed WHERE id = ?)',
    )
    .pluck()
  const problems = db.prepare<[string], string>('SELECT problems FROM feed WHERE id = ?').pluck()
  const events = db.prepare<[string], EventRow>(
    'SELECT at, event, state, message, detail FROM feed_event WHERE feed = ? ORDER BY sequence',
  )
  const codes = db
    .prepare<[string], string>('SELECT code FROM feed_code WHERE feed = ? ORDER BY position')
    .pluck()
  // A feed waits while an earlier one about the same item is pending or uncertain: an update must not
  // overtake the creation of its item.
  const waitsForAnother = `EXISTS (
       SELECT 1 FROM feed_code AS mine CROSS JOIN open_feed_code AS theirs ON theirs.code = mine.code
       CROSS JOIN feed AS other ON other.sequence = theirs.feed AND other.service IS feed.service
       WHERE mine.feed = feed.id AND theirs.released = 0 AND theirs.feed < feed.sequence)`
  const isOurs = isOfConnectedService('feed')
  // A held feed waits until its hold ends, or is ended by a person.
  const nextQueued = db.prepare<{ now: number }, FeedRow>(
    `SELECT ${feedColumns} FROM feed INDEXED BY feed_line
     WHERE state = 'queued' AND ${isOurs} AND coalesce(next_at, 0) <= @now AND NOT ${waitsForAnother}
       AND (is_held = 0 OR held_until <= @now)
     ORDER BY urgency DESC, sequence LIMIT 1`,
  )
  const nextAttempt = db
    .prepare<[], number | null>(
      `SELECT min(max(coalesce(next_at, 0), coalesce(held_until, 0))) FROM feed INDEXED BY feed_line
       WHERE state = 'queued' AND ${isOurs} AND (is_held = 0 OR held_until IS NOT NULL) AND NOT ${waitsForAnother}`,
    )
    .pluck()
  const due = db
    .prepare<[number], string>(
      `SELECT id FROM ${followedFeeds} AND ${isOurs} AND coalesce(next_at, 0) <= ?
       ORDER BY coalesce(next_at, 0), sequence`,
    )
    .pluck()
  const nextDue = db
    .prepare<[], number>(
      `SELECT coalesce(next_at, 0) FROM ${followedFeeds} AND ${isOurs} ORDER BY coalesce(next_at, 0) LIMIT 1`,
    )
    .pluck()
  const inDoubt = db.prepare<[number], 1>(
    // A feed in the state `looked-for` blocks no other: the catalog shows its outcome.
    `SELECT 1 FROM feed WHERE state = 'uncertain' AND ${isOurs} AND kind <> 'contentplus' AND asked < ? LIMIT 1`,
  )
  const idByOurs = db.prepare<[string], string>('SELECT id FROM feed WHERE id = ?').pluck()
  const idByTheirs = db
    .prepare<[string], string>('SELECT id FROM feed WHERE upstream_feed_id = ? LIMIT 1')
    .pluck()
  const earlier = db.prepare<{ id: string }, Pick<FeedRow, 'id' | 'name' | 'name_parts'>>(
    earlierFeedsSql('id, name, name_parts'),
  )
  const waiting = db.prepare<
    [],
    { service: string | null; isOurs: number; waiting: number; followed: number }
  >(
    `SELECT service, ${isOurs} AS isOurs, count(*) FILTER (WHERE state = 'queued') AS waiting,
       count(*) FILTER (WHERE state <> 'queued') AS followed
     FROM feed INDEXED BY feed_service WHERE state IN (${waitingStates}) GROUP BY service`,
  )
  const evidence = readEvidence(db)
  const refusedRules = readRefusedRules(db)
  const standing = readStanding(db)
  const results = readResults(db)
  const list = readFeedList(db)
  const items = readFeedItems(db)
  const reportedFeeds = readReportedFeeds(db)
  const entries = readEntries(db)
  const feedsOf = db.prepare<{ id: string; states: string }, FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE sequence IN (
       SELECT sequence FROM feed WHERE batch = @id UNION ALL SELECT sequence FROM feed WHERE id = @id)
       AND +state IN (SELECT value FROM json_each(@states)) ORDER BY sequence`,
  )
  const refused = db.prepare<[string, string], Pick<FeedResultRow, 'position' | 'problems'>>(
    `SELECT position, problems FROM feed_result
     WHERE feed = ? AND upper(trim(ingestion_status)) IN (SELECT value FROM json_each(?)) ORDER BY position`,
  )
  const held = db
    .prepare<[], number>(`SELECT count(*) FROM feed INDEXED BY feed_held WHERE is_held = 1 AND ${isOurs}`)
    .pluck()
  const waitingFor = db.prepare<[string], FeedRow>(
    `SELECT ${feedColumns} FROM feed INDEXED BY feed_state WHERE state = 'queued' AND service = ? ORDER BY sequence`,
  )
  const oneBatch = db.prepare<[string], BatchRow>('SELECT * FROM feed_batch WHERE id = ?')
  const batchOf = readBatches(db)
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
        held: held.get() ?? 0,
        entries: entries.counts(),
        paused: paused === 1,
        needsCredentials: needs_credentials === 1,
        reachable: reachable === null ? undefined : reachable === 1,
        reason: reason ?? undefined,
        elsewhere: waiting
          .all()
          .flatMap(({ service, isOurs, ...counts }) =>
            isOurs === 1 || service === null ? [] : [{ ...serviceOf(service), ...counts }],
          ),
        nextAttemptAt: hold_until !== null && all.queued > 0 ? new Date(hold_until).toISOString() : undefined,
      }
    },
    /** Whether a feed is queued, or may be sent again automatically. */
    hasToSend: (): boolean => toSend.get() !== undefined,
    /** Number of feeds queued for the connected service, and of feeds pending there. */
    ours(): FeedsOfService {
      const { waiting: queued = 0, followed = 0 } = waiting.all().find(({ isOurs }) => isOurs === 1) ?? {}
      return { waiting: queued, followed }
    },
    /** Feeds queued for a service, in order. */
    waitingFor: (service: string): FeedRow[] => waitingFor.all(service),
    list: (question: FeedListQuestion): FeedList => list(question, standing().hold_until),
    /** A window of the items of a feed or batch, those that need attention first. */
    items,
    reportedFeeds,
    /** Our identifier of a feed, given ours or the service's. */
    idOf: (id: string): string | undefined => idByOurs.get(id) ?? idByTheirs.get(id),
    feed(id: string): OutboxFeed | undefined {
      const row = one.get(id)
      return row && feedOf(row, standing().hold_until)
    },
    /** A window of the outbox rows. */
    entries: (question: Omit<FeedListQuestion, 'batch'>): OutboxEntries =>
      entries.window(question, standing().hold_until),
    /** Rows that ended or began to need attention since a time, newest first. */
    news: (since: number): OutboxEntry[] => entries.news(since, standing().hold_until),
    batch(id: string): OutboxBatch | undefined {
      const row = oneBatch.get(id)
      return row && batchOf(row)
    },
    /** The feeds of a batch (or the feed with that identifier) in the given states, in order. */
    feedsOf: (id: string, states: readonly OutboxState[]): FeedRow[] =>
      feedsOf.all({ id, states: JSON.stringify(states) }),
    /** The refused items of a feed: index and problems. */
    refusedItems: (id: string): { place: number; problems: Problem[] }[] =>
      refused
        .all(id, JSON.stringify(refusedStatuses))
        .map(({ position, problems }) => ({ place: position, problems: JSON.parse(problems) })),
    draftOfRefused,
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
        waitsFor:
          row.state === 'queued' ? earlier.all({ id }).map((one) => ({ id: one.id, ...namedIn(one) })) : [],
      }
    },
    /** The bytes to send, exactly as frozen. */
    body(id: string): Uint8Array | undefined {
      const bytes = body.get(id)
      return bytes && new Uint8Array(bytes)
    },
    /** Feeds in the outbox that concern a payload not yet queued. */
    known,
    standing,
    ...evidence,
    /** Whether the connected service enforced any rule of which our check only warns. */
    hasRefusedRules: (): boolean => refusedRules.isAny(),
    ...readAcceptedItems(db),
    open: (id: string): OpenFeed | undefined => withCodes(one.get(id)),
    /** @param polls an uncertain item feed with fewer polls blocks the others */
    turn: (now: number, polls: number): Turn => ({
      standing: standing(),
      due: due.all(now),
      nextDue: nextDue.get(),
      nextAttempt: inDoubt.get(polls) === undefined ? (nextAttempt.get() ?? undefined) : undefined,
    }),
    /**
     * The first queued feed that is due and waits for no other feed; undefined if an uncertain feed blocks
     * them.
     */
    nextToSend(now: number, polls: number): { standing: OutboxStatusRow; feed: FeedToSend | undefined } {
      const row = inDoubt.get(polls) === undefined ? nextQueued.get({ now }) : undefined
      if (!row) return { standing: standing(), feed: undefined }
      const bytes = body.get(row.id)
      if (!bytes) throw new Error(`The feed ${row.id} has lost its payload`)
      const feed = { row, codes: codes.all(row.id), body: new Uint8Array(bytes) }
      return { standing: standing(), feed }
    },
    /** The feed, if it is still to be polled. */
    followed(id: string): { standing: OutboxStatusRow; feed: OpenFeed | undefined } {
      const row = one.get(id)
      return { standing: standing(), feed: row && isFollowed(row.state) ? withCodes(row) : undefined }
    },
    /** Whether one of our feeds has this identifier at the service. */
    isClaimed: (upstreamFeedId: string): boolean => idByTheirs.get(upstreamFeedId) !== undefined,
  }
})
