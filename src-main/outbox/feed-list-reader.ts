import { gtin14 } from '../../src-shared/gtin.ts'
import type { FeedList, FeedListQuestion } from '../../src-shared/outbox/model.ts'
import {
  type FeedGroup,
  feedGroups,
  type OutboxState,
  outboxStates,
  statesOfGroup,
} from '../../src-shared/outbox/outbox-state.ts'
import type { Database } from '../storage/index.ts'
import { windowStart } from '../storage/index.ts'
import { type FeedRow, feedColumns, feedOf } from './feed-row.ts'

interface Window {
  offset: number
  limit: number
}
interface Wanted {
  text: string
  /** Behind every text that begins with `text`. */
  end: string
  /** `text` as a feed's items are kept: see the table `feed_code`. */
  code: string
  /** `text` anywhere, as a pattern. */
  like: string
  /** The states, JSON. */
  states: string
}

/** Feeds by words, each way through an index of its own, so that no row is read in vain. */
const matching = `
  SELECT sequence FROM feed WHERE state IN (SELECT value FROM json_each(@states)) AND name LIKE @like ESCAPE '\\'
  UNION SELECT sequence FROM feed
    WHERE id >= @text AND id < @end AND +state IN (SELECT value FROM json_each(@states))
  UNION SELECT sequence FROM feed
    WHERE upstream_feed_id >= @text AND upstream_feed_id < @end AND +state IN (SELECT value FROM json_each(@states))
  UNION SELECT feed.sequence FROM feed_code CROSS JOIN feed ON feed.id = feed_code.feed
    WHERE feed_code.code = @code AND +state IN (SELECT value FROM json_each(@states))`

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
       SELECT sequence FROM (${matching}) ORDER BY sequence DESC LIMIT @limit OFFSET @offset)
     ORDER BY sequence DESC`,
  )
  const countMatches = db.prepare<Wanted, number>(`SELECT count(*) FROM (${matching})`).pluck()

  /** How many there are, and how to read a window of them. */
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
