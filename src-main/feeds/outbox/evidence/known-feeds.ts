import type { FeedProblem } from '../../../../src-shared/feeds/feed-problem.ts'
import { type FeedKind, feedKinds, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  blocksOthers,
  mayTakeEffect,
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import { dateAndTime } from '../../../../src-shared/values/moment.ts'
import { openCatalogQueries, type PlacedCode } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { type FeedRow, feedColumns, feedOf, isOfConnectedService } from '../store/feed-row.ts'

/** A pending or uncertain feed about items of a payload. */
interface FeedAboutItems {
  feed: OutboxFeed
  /** Number of common items. */
  items: number
  /** Index of the first of these items in the payload. */
  first: number
  /** Whether the payload, once queued, waits for this feed. */
  holds: boolean
}

/** Feeds in the outbox that concern a payload not yet queued. */
interface KnownFeeds {
  /**
   * A feed of the same kind with identical bytes: a pending one, else a failed one, else one that is done.
   */
  same?: OutboxFeed
  /** Newest first, limited to what a person reads. */
  about: FeedAboutItems[]
  /** Number of further feeds. */
  furtherAbout: number
}

interface PayloadSubject {
  kind: FeedKind
  sha256: string
  /** Codes as in the table `feed_code`. */
  codes: string[]
}

const maxNamed = 20

/**
 * States of a feed with identical bytes, by priority. Withdrawn and split feeds are ignored, because their
 * content continues elsewhere.
 */
const states: readonly (readonly OutboxState[])[] = [
  outboxStates.filter(blocksOthers),
  outboxStates.filter(
    (state) => !mayTakeEffect(state) && outboxStateDescriptions[state].group !== 'withdrawn',
  ),
  outboxStates.filter((state) => mayTakeEffect(state) && !blocksOthers(state)),
]

/**
 * SQL for open feeds about the items of a payload. `@codes`: pairs of an item's index in the payload and one
 * of its codes.
 */
const aboutSql = `
  SELECT feed.sequence, count(DISTINCT mine.value ->> 0) AS items, min(mine.value ->> 0) AS first,
    min(theirs.released) AS released
  FROM json_each(@codes) AS mine CROSS JOIN open_feed_code AS theirs ON theirs.code = mine.value ->> 1
    CROSS JOIN feed ON feed.sequence = theirs.feed AND feed.kind IN (SELECT value FROM json_each(@kinds))
      AND ${isOfConnectedService('feed')}
  GROUP BY feed.sequence`

interface AboutRow {
  sequence: number
  items: number
  first: number
  released: number
}

/** Finds the feeds that concern a payload, by its bytes and by its items, each by an index. */
export function openKnownFeeds(db: Database) {
  const newest = db
    .prepare<[string, FeedKind, OutboxState], number | null>(
      'SELECT max(sequence) FROM feed WHERE sha256 = ? AND kind = ? AND state = ?',
    )
    .pluck()
  const bySequence = db.prepare<[number], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE sequence = ?`)
  const aboutFeeds = db.prepare<{ codes: string; kinds: string }, AboutRow>(aboutSql)
  const { idsOfGtins, gtinsOfIds } = openCatalogQueries(db)
  /** Open feeds about items, of the kinds that refer to items by identifier (`isById`) or by product code. */
  const about = (codes: readonly PlacedCode[], isById: boolean): AboutRow[] =>
    aboutFeeds.all({
      codes: JSON.stringify(codes),
      kinds: JSON.stringify(feedKinds.filter((kind) => kinds[kind].payload.isById === isById)),
    })

  function same(kind: FeedKind, sha256: string): OutboxFeed | undefined {
    for (const group of states) {
      const sequence = Math.max(...group.map((state) => newest.get(sha256, kind, state) ?? 0))
      const row = sequence > 0 ? bySequence.get(sequence) : undefined
      if (row?.elsewhere === null) return feedOf(row)
    }
    return undefined
  }

  return {
    same,
    known({ kind, sha256, codes }: PayloadSubject): KnownFeeds {
      const identical = same(kind, sha256)
      const { isById } = kinds[kind].payload
      const placed = codes.flatMap((code, position): PlacedCode[] => (code === '' ? [] : [[position, code]]))
      const sameType = about(placed, isById)
      // The catalog relates the identifier and the GTINs of an item.
      const otherType = about((isById ? gtinsOfIds : idsOfGtins)(placed), !isById)
      const all = [
        ...sameType.map(({ released, ...row }) => ({ ...row, holds: released === 0 })),
        ...otherType.map((row) => ({ ...row, holds: false })),
      ].sort((one, next) => next.sequence - one.sequence)
      return {
        same: identical,
        about: all.slice(0, maxNamed).flatMap(({ sequence, items, first, holds }) => {
          const row = bySequence.get(sequence)
          return row && row.id !== identical?.id ? [{ feed: feedOf(row), items, first, holds }] : []
        }),
        furtherAbout: Math.max(0, all.length - maxNamed),
      }
    },
  }
}

const stateWords = ({ state, createdAt, updatedAt }: OutboxFeed): string =>
  outboxStateDescriptions[state].stands({
    queued: dateAndTime(createdAt),
    changed: dateAndTime(updatedAt),
  })

/** A sentence that names the feed with identical bytes and its state. */
export function sameFeedWords(feed: OutboxFeed): string {
  const stands = stateWords(feed)
  return say`The very same feed is in the outbox already: “${feed.name}”, ${stands}.`
}

function sameFeedWarning(feed: OutboxFeed, path: string): FeedProblem {
  const advice =
    feed.state === 'failed'
      ? say`Send that one once more instead of queueing another.`
      : kinds[feed.kind].changes && kinds[feed.kind].addsToLists
        ? say`Queued again, it is sent again, and any Content+ in it is added again.`
        : say`Queued again, it is sent again.`
  return {
    code: 'SAME_FEED',
    path,
    message: `${sameFeedWords(feed)} ${advice}`,
    severity: 'warning',
    feed: { id: feed.id, name: feed.name, nameParts: feed.nameParts },
  }
}

function itemWarning({ feed, items, first, holds }: FeedAboutItems, code: string, root: string): FeedProblem {
  const kind = kinds[feed.kind].words.short
  const stands = stateWords(feed)
  const sentence =
    items === 1
      ? say`Item ${code} is in “${feed.name}” already (${kind}, ${stands}).`
      : say`Item ${code} and ${counted(items - 1, 'more', 'more')} of this feed are in “${feed.name}” already (${kind}, ${stands}).`
  const order = holds
    ? say`This feed is sent when that one has ended.`
    : say`This feed does not wait for that one.`
  return {
    code: 'ITEM_ON_ITS_WAY',
    path: `${root}/item[${first + 1}]`,
    message: `${sentence} ${order}`,
    severity: 'warning',
    feed: { id: feed.id, name: feed.name, nameParts: feed.nameParts },
  }
}

/**
 * Warnings about feeds that concern a payload, before it is queued. They are no errors, because sending twice
 * can be intended.
 * @param codes codes of the payload's items, as their sender wrote them
 */
export function knownFeedWarnings(kind: FeedKind, codes: string[], known: KnownFeeds): FeedProblem[] {
  const { root } = kinds[kind].payload.document
  const { same, about, furtherAbout } = known
  const warnings = about.map((other) => itemWarning(other, codes[other.first] ?? '', root))
  if (same) warnings.unshift(sameFeedWarning(same, root))
  if (furtherAbout > 0)
    warnings.push({
      code: 'ITEM_ON_ITS_WAY',
      path: root,
      message: say`Items of this feed are in ${counted(furtherAbout, 'more feed that is on its way', 'more feeds that are on their way')}.`,
      severity: 'warning',
    })
  return warnings
}
