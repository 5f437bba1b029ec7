import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { isFollowed, type OutboxState } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database, FeedBeforeRow } from '../../../storage/index.ts'
import type { CatalogView } from './catalog-view.ts'

/** Evidence stored about a feed when it was last sent. */
export interface Noted {
  view: CatalogView
  /** Names of our other pending feeds about the same items at that time. */
  rivals: string[]
  /** HTTP status with which the feed was turned away. */
  answer?: number
  /** Number of catalog checks since then that showed nothing of the feed. */
  misses: number
}

/**
 * Placeholder for the newest feed if the service could not report it before a sending. No feed has this
 * identifier.
 */
export const newestNotReported = '(untold)'

/** A later sending of ours: the service's newest feed just before it, and the identifier that it got. */
export interface LaterSending {
  newestBefore: string | null
  upstreamFeedId: string | null
}

/**
 * Our sent feeds about the same items (by the codes of feed `@id`, and by `@names`), found by index instead
 * of a scan.
 */
const aboutTheSameSql = `
  SELECT sequence, name, state, sending FROM (
    SELECT feed FROM feed_code WHERE code IN (SELECT code FROM feed_code WHERE feed = @id)
    UNION SELECT feed FROM feed_code WHERE code IN (SELECT value FROM json_each(@names))) AS named
  CROSS JOIN feed ON feed.id = named.feed WHERE feed.id <> @id AND attempts > 0
    AND service IS (SELECT service FROM feed WHERE id = @id)`

interface Other {
  sequence: number
  name: string
  state: OutboxState
  sending: number | null
}

/** Whether a feed may still change the catalog. */
const mayChangeCatalog = ({ state }: Other): boolean => state === 'sending' || isFollowed(state)
const namesOf = (others: Other[]): string[] =>
  others.toSorted((one, other) => one.sequence - other.sequence).map(({ name }) => name)

interface ItemNames {
  id: string
  /** Further codes and identifiers of the items, as JSON. */
  names: string
}

/** Stores the evidence before a feed is sent, and while its arrival is unknown. */
export function openEvidenceNotes(db: Database) {
  const ofFeed = 'feed = (SELECT sequence FROM feed WHERE id = ?)'
  const aboutTheSame = db.prepare<ItemNames, Other>(aboutTheSameSql)
  const insert = db.prepare(
    `INSERT OR REPLACE INTO feed_before (feed, view, rivals) SELECT sequence, ?, ? FROM feed WHERE id = ?`,
  )
  const setAnswer = db.prepare(`UPDATE feed_before SET answer = ? WHERE ${ofFeed}`)
  const addMiss = db.prepare(`UPDATE feed_before SET misses = misses + 1 WHERE ${ofFeed}`)
  const tellsNothing = db.prepare(
    `UPDATE feed_before SET view = json_set(view, '$.tellsNothing', json('true')) WHERE ${ofFeed}`,
  )
  const remove = db.prepare(`DELETE FROM feed_before WHERE ${ofFeed}`)
  return {
    keep(id: string, view: CatalogView): void {
      const rivals = aboutTheSame.all({ id, names: namesIn(view) }).filter(mayChangeCatalog)
      insert.run(JSON.stringify(view), JSON.stringify(namesOf(rivals)), id)
    },
    noteAnswer: (id: string, status: number): void => void setAnswer.run(status, id),
    countMiss: (id: string): void => void addMiss.run(id),
    noteTellsNothing: (id: string): void => void tellsNothing.run(id),
    forget: (id: string): void => void remove.run(id),
  }
}

/** Reads this evidence, and our other feeds that may explain changes in the catalog. */
export function readEvidence(db: Database) {
  const noted = db.prepare<[string], Pick<FeedBeforeRow, 'view' | 'rivals' | 'answer' | 'misses'>>(
    `SELECT view, rivals, answer, misses FROM feed_before
     WHERE feed = (SELECT sequence FROM feed WHERE id = ?)`,
  )
  const aboutTheSame = db.prepare<ItemNames, Other>(aboutTheSameSql)
  const sending = db.prepare<[string], number | null>('SELECT sending FROM feed WHERE id = ?').pluck()
  const later = db.prepare<{ id: string }, LaterSending & { kind: FeedKind }>(
    `SELECT kind, newest_before AS newestBefore, upstream_feed_id AS upstreamFeedId FROM feed
     WHERE sending > (SELECT sending FROM feed WHERE id = @id)
       AND service IS (SELECT service FROM feed WHERE id = @id) ORDER BY sending`,
  )
  return {
    /** Undefined if the catalog was not checked before the feed was sent. */
    noted(id: string): Noted | undefined {
      const row = noted.get(id)
      return (
        row && {
          view: JSON.parse(row.view) as CatalogView,
          rivals: JSON.parse(row.rivals) as string[],
          misses: row.misses,
          answer: row.answer ?? undefined,
        }
      )
    },
    /** Names of our other feeds that may have changed the same items since the feed was sent. */
    rivals(id: string, view: CatalogView): string[] {
      const sent = sending.get(id) ?? 0
      const others = aboutTheSame.all({ id, names: namesIn(view) })
      return namesOf(others.filter((other) => mayChangeCatalog(other) || (other.sending ?? 0) > sent))
    },
    /** Our item feeds sent after this one, in order. */
    sentLater: (id: string): LaterSending[] =>
      later.all({ id }).filter(({ kind }) => kinds[kind].payload.hasNewest),
  }
}

const namesIn = ({ items }: CatalogView): string =>
  JSON.stringify([...new Set(items.flatMap(({ code, names = [] }) => [code, ...names]))])
