import type { ItemOrigin } from '../../src-shared/history/model.ts'
import type { Database, ItemEarlierRow } from '../storage/index.ts'
import { openVersionUnpacker } from './version-codec.ts'

/** An item that an origin added or changed. */
export interface OriginItem {
  /** Position for the next window: `item.seq` of an added item, number of the change of a changed one. */
  place: number
  id: string
  name: string
  /** 1: later versions have another origin. */
  isChangedSince: 0 | 1
}

/**
 * The items that an origin added or changed, in windows. Items that were undone before are not listed.
 * @param undoing the origin of versions that undo the changes
 */
export function openOriginItems(db: Database) {
  const numberOf = db
    .prepare<[string, string], number>('SELECT number FROM item_origin WHERE kind = ? AND reference = ?')
    .pluck()
  const added = db.prepare<{ origin: number; after: number; limit: number }, OriginItem>(`
    SELECT item.seq AS place, item.id, item.name,
      item.verified OR EXISTS (
        SELECT 1 FROM item_change WHERE item_change.item = item.seq AND item_change.origin IS NOT @origin
      ) AS isChangedSince
    FROM item_arrival CROSS JOIN item ON item.seq BETWEEN item_arrival.first AND item_arrival.last
    WHERE item_arrival.origin = @origin AND item_arrival.last > @after AND item.seq > @after
    ORDER BY item.seq LIMIT @limit`)
  const changed = db.prepare<{ origin: number; undoing: number; after: number; limit: number }, OriginItem>(`
    SELECT change.sequence AS place, item.id, item.name,
      EXISTS (
        SELECT 1 FROM item_change AS later WHERE later.item = change.item AND later.sequence > change.sequence
      ) AS isChangedSince
    FROM item_change AS change CROSS JOIN item ON item.seq = change.item
    WHERE change.origin = @origin AND change.sequence > @after
      AND NOT EXISTS (
        SELECT 1 FROM item_arrival WHERE item_arrival.origin = @origin AND change.item BETWEEN first AND last
      )
      AND (SELECT origin FROM item_change AS last WHERE last.item = change.item ORDER BY sequence DESC LIMIT 1)
        IS NOT @undoing
    ORDER BY change.sequence LIMIT @limit`)
  const earlier = db.prepare<[number], Pick<ItemEarlierRow, 'dictionary' | 'body'>>(
    'SELECT dictionary, body FROM item_earlier WHERE change = ?',
  )
  const unpack = openVersionUnpacker(db)
  const number = ({ kind, reference }: ItemOrigin) => numberOf.get(kind, reference)
  return {
    /** Items that the origin added, in the order of their numbers. */
    added(origin: ItemOrigin, after: number, limit: number): OriginItem[] {
      const from = number(origin)
      return from === undefined ? [] : added.all({ origin: from, after, limit })
    },
    /** Items that the origin changed, in the order of the changes. */
    changed(origin: ItemOrigin, undoing: ItemOrigin, after: number, limit: number): OriginItem[] {
      const from = number(origin)
      return from === undefined
        ? []
        : changed.all({ origin: from, undoing: number(undoing) ?? 0, after, limit })
    },
    /** The body before a change. @throws Error if it is damaged */
    before(change: number): Uint8Array | undefined {
      const packed = earlier.get(change)
      return packed && unpack(packed)
    },
  }
}
