import type { GridLayout } from '../../../../../src-shared/feeds/draft/grid-layout.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import {
  type GridColumn,
  type GridColumns,
  nameColumn,
  nameColumnOf,
  standardColumns,
} from './columns/grid-columns.ts'

/**
 * Columns of a draft, if a person has chosen none: of the default columns those that are required or have a
 * value, then all others with a value. Without values, the default columns.
 * @param all the columns of the draft
 * @param filled the columns with a value
 */
export function usualColumns(
  kind: FeedKind,
  all: GridColumns,
  filled: ReadonlySet<string>,
): readonly string[] {
  const standard = standardColumns(kind)
  const hasValue = ({ column, path }: GridColumn) => filled.has(column) && !path.endsWith('@type')
  const columns = [...all.values()].filter(({ retailer }) => retailer === undefined)
  if (!columns.some(hasValue)) return standard
  const required = new Set(kinds[kind].requiredFields)
  const shown = standard.filter((name) => {
    const column = all.get(name)
    return column && (required.has(column.path) || hasValue(column))
  })
  const named = new Set(shown.map((column) => nameColumnOf({ column })))
  const others = columns.filter((one) => hasValue(one) && !one.path.includes('@') && !named.has(one.column))
  return [...new Set([...shown, ...others.map(({ column }) => column)])].slice(0, maxUsual)
}

/**
 * Columns of a draft in which items have several retailers, if a person has chosen none: the name of the item,
 * then for each retailer the fields that any retailer has. Without values, the default ones.
 */
export function usualRetailerColumns(
  kind: FeedKind,
  all: GridColumns,
  filled: ReadonlySet<string>,
): readonly string[] {
  const columns = [...all.values()].filter(({ retailer }) => retailer !== undefined)
  const withValue = columns.filter(({ column }) => filled.has(column)).map(({ path }) => path)
  const standard = standardColumns(kind).flatMap((column) => all.get(column)?.path ?? [])
  // The limit counts fields, so that a field has its column for every retailer or for none.
  const paths = new Set([...new Set(withValue.length > 0 ? withValue : standard)].slice(0, maxUsual))
  const shown = columns.filter(({ path }) => paths.has(path))
  return [nameColumn(kind), ...shown.map(({ column }) => column)]
}

/** Maximum number of columns, or of fields of retailers, shown because they have values. */
const maxUsual = 40

export const standardLayout = (kind: FeedKind, columns = standardColumns(kind)): GridLayout => ({
  columns: [...columns],
  widths: {},
  frozen: 1,
})

/** Returns a valid layout: only columns in `all`, without duplicates, with the `first` column first. */
export function normalizeLayout(
  first: string,
  all: GridColumns,
  { columns, widths, frozen }: GridLayout,
): GridLayout {
  const others = columns.filter((column) => column !== first && all.has(column))
  const validColumns = [first, ...new Set(others)]
  return { columns: validColumns, widths, frozen: Math.max(1, Math.min(frozen, validColumns.length)) }
}

/** Storage of grid layouts. */
export interface LayoutMemory {
  /** Whether layouts are stored with the draft; otherwise they are those of all drafts of the kind. */
  isOfDraft?: boolean
  read(kind: FeedKind): GridLayout | undefined
  keep(kind: FeedKind, layout: GridLayout): void
}
