import type { OutboxState } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import {
  type FeedShown,
  type ItemNotShown,
  maxNotShownListed,
  type NotShownState,
  type ShownCounts,
} from '../../../../src-shared/feeds/outbox/shown.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import type { PlaceLabel } from '../../../../src-shared/vocabulary/place-label.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import {
  defineReader,
  defineWriter,
  type FeedShownFieldRow,
  type FeedShownRow,
} from '../../../storage/index.ts'
import { namedIn } from '../../drafts/index.ts'
import type { FeedRow } from '../store/feed-row.ts'
import type { ComparedFeed } from './compare-feed.ts'

/** States in which the service has finished a feed. */
const processed = `('done', 'partly-done')`

/** A processed feed, and what its last comparison has used. */
interface ComparableFeed {
  id: string
  /** When the service had processed it, in milliseconds. */
  processedAt: number
  /** Absent if it was never compared. */
  comparedAt: number | null
  copiedAt: number | null
}

/** The newest processed feeds that are compared again after a sync. */
const maxFollowed = 100

const processedAt = `(SELECT min(at) FROM feed_event WHERE feed_event.feed = feed.id AND feed_event.state IN ${processed})`

const countsOf = (row: FeedShownRow): ShownCounts => ({
  fields: row.fields,
  shown: row.shown,
  notShown: { waiting: row.waiting, 'left-out': row.left_out, otherwise: row.otherwise, later: row.later },
  unseen: row.unseen,
  sentAgain: row.sent_again,
  unread: row.unread,
})

type FieldRow = Pick<FeedShownFieldRow, 'position' | 'item' | 'labels' | 'sent' | 'found'> & {
  state: NotShownState
  title: string | null
}

/** Reads the comparisons of feeds. */
export const shownReader = defineReader('outbox/shown', ({ db }) => {
  const comparable = db.prepare<[], ComparableFeed>(`
    SELECT id, ${processedAt} AS processedAt, feed_shown.compared_at AS comparedAt, feed_shown.copied_at AS copiedAt
    FROM feed LEFT JOIN feed_shown ON feed_shown.feed = feed.sequence
    WHERE state IN ${processed} AND service IS (SELECT outbox.service FROM outbox WHERE only = 1)
    ORDER BY sequence DESC LIMIT ${maxFollowed}`)
  const one = db.prepare<[string], { sequence: number; state: OutboxState; processedAt: number | null }>(
    `SELECT sequence, state, ${processedAt} AS processedAt FROM feed WHERE id = ?`,
  )
  const shown = db.prepare<[number], FeedShownRow>('SELECT * FROM feed_shown WHERE feed = ?')
  const fields = db.prepare<[number, number], FieldRow>(`
    SELECT feed_shown_field.position, item, labels, feed_shown_field.state, sent, found, title FROM feed_shown_field
    JOIN feed ON feed.sequence = feed_shown_field.feed
    LEFT JOIN feed_code ON feed_code.feed = feed.id AND feed_code.position = feed_shown_field.position
    WHERE feed_shown_field.feed = ? ORDER BY feed_shown_field.position, number LIMIT ?`)
  const codes = db.prepare<[string], string>('SELECT code FROM feed_code WHERE feed = ?').pluck()
  const ofItem = db.prepare<
    [string],
    Pick<FeedRow, 'id' | 'name' | 'name_parts'> & { states: string; fields: number }
  >(`
    SELECT id, name, name_parts, json_group_array(DISTINCT feed_shown_field.state) AS states, count(*) AS fields
    FROM feed_shown_field JOIN feed ON feed.sequence = feed_shown_field.feed
    WHERE item = ? GROUP BY feed.sequence ORDER BY feed.sequence DESC LIMIT 5`)
  const { itemsByGtin, itemName, changedSince } = openCatalogQueries(db)

  return {
    /** The newest processed feeds of the connected service. */
    comparable: (): ComparableFeed[] => comparable.all(),
    /** Whether an item of a feed has changed since a time. */
    isChanged: (id: string, since: number): boolean =>
      codes.all(id).some((code) => [code, ...itemsByGtin(code)].some((item) => changedSince(item, since))),
    /** When the service had processed a feed; undefined if it has not. */
    processedAt: (id: string): number | undefined => one.get(id)?.processedAt ?? undefined,
    /** Undefined if there is no such feed. */
    of(id: string): Omit<FeedShown, 'isCopy'> | undefined {
      const feed = one.get(id)
      if (!feed) return undefined
      if (feed.processedAt === null || !['done', 'partly-done'].includes(feed.state))
        return { state: 'unprocessed', notShown: [] }
      const row = shown.get(feed.sequence)
      if (!row) return { state: 'uncompared', notShown: [] }
      return {
        state: 'compared',
        comparedAt: isoTime(row.compared_at),
        copiedAt: isoTime(row.copied_at),
        counts: countsOf(row),
        notShown: fields.all(feed.sequence, maxNotShownListed).map((field) => ({
          position: field.position,
          itemId: field.item,
          name: itemName(field.item) || (field.title ?? ''),
          labels: JSON.parse(field.labels) as PlaceLabel[],
          state: field.state,
          sent: field.sent,
          found: field.found,
        })),
      }
    },
    /** The feeds of which an item does not show everything, the newest first. */
    ofItem: (itemId: string): ItemNotShown[] =>
      ofItem.all(itemId).map(({ id, states, fields, ...row }) => ({
        feed: id,
        ...namedIn(row),
        states: JSON.parse(states) as NotShownState[],
        fields,
      })),
  }
})

/** Stores the comparisons of feeds. */
export const shownWriter = defineWriter('outbox/shown', ({ db, now, record }) => {
  const sequence = db.prepare<[string], number>('SELECT sequence FROM feed WHERE id = ?').pluck()
  const put = db.prepare(`
    INSERT OR REPLACE INTO feed_shown VALUES (@feed, @comparedAt, @copiedAt, @fields, @shown, @waiting, @leftOut,
      @otherwise, @later, @unseen, @sentAgain, @unread)`)
  const clear = db.prepare('DELETE FROM feed_shown_field WHERE feed = ?')
  const add = db.prepare('INSERT INTO feed_shown_field VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const confirm = db.prepare('UPDATE feed_shown SET compared_at = ?, copied_at = ? WHERE feed = ?')
  return {
    /** Replaces the comparison of a feed. @param comparedAt when it began */
    keep(id: string, { counts, fields }: ComparedFeed, comparedAt: number, copiedAt: number): void {
      const feed = sequence.get(id)
      if (feed === undefined) return
      const { notShown, ...sums } = counts
      put.run({
        ...{ feed, comparedAt, copiedAt, ...sums },
        ...{ waiting: notShown.waiting, leftOut: notShown['left-out'], otherwise: notShown.otherwise },
        later: notShown.later,
      })
      clear.run(feed)
      for (const { position, number, item, keys, labels, state, sent, found } of fields)
        add.run(
          ...[feed, position, number, item, JSON.stringify(keys), JSON.stringify(labels), state],
          ...[sent, found],
        )
      record({ topic: 'outbox', ids: [id] })
    },
    /** Records that a comparison is also that with a newer copy: no item of the feed has changed. */
    confirm(id: string, copiedAt: number): void {
      const feed = sequence.get(id)
      if (feed === undefined) return
      confirm.run(now(), copiedAt, feed)
      record({ topic: 'outbox', ids: [id] })
    },
  }
})
