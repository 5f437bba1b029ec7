import {
  type ChangedItem,
  type ChangedItems,
  type ChangeKind,
  type ChangeSummary,
  changeKinds,
  type ItemOrigin,
  type RecentChange,
} from '../../src-shared/history/model.ts'
import { isoTime } from '../../src-shared/values/iso-time.ts'
import type {
  CamelCase,
  Database,
  ItemArrivalRow,
  ItemChangeRow,
  ItemFieldRow,
  ItemGoneRow,
  ItemRow,
} from '../storage/index.ts'

/** A query for changes of a run, a feed or an import. */
export interface ChangeQuery {
  /** When absent, all kinds one after the other. */
  kind?: ChangeKind | undefined
  /** Only changes of this field; new and gone items have none. */
  field?: string | undefined
  /** Only items that match this expression of the catalog's full-text index. */
  match?: string | undefined
  offset: number
  limit: number
}

type ItemColumns = Pick<ItemRow, 'name' | 'brand' | 'code'> & { itemId: ItemRow['id'] }
type ChangeRow = ItemColumns & CamelCase<Pick<ItemChangeRow, 'received_at' | 'fields'>> & { version: number }
type GoneRow = ItemColumns & CamelCase<Pick<ItemGoneRow, 'received_at'>> & { version: number }
type Window = Pick<ChangeQuery, 'match' | 'offset' | 'limit'>
type Range = CamelCase<Pick<ItemArrivalRow, 'first' | 'last' | 'received_at'>>

/**
 * Filters by matching items. The unary plus makes SQLite keep the order of the changes, in which a page is
 * cheap.
 */
const matching = (item: string) =>
  `AND +${item} IN (SELECT rowid FROM item_text WHERE item_text MATCH @match)`
/** The statements of one list; exported to test their query plans. */
export function changeSql(byField: boolean, byMatch: boolean): { count: string; page: string } {
  // A field's changes are read from its index only, unless the item must match.
  const join = byMatch ? 'CROSS JOIN item_change AS change ON change.sequence = touched.change' : ''
  const from = byField
    ? `item_change_field AS touched ${join} WHERE touched.origin = @origin AND touched.field = @field`
    : 'item_change AS change WHERE change.origin = @origin'
  const where = `${from} ${byMatch ? matching('change.item') : ''}`
  const sequence = byField ? 'touched.change' : 'change.sequence'
  return {
    count: `SELECT count(*) FROM ${where}`,
    page: `
      WITH page AS MATERIALIZED (
        SELECT ${sequence} AS sequence FROM ${where} ORDER BY ${sequence} DESC LIMIT @limit OFFSET @offset
      )
      SELECT item.id AS itemId, name, brand, code, change.received_at AS receivedAt, change.fields,
             1 + (SELECT count(*) FROM item_change AS other
                  WHERE other.item = change.item AND other.sequence <= change.sequence) AS version
      FROM page CROSS JOIN item_change AS change USING (sequence) CROSS JOIN item ON item.seq = change.item
      ORDER BY change.sequence DESC`,
  }
}

/** The statements for items that a run found gone; exported to test their query plans. */
export function goneSql(byMatch: boolean): { count: string; page: string } {
  const where = `FROM item_gone WHERE origin = @origin ${byMatch ? matching('item') : ''}`
  return {
    count: `SELECT count(*) ${where}`,
    page: `
      WITH page AS MATERIALIZED (SELECT item, received_at ${where} ORDER BY item LIMIT @limit OFFSET @offset)
      SELECT item.id AS itemId, name, brand, code, page.received_at AS receivedAt,
             1 + (SELECT count(*) FROM item_change AS other WHERE other.item = page.item) AS version
      FROM page CROSS JOIN item ON item.seq = page.item ORDER BY page.item`,
  }
}

/** Counts and lists the changes of one run, feed or import, page by page. */
export function openChangeLists(db: Database, fieldPaths: (fields: string) => string[]) {
  const originNumber = db
    .prepare<[string, string], number>('SELECT number FROM item_origin WHERE kind = ? AND reference = ?')
    .pluck()
  const fieldNumber = db.prepare<[string], number>('SELECT number FROM item_field WHERE path = ?').pluck()
  const countFields = db.prepare<[number], { field: ItemFieldRow['path']; count: number }>(`
    SELECT path AS field, count(*) AS count FROM item_change_field JOIN item_field ON number = field
    WHERE origin = ? GROUP BY field ORDER BY count DESC, path`)
  const ranges = db.prepare<[number], Range>(
    'SELECT first, last, received_at AS receivedAt FROM item_arrival WHERE origin = ? ORDER BY first',
  )
  const matches = db
    .prepare<[string], number>('SELECT rowid FROM item_text WHERE item_text MATCH ? ORDER BY rowid')
    .pluck()
  const items = db.prepare<[string], ItemColumns & Pick<ItemRow, 'seq'>>(
    `SELECT seq, item.id AS itemId, name, brand, code FROM json_each(?) AS wanted
     CROSS JOIN item ON item.seq = wanted.value ORDER BY seq`,
  )
  const statements = new Map(
    [false, true].flatMap((byField) =>
      [false, true].map((byMatch) => {
        const { count, page } = changeSql(byField, byMatch)
        return [
          `${byField} ${byMatch}`,
          { count: db.prepare<[object], number>(count).pluck(), page: db.prepare<[object], ChangeRow>(page) },
        ] as const
      }),
    ),
  )
  const goneStatements = [false, true].map((byMatch) => {
    const { count, page } = goneSql(byMatch)
    return { count: db.prepare<[object], number>(count).pluck(), page: db.prepare<[object], GoneRow>(page) }
  })
  const sizeOf = (all: readonly Range[]) => all.reduce((sum, { first, last }) => sum + last - first + 1, 0)

  function changed(origin: number, { match, offset, limit }: Window, field?: string): ChangedItems {
    const statement = statements.get(`${field !== undefined} ${match !== undefined}`)
    const number = field === undefined ? undefined : fieldNumber.get(field)
    if (!statement || (field !== undefined && number === undefined)) return { total: 0, offset, rows: [] }
    const parameters = {
      origin,
      ...(field !== undefined && { field: number }),
      ...(match !== undefined && { match }),
    }
    return {
      total: statement.count.get(parameters) ?? 0,
      offset,
      rows: statement.page.all({ ...parameters, limit, offset }).map((row) => ({
        ...row,
        kind: 'changed',
        receivedAt: isoTime(row.receivedAt),
        fields: fieldPaths(row.fields),
      })),
    }
  }

  /** New items are numbered without gaps, so a page follows from the ranges. */
  function created(origin: number, { match, offset, limit }: Window): ChangedItems {
    const all = ranges.all(origin)
    const seqs = match === undefined ? undefined : within(all, matches.all(match))
    const wanted = seqs?.slice(offset, offset + limit) ?? window(all, offset, limit)
    const rows = items.all(JSON.stringify(wanted)).map(({ seq, ...row }): ChangedItem => {
      const range = all.find(({ first, last }) => first <= seq && seq <= last)
      return { ...row, kind: 'created', version: 1, receivedAt: isoTime(range?.receivedAt ?? 0), fields: [] }
    })
    return { total: seqs?.length ?? sizeOf(all), offset, rows }
  }

  function gone(origin: number, { match, offset, limit }: Window): ChangedItems {
    const statement = goneStatements[match === undefined ? 0 : 1]
    const parameters = { origin, ...(match !== undefined && { match }) }
    const rows = statement?.page.all({ ...parameters, limit, offset }) ?? []
    return {
      total: statement?.count.get(parameters) ?? 0,
      offset,
      rows: rows.map((row) => ({ ...row, kind: 'gone', receivedAt: isoTime(row.receivedAt), fields: [] })),
    }
  }

  const origins = db.prepare<[], { number: number } & ItemOrigin>(
    'SELECT number, kind, reference FROM item_origin ORDER BY number DESC',
  )
  const lastChange = db
    .prepare<[number], number>(
      'SELECT received_at FROM item_change WHERE origin = ? ORDER BY sequence DESC LIMIT 1',
    )
    .pluck()
  const firstItem = db.prepare<[], number | null>('SELECT min(first) FROM item_arrival').pluck()
  const countsOf = (origin: number): Omit<ChangeSummary, 'fields'> => ({
    created: sizeOf(ranges.all(origin)),
    changed: statements.get('false false')?.count.get({ origin }) ?? 0,
    gone: goneStatements[0]?.count.get({ origin }) ?? 0,
  })

  return {
    /** The newest origins that changed items. */
    recent(limit: number): RecentChange[] {
      const found: RecentChange[] = []
      const first = firstItem.get()
      for (const { number, kind, reference } of origins.iterate()) {
        const counts = countsOf(number)
        if (counts.created + counts.changed + counts.gone === 0) continue
        const arrivals = ranges.all(number)
        const at = Math.max(lastChange.get(number) ?? 0, ...arrivals.map(({ receivedAt }) => receivedAt))
        found.push({
          ...{ origin: { kind, reference }, ...counts },
          ...(at > 0 && { at: isoTime(at) }),
          isFirst: arrivals.some((range) => range.first === first),
        })
        if (found.length >= limit) break
      }
      return found
    },
    summary({ kind, reference }: ItemOrigin): ChangeSummary {
      const origin = originNumber.get(kind, reference)
      if (origin === undefined) return { created: 0, changed: 0, gone: 0, fields: [] }
      return { ...countsOf(origin), fields: countFields.all(origin) }
    },
    list(of: ItemOrigin, query: ChangeQuery): ChangedItems {
      const origin = originNumber.get(of.kind, of.reference)
      if (origin === undefined) return { total: 0, offset: query.offset, rows: [] }
      const { kind, field, match, offset, limit } = query
      if (field !== undefined)
        return kind === undefined || kind === 'changed'
          ? changed(origin, query, field)
          : { total: 0, offset, rows: [] }
      const lists = { changed, created, gone }
      if (kind !== undefined) return lists[kind](origin, query)
      const all: ChangedItems = { total: 0, offset, rows: [] }
      for (const one of changeKinds) {
        const rest = { match, offset: Math.max(0, offset - all.total), limit: limit - all.rows.length }
        const { total, rows } = lists[one](origin, rest)
        all.total += total
        all.rows.push(...rows)
      }
      return all
    },
  }
}

/** The numbers in the ranges, starting at index `offset`. */
function window(ranges: readonly Range[], offset: number, limit: number): number[] {
  const found: number[] = []
  let before = 0
  for (const { first, last } of ranges) {
    const size = last - first + 1
    for (let seq = first + Math.max(0, offset - before); seq <= last && found.length < limit; seq++)
      found.push(seq)
    before += size
    if (found.length >= limit) break
  }
  return found
}

/** The sorted numbers that are within the sorted ranges. */
function within(ranges: readonly Range[], sorted: readonly number[]): number[] {
  let at = 0
  return sorted.filter((seq) => {
    while (at < ranges.length && (ranges[at]?.last ?? 0) < seq) at++
    return (ranges[at]?.first ?? Number.POSITIVE_INFINITY) <= seq
  })
}
