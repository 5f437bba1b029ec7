import { hash as digest } from 'node:crypto'
import type {
  ChangedItems,
  ChangeSummary,
  ItemOrigin,
  ItemVersion,
  RecentChange,
} from '../../src-shared/history/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { isoTime } from '../../src-shared/values/iso-time.ts'
import type {
  ItemArrivalRow,
  ItemChangeRow,
  ItemEarlierRow,
  ItemOriginRow,
  ItemRow,
} from '../storage/index.ts'
import { type CamelCase, type Database, defineReader } from '../storage/index.ts'
import { type ChangeQuery, openChangeLists } from './change-lists.ts'
import { openVersionUnpacker } from './version-codec.ts'

/** Both are null if the origin is unknown. */
interface OriginRow {
  kind: ItemOrigin['kind'] | null
  reference: ItemOriginRow['reference'] | null
}
type VersionRow = OriginRow &
  CamelCase<Pick<ItemChangeRow, 'sequence' | 'received_at' | 'fields' | 'hash'>> &
  Pick<ItemEarlierRow, 'length'>
type CurrentRow = Pick<ItemRow, 'seq' | 'hash'> & { length: number }
const originOf = ({ kind, reference }: OriginRow): ItemOrigin | undefined =>
  kind !== null && reference !== null ? { kind, reference } : undefined

/** Reads earlier versions, and the changes of a sync run, a feed or an import. */
export const historyReader = defineReader('history', ({ db }) => {
  const current = db.prepare<[string], CurrentRow>(
    'SELECT seq, hash, length(body) AS length FROM item JOIN item_document USING (seq) WHERE id = ?',
  )
  const replaced = db.prepare<[number], VersionRow>(`
    SELECT sequence, received_at AS receivedAt, fields, hash, length, kind, reference
    FROM item_change JOIN item_earlier ON change = sequence LEFT JOIN item_origin ON number = origin
    WHERE item = ? ORDER BY sequence`)
  const arrival = db.prepare<[number], OriginRow & CamelCase<Pick<ItemArrivalRow, 'last' | 'received_at'>>>(`
    SELECT last, received_at AS receivedAt, kind, reference
    FROM item_arrival LEFT JOIN item_origin ON number = origin WHERE first <= ? ORDER BY first DESC LIMIT 1`)
  const currentBody = db
    .prepare<[string], Buffer>('SELECT body FROM item JOIN item_document USING (seq) WHERE id = ?')
    .pluck()
  const earlierBody = db.prepare<
    [string, number],
    Pick<ItemEarlierRow, 'dictionary' | 'body'> & Pick<ItemChangeRow, 'hash'>
  >(`
    SELECT item_earlier.dictionary, item_earlier.body, item_change.hash
    FROM item_change JOIN item_earlier ON change = sequence
    WHERE item = (SELECT seq FROM item WHERE id = ?) ORDER BY sequence LIMIT 1 OFFSET ?`)
  const countOf = db
    .prepare<[string], number>(
      'SELECT count(*) FROM item_change WHERE item = (SELECT seq FROM item WHERE id = ?)',
    )
    .pluck()
  const unpack = openVersionUnpacker(db)
  const fieldPaths = openFieldPaths(db)
  const changes = openChangeLists(db, fieldPaths)

  return {
    /** The versions of an item, newest first; undefined if there is no such item. */
    versions(itemId: string): ItemVersion[] | undefined {
      const item = current.get(itemId)
      if (!item) return undefined
      const rows = replaced.all(item.seq)
      const first = arrival.get(item.seq)
      const firstArrival = first && first.last >= item.seq ? first : undefined
      const receipts = [firstArrival, ...rows]
      return receipts
        .map((receipt, index): ItemVersion => {
          // A change row contains the hash and length of the version that the change replaced.
          const { hash, length } = rows[index] ?? item
          return {
            number: index + 1,
            receivedAt: receipt && isoTime(receipt.receivedAt),
            origin: receipt && originOf(receipt),
            hash: hash.toString('hex'),
            bytes: length,
            isCurrent: index === rows.length,
            fields: receipt && 'fields' in receipt ? fieldPaths(receipt.fields) : undefined,
          }
        })
        .reverse()
    },
    /** The body of a version; undefined if there is no such version. @throws PlainError if it is damaged */
    body(itemId: string, number: number): Uint8Array | undefined {
      const replacedCount = countOf.get(itemId) ?? 0
      if (number === replacedCount + 1) return currentBody.get(itemId)
      const packed = earlierBody.get(itemId, number - 1)
      if (!packed) return undefined
      const damaged = say`Version ${number} of item ${itemId} is damaged. Restore the workspace from a backup to see it.`
      try {
        const body = unpack(packed)
        if (digest('sha256', body, 'buffer').subarray(0, 16).equals(packed.hash)) return body
      } catch (error) {
        throw new PlainError('damaged', damaged, { data: { cause: String(error) } })
      }
      throw new PlainError('damaged', damaged)
    },
    recent: (limit: number): RecentChange[] => changes.recent(limit),
    summary: (origin: ItemOrigin): ChangeSummary => changes.summary(origin),
    changes: (origin: ItemOrigin, query: ChangeQuery): ChangedItems => changes.list(origin, query),
  }
})

/** Converts the stored field numbers of a change to paths. */
function openFieldPaths(db: Database): (fields: string) => string[] {
  const path = db.prepare<[number], string>('SELECT path FROM item_field WHERE number = ?').pluck()
  return (fields) =>
    (JSON.parse(fields) as number[]).flatMap((number) => {
      const found = path.get(number)
      return found === undefined ? [] : [found]
    })
}
