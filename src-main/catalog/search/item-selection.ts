import { searchCandidates } from '../../../src-shared/values/gtin.ts'
import type { Database } from '../../storage/index.ts'

/** A selection of items. All given conditions must hold; without conditions, all items are selected. */
export interface ItemSelection extends ColumnSelection {
  /** An expression of the full-text index, from search-words.ts. */
  match?: string | undefined
}
/** Range of `lastUpdated`, both ends inclusive; milliseconds since the epoch. */
export interface Span {
  from?: number | undefined
  to?: number | undefined
}
/** The conditions on columns. */
interface ColumnSelection extends Span {
  brandIds?: readonly string[]
  manufacturerIds?: readonly string[]
  /** A product code as typed. */
  code?: string | undefined
  verified?: boolean
  /** Only items that the service no longer lists. */
  notListed?: boolean
}

/** A selection as SQL over `item`. */
interface SelectionSql {
  /** `FROM ... WHERE ...` */
  text: string
  parameters: unknown[]
  /** Whether SQLite can read pages in `itemOrder` directly from its index, without sorting. */
  isOrdered: boolean
  /** Present if the only condition is a time range. */
  span?: Span
}

/** The default order of item lists, oldest change first. */
export const itemOrder = 'item.updated_at, item.id'

export function openSelections(db: Database): (selection: ColumnSelection) => SelectionSql {
  const hasFurtherParty = db
    .prepare('SELECT 1 FROM item_party WHERE kind = ? AND id IN (SELECT value FROM json_each(?)) LIMIT 1')
    .pluck()

  /** An item matches a brand through its first product or, rarely, a further one. */
  const party = (
    kind: 'brand' | 'manufacturer',
    ids: readonly string[],
    conditions: string[],
    parameters: unknown[],
  ) => {
    if (ids.length === 0) return
    const marks = ids.map(() => '?').join(', ')
    const first = `item.${kind}_id IN (${marks})`
    parameters.push(...ids)
    if (hasFurtherParty.get(kind, JSON.stringify(ids)) === undefined) {
      conditions.push(first)
      return
    }
    conditions.push(
      `(${first} OR item.seq IN (SELECT item FROM item_party WHERE kind = '${kind}' AND id IN (${marks})))`,
    )
    parameters.push(...ids)
  }

  return ({ brandIds = [], manufacturerIds = [], code, from, to, verified = false, notListed = false }) => {
    const conditions: string[] = []
    const parameters: unknown[] = []
    party('brand', brandIds, conditions, parameters)
    party('manufacturer', manufacturerIds, conditions, parameters)
    if (code !== undefined) {
      const { exact, gtin14s } = searchCandidates(code) ?? { exact: '', gtin14s: [] }
      conditions.push(`item.seq IN (
        SELECT item FROM item_code WHERE gtin14 IN (SELECT value FROM json_each(?))
        UNION SELECT item FROM item_code WHERE gtin14 = ? AND replace(replace(code, ' ', ''), '-', '') = ?)`)
      parameters.push(JSON.stringify(gtin14s), exact.padStart(14, '0'), exact)
    }
    const isDated = from !== undefined || to !== undefined
    const isSpan = isDated && conditions.length === 0 && !verified && !notListed
    if (from !== undefined) {
      conditions.push('item.updated_at >= ?')
      parameters.push(from)
    }
    if (to !== undefined) {
      conditions.push('item.updated_at <= ?')
      parameters.push(to)
    }
    if (verified) conditions.push('item.verified = 1')
    if (notListed) conditions.push('item.seq IN (SELECT item FROM item_absence)')
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
    return {
      text: `FROM item${where}`,
      parameters,
      ...(isSpan ? { span: { from, to } } : {}),
      isOrdered: code === undefined && !notListed && brandIds.length + manufacturerIds.length <= 1,
    }
  }
}
