import type { ItemOrigin } from '../../src-shared/history/model.ts'
import type { Database, ItemArrivalRow, ItemChangeRow } from '../storage/index.ts'
import { changedFields, type OutlinedBody } from './changed-fields.ts'
import { openVersionPacker } from './version-codec.ts'

/** The replacement of one version of an item by another. */
interface Replacement {
  /** `item_document.seq` */
  seq: number
  earlier: OutlinedBody & { hash: Uint8Array }
  later: OutlinedBody
  /** The origin of the later version; unknown when absent. */
  origin: ItemOrigin | undefined
  /** When the later version was received, in milliseconds since the epoch. */
  receivedAt: number
}

/** Stores history, inside the caller's transaction. */
export function openVersionKeeper(db: Database) {
  const pack = openVersionPacker(db)
  const numberOf = openOriginNumbers(db)
  const extendArrival = db.prepare(
    'UPDATE item_arrival SET last = @last WHERE last = @first - 1 AND origin IS @origin AND received_at = @receivedAt AND first = (SELECT max(first) FROM item_arrival)',
  )
  const insertArrival = db.prepare('INSERT INTO item_arrival VALUES (@first, @last, @origin, @receivedAt)')
  const insertChange = db.prepare(
    'INSERT INTO item_change (item, origin, received_at, fields, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const insertEarlier = db.prepare('INSERT INTO item_earlier VALUES (?, ?, ?, ?)')
  const findField = db.prepare<[string], number>('SELECT number FROM item_field WHERE path = ?').pluck()
  const insertField = db.prepare('INSERT INTO item_field (path) VALUES (?)')
  const insertChangeField = db.prepare('INSERT INTO item_change_field VALUES (?, ?, ?)')

  const arrivalOf = db.prepare<[number], ItemArrivalRow>(
    'SELECT * FROM item_arrival WHERE first <= ? ORDER BY first DESC LIMIT 1',
  )
  const dropArrival = db.prepare('DELETE FROM item_arrival WHERE first = ?')
  const changesOf = db.prepare<[number], Pick<ItemChangeRow, 'sequence' | 'origin' | 'fields'>>(
    'SELECT sequence, origin, fields FROM item_change WHERE item = ?',
  )
  const dropChangeFields = db.prepare(
    'DELETE FROM item_change_field WHERE origin = ? AND field IN (SELECT value FROM json_each(?)) AND change = ?',
  )
  const dropChanges = db.prepare('DELETE FROM item_change WHERE item = ?')
  const dropGone = db.prepare('DELETE FROM item_gone WHERE item = ?')

  const originNumber = (origin: ItemOrigin | undefined): number | null =>
    origin === undefined ? null : numberOf(origin)
  const fieldNumber = (path: string): number =>
    findField.get(path) ?? Number(insertField.run(path).lastInsertRowid)

  return {
    /** Records the new items of one call, which are numbered without gaps. */
    arrived(first: number, last: number, origin: ItemOrigin | undefined, receivedAt: number): void {
      const arrival = { first, last, origin: originNumber(origin), receivedAt }
      if (extendArrival.run(arrival).changes === 0) insertArrival.run(arrival)
    },
    /** Stores the earlier version. Returns false if the later one is the same apart from transient parts. */
    replaced({ seq, earlier, later, origin, receivedAt }: Replacement): boolean {
      const paths = changedFields(earlier, later)
      if (!paths) return false
      const from = originNumber(origin)
      const fields = paths.map(fieldNumber)
      const change = insertChange.run(
        seq,
        from,
        receivedAt,
        JSON.stringify(fields),
        earlier.hash,
      ).lastInsertRowid
      if (from !== null) for (const field of fields) insertChangeField.run(from, field, change)
      const { dictionary, length, body } = pack(earlier.body)
      insertEarlier.run(change, dictionary, length, body)
      return true
    },
    /** Deletes the history of an item that is removed: its number may be given to another item. */
    removed(seq: number): void {
      for (const { sequence, origin, fields } of changesOf.all(seq))
        if (origin !== null) dropChangeFields.run(origin, fields, sequence)
      dropChanges.run(seq)
      dropGone.run(seq)
      const range = arrivalOf.get(seq)
      if (!range || range.last < seq) return
      const { first, last, origin, received_at: receivedAt } = range
      dropArrival.run(first)
      if (first < seq) insertArrival.run({ first, last: seq - 1, origin, receivedAt })
      if (last > seq) insertArrival.run({ first: seq + 1, last, origin, receivedAt })
    },
    /** Deletes all history, when the catalog is emptied. */
    clear(): void {
      db.exec(`DELETE FROM item_change_field; DELETE FROM item_earlier; DELETE FROM item_change;
               DELETE FROM item_arrival; DELETE FROM item_gone; DELETE FROM item_origin; DELETE FROM item_dictionary;`)
    },
  }
}

/** The number of an origin in the history; a new origin is added. */
export function openOriginNumbers(db: Database): (origin: ItemOrigin) => number {
  const find = db
    .prepare<[string, string], number>('SELECT number FROM item_origin WHERE kind = ? AND reference = ?')
    .pluck()
  const insert = db.prepare('INSERT INTO item_origin (kind, reference) VALUES (?, ?)')
  return ({ kind, reference }) =>
    find.get(kind, reference) ?? Number(insert.run(kind, reference).lastInsertRowid)
}
