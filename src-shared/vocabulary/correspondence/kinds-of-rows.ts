/** The kinds of rows of the table `record-and-feed.ts`, with their implementations of the row operations. */
import { item } from '../elements/item.ts'
import { fieldLabels } from '../kit/path.ts'
import {
  type At,
  below,
  type Carried,
  type Column,
  carriedField,
  type ImportedFile,
  type Row,
  type ToFeed,
  type ToRecord,
  under,
} from './row.ts'
import { inOneCell, isNothing, isSame, lacking } from './values.ts'

type Holding<K extends string, V> = { [key in K]?: V | undefined }

/** Maps a field of a record to a field of a feed. `V` is the record's value, `W` the feed's. */
interface FieldSpec<RK extends string, FK extends string, V, W> {
  record: RK
  feed: FK
  label: string
  /** The paths in record and feed, if they differ from the keys. */
  paths?: Partial<At>
  many?: boolean
  toRecord(value: W, context: ToRecord): V | undefined
  toFeed(value: V, context: ToFeed): W | undefined
  /** The value as text, if it is short. */
  show?(value: V): string | undefined
  /** The missing entries of a list value, as text. */
  missing?(present: V, next: V | undefined): string | undefined
  isSame?(now: V, then: V): boolean
  /**
   * Whether an update or the service itself also changes the field: a different value then does not prove
   * another refresh.
   */
  isLoose?: boolean
  carried?: Partial<Omit<Carried, keyof At>> | false
  /** The merged value of an import; absent: the value from the file. */
  merge?(stored: V | undefined, imported: V, file: ImportedFile): V | undefined
  /** The columns in an item table. */
  columns?: readonly ColumnSpec<V>[]
}

/** A column of a field. */
interface ColumnSpec<V> {
  /** The heading, if it differs from the field's label. */
  heading?: string
  /** The path below the field, in record and feed: `@id`. */
  below?: string
  /** Whether the import ignores the column. */
  isForReadingOnly?: true
  cell(value: V): string | undefined
}

/** The label of a record's field. */
const headingOf = (record: string): string => fieldLabels(item, record).at(-1) ?? record

/** A row for one field. */
export function fieldRow<RK extends string, FK extends string, V, W>(
  spec: FieldSpec<RK, FK, V, W>,
): Row<Holding<RK, V>, Holding<FK, W>> {
  const { record: recordKey, feed: feedKey, label, many = false } = spec
  const paths = { record: recordKey as string, feed: feedKey as string, ...spec.paths }
  const same = spec.isSame ?? isSame
  return {
    toRecord(feed, record, context) {
      const value = feed[feedKey]
      const made = value === undefined ? undefined : spec.toRecord(value, context)
      if (made !== undefined) record[recordKey] = made
    },
    toFeed(record, feed, context) {
      const value = record[recordKey]
      const made = value === undefined || isNothing(value) ? undefined : spec.toFeed(value, context)
      if (made !== undefined) feed[feedKey] = made
    },
    remember(now, then, sent, feed, memory, at) {
      const sentValue = sent[feedKey]
      if (isNothing(sentValue)) return
      const present = now[recordKey]
      const before = then[recordKey]
      if (present !== undefined && !isNothing(present)) {
        if (before !== undefined && same(present, before)) feed[feedKey] = sentValue
        return
      }
      const remembered = { path: under(at.feed, paths.feed), label }
      if (memory.isContradicted || memory.isTouched(under(at.record, paths.record)))
        memory.left.push(remembered)
      else {
        feed[feedKey] = sentValue
        memory.taken.push(remembered)
      }
    },
    contradicts(now, then) {
      const present = now[recordKey]
      const before = then[recordKey]
      if (spec.isLoose || present === undefined || before === undefined) return false
      return !isNothing(present) && !isNothing(before) && !same(present, before)
    },
    dropped(present, next, at) {
      const value = present[recordKey]
      if (value === undefined || isNothing(value)) return []
      const left = next[recordKey]
      const path = under(at.feed, paths.feed)
      if (!isNothing(left)) {
        const missing = spec.missing?.(value, left)
        return missing === undefined ? [] : [{ label, path, value: missing, many: true }]
      }
      return [{ label, path, value: spec.show?.(value) ?? true, many }]
    },
    carried(at) {
      if (spec.carried === false) return []
      return [carriedField(below(at, paths.record, paths.feed), spec.carried)]
    },
    merge(stored, imported, merged, file) {
      const value = imported[recordKey]
      if (value !== undefined)
        merged[recordKey] = spec.merge ? spec.merge(stored[recordKey], value, file) : value
    },
    columns: (at) =>
      (spec.columns ?? []).map(({ heading, below, isForReadingOnly, cell }) => {
        const pathIn = (side: keyof At) => [at[side], paths[side], below].filter(Boolean).join('/')
        return {
          heading: heading ?? headingOf(pathIn('record')),
          record: pathIn('record'),
          feed: isForReadingOnly ? undefined : pathIn('feed'),
          cell(around) {
            const value = around[recordKey]
            return value === undefined ? undefined : cell(value)
          },
        }
      }),
  }
}

/** A row for a field with the same name and meaning in record and feed. */
export const sameRow = <K extends string, V>(
  key: K,
  label: string,
  more: Partial<FieldSpec<K, K, V, V>> = {},
): Row<Holding<K, V>, Holding<K, V>> =>
  fieldRow<K, K, V, V>({
    record: key,
    feed: key,
    label,
    toRecord: (value) => value,
    toFeed: (value) => value,
    ...more,
  })

const textColumn = [{ cell: (text: string) => text }]
/** A row for a text, with one column. */
export const textRow = <RK extends string, FK extends string>(
  record: RK,
  feed: FK,
  label: string,
  more: Partial<FieldSpec<RK, FK, string, string>> = {},
): Row<Holding<RK, string>, Holding<FK, string>> =>
  fieldRow<RK, FK, string, string>({
    record,
    feed,
    label,
    toRecord: (value) => value,
    toFeed: (value) => value,
    columns: textColumn,
    ...more,
  })

/** A row for a list of texts, with one column. */
export const textsRow = <K extends string>(
  key: K,
  label: string,
  more: Partial<FieldSpec<K, K, string[], string[]>> = {},
): Row<Holding<K, string[]>, Holding<K, string[]>> =>
  sameRow<K, string[]>(key, label, {
    many: true,
    toFeed: (texts) => texts.filter((text) => text.trim() !== ''),
    missing: (present, next) => lacking(present, next, (text) => text.trim()),
    columns: [{ cell: inOneCell }],
    ...more,
  })

/** A row without effect, as a base for others. */
export const rowWithoutEffect: Row<object, object> = {
  toRecord() {},
  toFeed() {},
  remember() {},
  contradicts: () => false,
  dropped: () => [],
  carried: () => [],
  merge() {},
  columns: () => [],
}

/** A row for a field that only records have: a refresh always removes it. */
export const recordOnly = <RK extends string, V>(
  record: RK,
  label: string,
  { many = false, show }: { many?: boolean; show?(value: V): string | undefined } = {},
): Row<Holding<RK, V>, object> => ({
  ...rowWithoutEffect,
  dropped(present, next, at) {
    const value = present[record]
    if (value === undefined || isNothing(value) || !isNothing(next[record])) return []
    return [{ label, path: at.feed, value: show?.(value) ?? true, many }]
  },
})

/** Combines rows into one row. */
export const rowsOf = <R, F>(rows: readonly Row<R, F>[]): Row<R, F> => ({
  toRecord(feed, record, context) {
    for (const row of rows) row.toRecord(feed, record, context)
  },
  toFeed(record, feed, context) {
    for (const row of rows) row.toFeed(record, feed, context)
  },
  remember(now, then, sent, feed, memory, at) {
    for (const row of rows) row.remember(now, then, sent, feed, memory, at)
  },
  contradicts: (now, then) => rows.some((row) => row.contradicts(now, then)),
  dropped: (present, next, at) => rows.flatMap((row) => row.dropped(present, next, at)),
  carried: (at) => rows.flatMap((row) => row.carried(at)),
  merge(stored, imported, merged, file) {
    for (const row of rows) row.merge(stored, imported, merged, file)
  },
  columns: (at) => rows.flatMap((row) => row.columns(at)),
})

/**
 * A row for a group with the same name in record and feed, from the rows of its members. All members must
 * be optional.
 */
export function groupRow<K extends string, R extends object, F extends object>(
  key: K,
  rows: readonly Row<R, F>[],
): Row<Holding<K, R>, Holding<K, F>> {
  const all = rowsOf(rows)
  const within = (at: At): At => below(at, key, key)
  const none = {} as R
  return {
    toRecord(feed, record, context) {
      const value = feed[key]
      if (value === undefined) return
      const made = {} as R
      all.toRecord(value, made, context)
      record[key] = made
    },
    toFeed(record, feed, context) {
      const value = record[key]
      if (value === undefined) return
      const made = {} as F
      all.toFeed(value, made, context)
      if (!isNothing(made)) feed[key] = made
    },
    remember(now, then, sent, feed, memory, at) {
      const sentValue = sent[key]
      if (sentValue === undefined) return
      const made = feed[key] ?? ({} as F)
      all.remember(now[key] ?? none, then[key] ?? none, sentValue, made, memory, within(at))
      if (!isNothing(made)) feed[key] = made
    },
    contradicts: (now, then) => all.contradicts(now[key] ?? none, then[key] ?? none),
    dropped: (present, next, at) => all.dropped(present[key] ?? none, next[key] ?? none, within(at)),
    carried: (at) => [carriedField(within(at), { isWhole: true }), ...all.carried(within(at))],
    merge(stored, imported, merged, file) {
      const value = imported[key]
      if (value === undefined) return
      const made = { ...(stored[key] ?? none) }
      all.merge(stored[key] ?? none, value, made, file)
      merged[key] = made
    },
    columns: (at) => all.columns(within(at)).map((column) => columnWithin(column, (around) => around[key])),
  }
}

/** Lifts a column of a part to the element around it; the cell is empty if the part is absent. */
export const columnWithin = <R, P>(
  { cell, ...column }: Column<P>,
  part: (around: R) => P | undefined,
): Column<R> => ({
  ...column,
  cell(around) {
    const within = part(around)
    return within === undefined ? undefined : cell(within)
  },
})
