import type { FeedList, FeedListQuestion, OutboxEntries, OutboxEntry } from '../../src-shared/outbox/model.ts'
import {
  type FeedGroup,
  feedGroups,
  type OutboxState,
  outboxStates,
  statesOfGroup,
} from '../../src-shared/outbox/outbox-state.ts'
import { type Database, windowStart } from '../storage/index.ts'
import { type BatchRow, readBatches } from './feed-batches.ts'
import { type FeedRow, feedColumns, feedOf } from './feed-row.ts'
import { matchingSql, type Wanted, wantedOf } from './feed-search.ts'

interface Window {
  offset: number
  limit: number
}

/** A part of a list that stands before the next part: how many rows it has, and a window of them. */
interface Segment<Row> {
  total: number
  read(window: Window): Row[]
}

/** A window over parts that follow one another. Behind the end it is the last one. */
function windowOf<Row>(parts: Segment<Row>[], asked: Window): { total: number; offset: number; rows: Row[] } {
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const offset = windowStart(asked, total)
  const rows: Row[] = []
  let before = 0
  for (const part of parts) {
    const from = Math.max(0, offset - before)
    const left = asked.limit - rows.length
    if (left > 0 && from < part.total) rows.push(...part.read({ offset: from, limit: left }))
    before += part.total
  }
  return { total, offset, rows }
}

const others: readonly FeedGroup[] = feedGroups.filter((group) => group !== 'needs-you')
/** What is listed one after the other where no group is asked for: what needs a person, then the rest in one order. */
const needsYouFirst: readonly (readonly FeedGroup[])[] = [['needs-you'], others]
const wholeOrder = [...needsYouFirst, ...feedGroups.map((group) => [group])]
const keyOf = (groups: readonly FeedGroup[]): string => groups.join()
const statesOf = (groups: readonly FeedGroup[]): OutboxState[] =>
  groups.flatMap((group) => statesOfGroup[group])

/** Windows of the list of feeds, the newest first. Only the feeds in the window are read. */
export function readFeedList(
  db: Database,
): (question: FeedListQuestion, holdUntil: number | null) => FeedList {
  const windowOfAll = db.prepare<Window, FeedRow>(
    `SELECT ${feedColumns} FROM feed ORDER BY sequence DESC LIMIT @limit OFFSET @offset`,
  )
  const countAll = db.prepare<[], number>('SELECT count(*) FROM feed').pluck()
  // One state after the other is in order already; joined, SQLite merges them instead of sorting all.
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
       SELECT sequence FROM (${matchingSql}) ORDER BY sequence DESC LIMIT @limit OFFSET @offset)
     ORDER BY sequence DESC`,
  )
  const countMatches = db.prepare<Wanted, number>(`SELECT count(*) FROM (${matchingSql})`).pluck()
  const ofBatch = new Map(
    wholeOrder.map((groups) => {
      const ofStates = statesOf(groups).map(
        (state) =>
          `SELECT ${feedColumns} FROM feed INDEXED BY feed_in_batch WHERE batch = @batch AND state = '${state}'`,
      )
      return [
        keyOf(groups),
        db.prepare<Window & { batch: string }, FeedRow>(
          `${ofStates.join(' UNION ALL ')} ORDER BY sequence LIMIT @limit OFFSET @offset`,
        ),
      ]
    }),
  )
  const countInBatch = db
    .prepare<[string, string], number>(
      'SELECT count(*) FROM feed WHERE batch = ? AND state IN (SELECT value FROM json_each(?))',
    )
    .pluck()

  function parts({ batch, text = '', group }: FeedListQuestion): Segment<FeedRow>[] {
    if (batch !== undefined) {
      return (group ? [[group]] : needsYouFirst).map((groups) => ({
        total: countInBatch.get(batch, JSON.stringify(statesOf(groups))) ?? 0,
        read: (window) => ofBatch.get(keyOf(groups))?.all({ batch, ...window }) ?? [],
      }))
    }
    const states: readonly OutboxState[] = group ? statesOfGroup[group] : outboxStates
    if (text.trim() !== '') {
      const wanted = wantedOf(text.trim(), states)
      return [
        {
          total: countMatches.get(wanted) ?? 0,
          read: (window) => windowOfMatches.all({ ...wanted, ...window }),
        },
      ]
    }
    const ofGroup = group && windowsOfGroups.get(group)
    if (!ofGroup) return [{ total: countAll.get() ?? 0, read: (window) => windowOfAll.all(window) }]
    return [{ total: countStates.get(JSON.stringify(states)) ?? 0, read: (window) => ofGroup.all(window) }]
  }

  return (question, holdUntil) => {
    const { total, offset, rows } = windowOf(parts(question), question)
    return { total, offset, feeds: rows.map((row) => feedOf(row, holdUntil)) }
  }
}

/** Where an entry stands, and whether a batch or a feed of its own stands there. */
interface Head {
  place: number
  is_batch: number
}

/** Windows of the outbox as it is shown: a batch is one row, and what needs a person stands first. */
export function readEntries(db: Database): {
  window: (question: Omit<FeedListQuestion, 'batch'>, holdUntil: number | null) => OutboxEntries
  /** How many entries stand in each group. */
  counts: () => Record<FeedGroup, number>
} {
  const headsOf = new Map(
    wholeOrder.map((groups) => {
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
  // A batch is found by its feeds, and stands in the group of the whole.
  const matchingHeads = `
    SELECT DISTINCT coalesce(feed_batch.first, feed.sequence) AS place, feed_batch.first IS NOT NULL AS is_batch,
      coalesce(feed_batch.state, feed.state) IN (SELECT value FROM json_each(@needsYou)) AS needs_you
    FROM (${matchingSql}) AS hit CROSS JOIN feed ON feed.sequence = hit.sequence
      LEFT JOIN feed_batch ON feed_batch.id = feed.batch
    WHERE coalesce(feed_batch.state, feed.state) IN (SELECT value FROM json_each(@headStates))`
  interface WantedHeads extends Wanted {
    headStates: string
    needsYou: string
  }
  const matches = db.prepare<WantedHeads & Window, Head>(
    `SELECT place, is_batch FROM (${matchingHeads}) ORDER BY needs_you DESC, place DESC LIMIT @limit OFFSET @offset`,
  )
  const countMatches = db.prepare<WantedHeads, number>(`SELECT count(*) FROM (${matchingHeads})`).pluck()
  const feedAt = db.prepare<[number], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE sequence = ?`)
  const batchAt = db.prepare<[number], BatchRow>('SELECT * FROM feed_batch WHERE first = ?')
  const batchOf = readBatches(db)

  function parts(group: FeedGroup | undefined, text: string): Segment<Head>[] {
    if (text !== '') {
      const wanted = {
        ...wantedOf(text, outboxStates),
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
    counts: () => ({
      'under-way': countOf(['under-way']),
      'needs-you': countOf(['needs-you']),
      done: countOf(['done']),
      withdrawn: countOf(['withdrawn']),
    }),
    window({ group, text = '', offset, limit }, holdUntil) {
      const window = windowOf(parts(group, text.trim()), { offset, limit })
      return {
        total: window.total,
        offset: window.offset,
        entries: window.rows.flatMap(({ place, is_batch }): OutboxEntry[] => {
          const batch = is_batch === 1 ? batchAt.get(place) : undefined
          if (batch) return [{ batch: batchOf(batch) }]
          const feed = feedAt.get(place)
          return feed ? [{ feed: feedOf(feed, holdUntil) }] : []
        }),
      }
    },
  }
}
