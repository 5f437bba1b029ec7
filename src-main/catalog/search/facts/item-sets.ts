import type { CatalogSelection } from '../../../../src-shared/catalog/model.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { type Database, itemsInDrafts, itemsInOutbox, openItemsWithFindings } from '../../../storage/index.ts'
import { marksByRow } from '../order/row-numbers.ts'

interface FurtherParty {
  item: number
  kind: 'brand' | 'manufacturer'
  id: string
  name: string
}

/** Maximum number of runs offered for `changedIn`. */
const maxRuns = 5

export type ItemSets = ReturnType<typeof openItemSets>

/**
 * Reads sets of items from the tables of several rooms: drafts, the outbox and sync runs are filters of the
 * catalog.
 */
export function openItemSets(db: Database) {
  const numbers = <Parameters extends unknown[]>(sql: string) => db.prepare<Parameters, number>(sql).pluck()
  const absent = numbers<[]>('SELECT item FROM item_absence')
  const changed = numbers<[string]>(`
    SELECT item FROM item_origin JOIN item_change ON item_change.origin = item_origin.number
    WHERE kind = 'sync' AND reference = ?`)
  const arrived = db.prepare<[string], { first: number; last: number }>(`
    SELECT first, last FROM item_origin JOIN item_arrival ON item_arrival.origin = item_origin.number
    WHERE kind = 'sync' AND reference = ?`)
  const missing = numbers<[string]>(`
    SELECT item FROM item_origin JOIN item_gone ON item_gone.origin = item_origin.number
    WHERE kind = 'sync' AND reference = ?`)
  const further = numbers<[string, string]>(
    'SELECT item FROM item_party WHERE kind = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const furtherParties = db.prepare<[number, number], FurtherParty>(
    'SELECT item, kind, id, name FROM item_party WHERE item BETWEEN ? AND ? ORDER BY item, kind, id',
  )
  const hasFurther = numbers<[]>('SELECT item FROM item_party LIMIT 1')
  const ofRetailer = numbers<[string, string]>(`
    SELECT DISTINCT item.seq FROM retailer_content JOIN item ON item.id = retailer_content.item
    WHERE retailer = ? OR retailer IN (SELECT id FROM lookup WHERE kind = 'retailer' AND instr(folded, ?) > 0)`)
  const byIds = numbers<[string]>(
    'SELECT seq FROM json_each(?) AS wanted CROSS JOIN item ON item.id = wanted.value',
  )
  const byCodes = numbers<[string]>(
    'SELECT DISTINCT item FROM json_each(?) AS wanted CROSS JOIN item_code ON gtin14 = wanted.value',
  )
  const runs = db.prepare<[number], { id: string; startedAt: number }>(`
    SELECT reference AS id, started_at AS startedAt FROM item_origin JOIN sync_run ON sync_run.id = reference
    WHERE item_origin.kind = 'sync' ORDER BY number DESC LIMIT ?`)
  return {
    notListed: (): number[] => absent.all(),
    inDraft: itemsInDrafts(db),
    inOutbox: itemsInOutbox(db),
    withFindings: openItemsWithFindings(db),
    /** Marks by row number: 1 for each item. */
    changedIn(wanted: readonly string[]): Uint8Array {
      // New items of a run are a range of row numbers, possibly the whole catalog.
      const spans = wanted.flatMap((run) => arrived.all(run))
      const single = wanted.map((run) => [...changed.all(run), ...missing.all(run)])
      const marks = marksByRow(
        ...single,
        spans.map(({ last }) => last),
      )
      for (const { first, last } of spans) marks.fill(1, first, last + 1)
      return marks
    },
    ofParty: (kind: 'brand' | 'manufacturer', ids: readonly string[]): number[] =>
      ids.length === 0 ? [] : further.all(kind, JSON.stringify(ids)),
    /** Brands and manufacturers of further products of the items between two row numbers, inclusive. */
    furtherParties: (first: number, last: number): FurtherParty[] => furtherParties.all(first, last),
    /** Whether any item has a brand or manufacturer of a further product. */
    hasFurtherParties: (): boolean => hasFurther.get() !== undefined,
    ofRetailer: (text: string): number[] => ofRetailer.all(text, fold(text)),
    byIds: (ids: NonNullable<CatalogSelection['excludedIds']>): number[] =>
      ids.length === 0 ? [] : byIds.all(JSON.stringify(ids)),
    byCodes: (gtin14s: readonly string[]): number[] => byCodes.all(JSON.stringify(gtin14s)),
    /** The last sync runs that brought items, newest first. */
    runs: (): { id: string; startedAt: number }[] => runs.all(maxRuns),
  }
}
