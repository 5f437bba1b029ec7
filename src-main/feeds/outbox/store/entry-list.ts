import type {
  FeedListQuestion,
  OutboxEntries,
  OutboxEntry,
} from '../../../../src-shared/feeds/outbox/model.ts'
import { outboxEventNames, outboxEvents } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  type FeedGroup,
  outboxStates,
  statesOfGroup,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database } from '../../../storage/index.ts'
import { type BatchRow, readBatches } from './feed-batches.ts'
import { type FeedRow, feedColumns, feedOf } from './feed-row.ts'
import { matchingSql, type SearchTerms, searchTermsOf } from './feed-search.ts'
import {
  groupOrders,
  keyOf,
  needsYouFirst,
  type Segment,
  statesOf,
  type Window,
  windowOf,
} from './list-window.ts'

/** Maximum number of news entries. */
const maxNews = 20
const personEvents = JSON.stringify(outboxEventNames.filter((event) => outboxEvents[event].by === 'person'))

/** Sequence number of a row's feed, or of the first feed of its batch. */
interface Head {
  place: number
  is_batch: number
}

/** Reads windows of the outbox rows: a batch is one row, and rows that need attention come first. */
export function readEntries(db: Database): {
  window: (question: Omit<FeedListQuestion, 'batch'>, holdUntil: number | null) => OutboxEntries
  /**
   * The latest rows that ended or began to need attention without a person's action since a time, newest
   * first.
   */
  news: (since: number, holdUntil: number | null) => OutboxEntry[]
  /** Number of rows per group. */
  counts: () => Record<FeedGroup, number>
} {
  const headsOf = new Map(
    groupOrders.map((groups) => {
      const ofStates = statesOf(groups).flatMap((state) => [
        `SELECT sequence AS place, 0 AS is_batch FROM feed INDEXED BY feed_alone WHERE batch IS NULL AND state = '${state}'`,
        `SELECT first AS place, 1 AS is_batch FROM feed_batch INDEXED BY feed_batch_state WHERE state = '${state}'`,
      ])
      return [
        keyOf(groups),
        db.prepare<Window, Head>(
          `${ofStates.join(' UNION ALL ')} ORDER BY place DESC LIMIT @limit OFFSET @offset`,
        ),
      ]
    }),
  )
  const countHeads = db
    .prepare<{ states: string }, number>(
      `SELECT (SELECT count(*) FROM feed INDEXED BY feed_alone
         WHERE batch IS NULL AND state IN (SELECT value FROM json_each(@states)))
       + (SELECT count(*) FROM feed_batch WHERE state IN (SELECT value FROM json_each(@states)))`,
    )
    .pluck()
  // A batch matches if one of its feeds does, and belongs to the group of its own state.
  const matchingHeads = `
    SELECT DISTINCT coalesce(feed_batch.first, feed.sequence) AS place, feed_batch.first IS NOT NULL AS is_batch,
      coalesce(feed_batch.state, feed.state) IN (SELECT value FROM json_each(@needsYou)) AS needs_you
    FROM (${matchingSql}) AS hit CROSS JOIN feed ON feed.sequence = hit.sequence
      LEFT JOIN feed_batch ON feed_batch.id = feed.batch
    WHERE coalesce(feed_batch.state, feed.state) IN (SELECT value FROM json_each(@headStates))`
  interface SearchTermsOfHeads extends SearchTerms {
    headStates: string
    needsYou: string
  }
  const matches = db.prepare<SearchTermsOfHeads & Window, Head>(
    `SELECT place, is_batch FROM (${matchingHeads}) ORDER BY needs_you DESC, place DESC LIMIT @limit OFFSET @offset`,
  )
  const countMatches = db
    .prepare<SearchTermsOfHeads, number>(`SELECT count(*) FROM (${matchingHeads})`)
    .pluck()
  const feedAt = db.prepare<[number], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE sequence = ?`)
  const batchAt = db.prepare<[number], BatchRow>('SELECT * FROM feed_batch WHERE first = ?')
  const batchOf = readBatches(db)
  // Programs learn the result of posted feeds from their own calls, unless a person is needed; a person's own
  // actions are no news. With max(), SQLite returns the id of the row with the maximum, so that a batch's
  // feeds are not sorted.
  const newsOf = db.prepare<{ since: number; persons: string }, Head & { at: number }>(
    `SELECT place, is_batch, at FROM (
       SELECT sequence AS place, 0 AS is_batch, updated_at AS at FROM feed INDEXED BY feed_news
       WHERE batch IS NULL AND state IN ('done', 'partly-done', 'failed', 'uncertain') AND updated_at > @since
         AND (posted_by IS NULL OR state <> 'done')
         AND (SELECT event FROM feed_event WHERE feed_event.feed = feed.id ORDER BY feed_event.sequence DESC LIMIT 1)
           NOT IN (SELECT value FROM json_each(@persons))
       UNION ALL SELECT first, 1, updated_at FROM feed_batch INDEXED BY feed_batch_news
       WHERE state IN ('done', 'partly-done', 'failed', 'uncertain') AND updated_at > @since
         AND (SELECT event FROM feed_event
           WHERE feed = (SELECT id FROM (SELECT id, max(updated_at) FROM feed WHERE batch = feed_batch.id))
           ORDER BY sequence DESC LIMIT 1) NOT IN (SELECT value FROM json_each(@persons)))
     ORDER BY at DESC LIMIT ${maxNews}`,
  )
  const entryAt = ({ place, is_batch }: Head, holdUntil: number | null): OutboxEntry[] => {
    const batch = is_batch === 1 ? batchAt.get(place) : undefined
    if (batch) return [{ batch: batchOf(batch) }]
    const feed = feedAt.get(place)
    return feed ? [{ feed: feedOf(feed, holdUntil) }] : []
  }

  function segments(group: FeedGroup | undefined, text: string): Segment<Head>[] {
    if (text !== '') {
      const wanted = {
        ...searchTermsOf(text, outboxStates),
        headStates: JSON.stringify(group ? statesOfGroup[group] : outboxStates),
        needsYou: JSON.stringify(statesOfGroup['needs-you']),
      }
      return [
        { total: countMatches.get(wanted) ?? 0, read: (window) => matches.all({ ...wanted, ...window }) },
      ]
    }
    return (group ? [[group]] : needsYouFirst).map((groups) => ({
      total: countOf(groups),
      read: (window) => headsOf.get(keyOf(groups))?.all(window) ?? [],
    }))
  }

  const countOf = (groups: readonly FeedGroup[]): number =>
    countHeads.get({ states: JSON.stringify(statesOf(groups)) }) ?? 0

  return {
    news: (since, holdUntil) =>
      newsOf.all({ since, persons: personEvents }).flatMap((head) => entryAt(head, holdUntil)),
    counts: () => ({
      'under-way': countOf(['under-way']),
      'needs-you': countOf(['needs-you']),
      done: countOf(['done']),
      withdrawn: countOf(['withdrawn']),
    }),
    window({ group, text = '', offset, limit }, holdUntil) {
      const window = windowOf(segments(group, text.trim()), { offset, limit })
      return {
        total: window.total,
        offset: window.offset,
        entries: window.rows.flatMap((head) => entryAt(head, holdUntil)),
      }
    },
  }
}
