import type { FeedList, FeedListQuestion } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  type FeedGroup,
  feedGroups,
  isSent,
  type OutboxState,
  outboxStates,
  statesOfGroup,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database } from '../../../storage/index.ts'
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

const statesIn = (group: FeedGroup | 'sent'): readonly OutboxState[] =>
  group === 'sent' ? outboxStates.filter(isSent) : statesOfGroup[group]

/** Reads windows of the feed list, newest first. Only the feeds in the window are read. */
export function readFeedList(
  db: Database,
): (question: FeedListQuestion, holdUntil: number | null) => FeedList {
  const windowOfAll = db.prepare<Window, FeedRow>(
    `SELECT ${feedColumns} FROM feed ORDER BY sequence DESC LIMIT @limit OFFSET @offset`,
  )
  const countAll = db.prepare<[], number>('SELECT count(*) FROM feed').pluck()
  // The feeds of each state are already ordered by the index; SQLite merges the states instead of sorting all
  // feeds.
  const windowsOfGroups = new Map(
    [...feedGroups, 'sent' as const].map((group) => {
      const ofStates = statesIn(group).map(
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
  const windowOfMatches = db.prepare<SearchTerms & Window, FeedRow>(
    `SELECT ${feedColumns} FROM feed WHERE sequence IN (
       SELECT sequence FROM (${matchingSql}) ORDER BY sequence DESC LIMIT @limit OFFSET @offset)
     ORDER BY sequence DESC`,
  )
  const countMatches = db.prepare<SearchTerms, number>(`SELECT count(*) FROM (${matchingSql})`).pluck()
  const windowsInBatch = new Map(
    groupOrders.map((groups) => {
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

  function segments({ batch, text = '', group: asked, sent }: FeedListQuestion): Segment<FeedRow>[] {
    if (batch !== undefined) {
      return (asked ? [[asked]] : needsYouFirst).map((groups) => ({
        total: countInBatch.get(batch, JSON.stringify(statesOf(groups))) ?? 0,
        read: (window) => windowsInBatch.get(keyOf(groups))?.all({ batch, ...window }) ?? [],
      }))
    }
    const group = sent ? 'sent' : asked
    const states = group ? statesIn(group) : outboxStates
    if (text.trim() !== '') {
      const wanted = searchTermsOf(text.trim(), states)
      return [
        {
          total: countMatches.get(wanted) ?? 0,
          read: (window) => windowOfMatches.all({ ...wanted, ...window }),
        },
      ]
    }
    const windowOfGroup = group && windowsOfGroups.get(group)
    if (!windowOfGroup) return [{ total: countAll.get() ?? 0, read: (window) => windowOfAll.all(window) }]
    return [
      { total: countStates.get(JSON.stringify(states)) ?? 0, read: (window) => windowOfGroup.all(window) },
    ]
  }

  return (question, holdUntil) => {
    const { total, offset, rows } = windowOf(segments(question), question)
    return { total, offset, feeds: rows.map((row) => feedOf(row, holdUntil)) }
  }
}
