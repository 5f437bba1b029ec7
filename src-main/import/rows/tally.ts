import type { NameKind } from '../../../src-shared/import/names.ts'
import {
  type ColumnReport,
  type ImportReport,
  type LeftReason,
  leftReasons,
  type UnmatchedName,
  type ValueExample,
} from '../../../src-shared/import/report.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import type { Account } from '../values/readout.ts'
import type { RowName } from './name-lists.ts'

/** Values of one column in one row: their number, and an example before and after the import. */
export type AccountEntry = [
  column: number,
  outcome: 'kept' | 'changed' | LeftReason,
  count: number,
  text?: string,
  became?: string,
]

/** Why no value of a mapped row was imported. */
export type NotImportedReason = Extract<LeftReason, 'ROW_REJECTED' | 'ROW_LEFT'>

/** Examples per outcome. */
const maxExamples = 3
/** Rows of JSON may each have different columns; columns beyond this limit are counted together. */
const maxColumns = 2000
const furtherColumns = '(further columns)'
const maxNames = 10_000

interface Counted {
  count: number
  examples: ValueExample[]
}
interface ColumnCounts {
  kept: number
  changed: Counted
  left: Map<LeftReason, Counted>
}

/** Counts the results of the values of a file in bounded memory: numbers, and a few examples of each. */
export function openTally() {
  const columns = new Map<string, ColumnCounts>()
  const names = new Map<string, UnmatchedName>()
  const namesOf = new Map<NameKind, number>()
  const moreNames: Partial<Record<NameKind, number>> = {}

  const columnOf = (name: string): ColumnCounts => {
    const known = columns.get(name)
    if (known) return known
    if (columns.size >= maxColumns && name !== furtherColumns) return columnOf(furtherColumns)
    const column = { kept: 0, changed: { count: 0, examples: [] }, left: new Map() }
    columns.set(name, column)
    return column
  }
  const count = (counted: Counted, [, , values, text, became]: AccountEntry, line: number): void => {
    counted.count += values
    if (!text || counted.examples.length >= maxExamples) return
    counted.examples.push({ line, text, became })
  }
  const leftOf = ({ left }: ColumnCounts, reason: LeftReason): Counted => {
    const known = left.get(reason)
    if (known) return known
    const counted: Counted = { count: 0, examples: [] }
    left.set(reason, counted)
    return counted
  }
  /**
   * The key of a name. An added name is found in its list under other spellings too; a kept name is compared
   * by its exact spelling.
   */
  const keyOf = ({ kind, name, became }: RowName): string =>
    became === 'add' || became === undefined ? `${kind} ${fold(name)}` : `${kind} "${name}"`
  const addName = (found: RowName, line: number): void => {
    const key = keyOf(found)
    const known = names.get(key)
    // A name that was added is found in its list by later rows.
    if (known) known.count++
    if (known || found.became === undefined) return
    const listed = namesOf.get(found.kind) ?? 0
    if (listed >= maxNames) moreNames[found.kind] = (moreNames[found.kind] ?? 0) + 1
    else {
      namesOf.set(found.kind, listed + 1)
      const { kind, name, column, became, isDecided } = found
      names.set(key, { kind, name, count: 1, column, line, became, ...(isDecided && { isDecided }) })
    }
  }

  /** Values that got the spelling of an entry added by an earlier row. */
  const respelled = (account: AccountEntry[], found: RowName[], columnNames: string[]): AccountEntry[] => {
    const changed: AccountEntry[] = found.flatMap((one): AccountEntry[] => {
      const added = one.became === 'add' && !one.keepsSpelling ? names.get(keyOf(one))?.name : undefined
      if (added === undefined || added === one.name) return []
      return [[columnNames.indexOf(one.column), 'changed', 1, one.name, added]]
    })
    if (changed.length === 0) return account
    const changedAt = new Map<number, number>()
    for (const [place] of changed) changedAt.set(place, (changedAt.get(place) ?? 0) + 1)
    const kept = account.map(
      ([place, outcome, values, ...texts]): AccountEntry => [
        place,
        outcome,
        outcome === 'kept' ? values - (changedAt.get(place) ?? 0) : values,
        ...texts,
      ],
    )
    return [...kept, ...changed]
  }

  const add = (line: number, account: AccountEntry[], namesOfColumns: string[]): void => {
    for (const entry of account) {
      const [place, outcome, values] = entry
      const column = columnOf(namesOfColumns[place] ?? '')
      if (outcome === 'kept') column.kept += values
      else count(outcome === 'changed' ? column.changed : leftOf(column, outcome), entry, line)
    }
  }
  return {
    add,
    /** Counts the values of an imported row, and the names looked up for it. */
    addTaken(line: number, account: AccountEntry[], found: RowName[], namesOfColumns: string[]): void {
      for (const name of found) addName(name, line)
      add(line, respelled(account, found, namesOfColumns), namesOfColumns)
    },
    /** Counts the values of a row that was mapped and then not imported. */
    addRefused(
      line: number,
      account: AccountEntry[],
      namesOfColumns: string[],
      reason: NotImportedReason,
    ): void {
      add(
        line,
        account.map(([place, , values, text = '']) => [place, reason, values, text]),
        namesOfColumns,
      )
    },
    /**
     * @param seen columns in the order of the file; columns that appeared later are listed after them
     * @param fieldOf label of the field that a column is mapped to
     */
    report(seen: string[], fieldOf: (column: string) => string | undefined): ImportReport {
      const placeOf = new Map(seen.map((name, place) => [name, place]))
      const reports = [...columns].map(([column, { kept, changed, left }]): ColumnReport => {
        const reasons = [...left].map(([code, counted]) => ({ code, ...counted }))
        const leftCount = reasons.reduce((sum, { count }) => sum + count, 0)
        return {
          column,
          field: fieldOf(column),
          read: kept + changed.count + leftCount,
          kept,
          changed,
          left: reasons.toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code)),
        }
      })
      const byCount = [...names.values()].toSorted((a, b) => b.count - a.count)
      const place = ({ column }: ColumnReport) => placeOf.get(column) ?? seen.length
      const inOrder = reports.toSorted((a, b) => place(a) - place(b))
      return { columns: inOrder, names: byCount, moreNames }
    },
  }
}
export type Tally = ReturnType<typeof openTally>

const order = Object.keys(leftReasons)

/** The results of the values of a row, by column. */
export function openRowAccount() {
  const columns = new Map<string, Account>()
  const of = (column: string): Account => {
    const known = columns.get(column)
    if (known) return known
    const account: Account = { kept: 0, changed: [], left: [] }
    columns.set(column, account)
    return account
  }
  /** Removes one value from the kept or changed ones. @returns the text of the value in the file */
  const take = (column: string, text: string): string => {
    const account = of(column)
    const at = account.changed.findIndex(({ from, to }) => from === text || to === text)
    if (at < 0 && account.kept > 0) {
      account.kept--
      return text
    }
    const [changed] = account.changed.splice(at < 0 ? account.changed.length - 1 : at, 1)
    return changed?.from ?? text
  }
  return {
    columns,
    add(column: string, { kept, changed, left }: Account): void {
      const account = of(column)
      account.kept += kept
      // One by one: a cell may have more values than a call accepts as arguments.
      for (const one of changed) account.changed.push(one)
      for (const one of left) account.left.push(one)
    },
    leave(column: string, code: LeftReason, text: string): void {
      of(column).left.push({ code, text })
    },
    /** Marks a value that was read as left out. */
    drop(column: string, code: LeftReason, text: string): void {
      const from = take(column, text)
      of(column).left.push({ code, text: from })
    },
    /** Marks a value that was read as changed. */
    change(column: string, from: string, to: string): void {
      if (from === to) return
      of(column).changed.push({ from: take(column, from), to })
    },
  }
}
export type RowAccount = ReturnType<typeof openRowAccount>
