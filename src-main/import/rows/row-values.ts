import type { LeftReason } from '../../../src-shared/import/report.ts'
import type { ColumnName } from '../columns/column-name.ts'
import {
  isNumeric,
  isNutrition,
  type Reading,
  servingPath,
  type TargetField,
} from '../columns/import-fields.ts'
import { type Cell, cellText, isByLanguage, isEmpty, wholeText } from '../source/cell.ts'
import { settleNumbers } from '../values/number-notation.ts'
import type { SourceCategory } from '../values/read-category.ts'
import { type Kosher, type ReadValue, readField } from '../values/read-field.ts'
import { maxValues, type Readout } from '../values/readout.ts'
import type { MappedColumn, RowCell } from './row-cell.ts'
import { openRowUnits } from './row-units.ts'
import type { RowAccount } from './tally.ts'

/** A value a column gave a field. */
export interface Read {
  field: TargetField
  value: unknown
  /** The columns it comes from, each with what it gave. */
  parts: { column: string; value: unknown }[]
}

/** One value for each field: the first column's that has one; lists of all columns together. */
export function readValues(cells: RowCell[], account: RowAccount): Map<string, Read> {
  const values = new Map<string, Read>()
  const units = openRowUnits(cells, account)
  const basis = cells.find(({ column }) => column?.column.per && isPanel(column.field))?.column?.column.per
  for (const { name, cell, column: mapped, beyond, isNumber, isError, isDate, link } of cells) {
    if (!mapped) account.leave(name, beyond ? 'NO_HEADING' : 'NOT_MAPPED', wholeText(cell))
    if (!mapped || mapped.field.reading === 'unit') continue
    const { field, mark } = mapped
    if (isError || (isDate && isNumeric(field))) {
      account.leave(name, isError ? 'CELL_ERROR' : 'DATE', wholeText(cell))
      continue
    }
    if (isOfOtherBasis(mapped, basis)) {
      account.leave(name, 'OTHER_BASIS', wholeText(cell))
      continue
    }
    const settled = isNumeric(field) ? settleNumbers(cell, isNumber ? 'point' : mark) : cell
    if (units.lacksUnit(mapped, settled)) {
      account.leave(name, 'UNIT_UNKNOWN', wholeText(cell))
      continue
    }
    const { column, unit } = units.columnFor(mapped, settled)
    // The text of a link may be anything; a picture is found by its address.
    const text = field.reading === 'media' ? (link ?? settled) : settled
    const readout = readField(field, text, column)
    const { value, ...read } = settled === cell ? readout : asSettled(readout, cell, settled)
    const before = values.get(field.path)
    if (value === undefined || !before) {
      account.add(name, read)
      if (value === undefined) continue
      values.set(field.path, { field, value, parts: [{ column: name, value }] })
      if (unit) unit.used = true
      continue
    }
    const both = joined(field.reading, before.value, value)
    if (both) {
      account.add(name, read)
      for (const text of both.refused) account.drop(name, both.code, text)
      before.value = both.value
      before.parts.push({ column: name, value })
      if (unit) unit.used = true
    } else leaveTaken(account, { name, cell }, before, column)
  }
  units.end()
  return values
}

/** A number that could be read in two ways was changed into the one that the file means. */
const asSettled = <T>(readout: Readout<T>, from: Cell, to: Cell): Readout<T> =>
  readout.kept === 1 && readout.changed.length === 0 && typeof from === 'string'
    ? { ...readout, kept: 0, changed: [{ from, to: wholeText(to) }] }
    : readout

export const isPanel = ({ path }: TargetField): boolean => isNutrition(path) && path !== servingPath

/** A panel is for one amount: where columns say they are for 100 g, a serving size and other amounts are not its. */
function isOfOtherBasis({ field, column }: MappedColumn, basis: ColumnName['per']): boolean {
  if (!basis || !isNutrition(field.path)) return false
  if (field.path === servingPath) return true
  return column.per !== undefined && column.per.uom !== basis.uom
}

/** Another column gave the field its value: what says the same is kept, the rest is left out. */
function leaveTaken(
  account: RowAccount,
  { name, cell }: Pick<RowCell, 'name' | 'cell'>,
  { value }: Read,
  { language }: ColumnName,
): void {
  const same = (text: string) => typeof value === 'string' && text.toLowerCase() === value.toLowerCase()
  if (!isByLanguage(cell)) {
    account.leave(name, language === undefined ? 'FIELD_TAKEN' : 'OTHER_LANGUAGE', wholeText(cell))
    return
  }
  for (const [lang, entry] of Object.entries(cell)) {
    if (isEmpty(entry)) continue
    if (same(cellText(entry))) account.add(name, { kept: 1, changed: [], left: [] })
    else account.leave(name, 'OTHER_LANGUAGE', `${lang}: ${wholeText(entry)}`)
  }
}

interface Joined {
  value: unknown
  /** What of the second value has no place. */
  refused: string[]
  code: LeftReason
}

/** Fields that take the values of several columns together. */
const joins: Partial<Record<Reading, (before: never, after: never) => Joined>> = {
  media: (before: ReadValue<'media'>, after: ReadValue<'media'>) =>
    unique(before, after, ({ url = '' }) => url),
  texts: (before: string[], after: string[]) => unique(before, after, (text) => text),
  category: (before: SourceCategory[], after: SourceCategory[]) =>
    unique(before, after, ({ scheme, id }) => `${scheme} ${id}`),
  kosher(before: Kosher, after: Kosher) {
    const { value, ...left } = unique(before.codes, after.codes, (code) => code)
    return { ...left, value: { ...after, ...before, codes: value } }
  },
  languages(before: ReadValue<'languages'>, after: ReadValue<'languages'>) {
    const textIn = new Map(before.map(({ lang, text }) => [lang, text]))
    const others = after.filter(({ lang, text }) => textIn.get(lang) !== text)
    const refused = others.filter(({ lang }) => textIn.has(lang)).map(({ text }) => text)
    return {
      value: [...before, ...others.filter(({ lang }) => !textIn.has(lang))],
      refused,
      code: 'FIELD_TAKEN',
    }
  },
  /** The same metric serving with a household measure beside it. */
  servings(before: ReadValue<'servings'>, after: ReadValue<'servings'>) {
    const [basis, ...others] = before
    const [metric, ...more] = after
    const isSame = basis?.measure === metric?.measure && basis?.uom === metric?.uom
    if (isSame && others.length === 0) return all([basis, ...more])
    const isThere = (size: unknown) => before.some((one) => JSON.stringify(one) === JSON.stringify(size))
    const refused = after.filter((size) => !isThere(size)).map(({ measure, uom }) => `${measure} ${uom}`)
    return { value: before, refused, code: 'OTHER_BASIS' }
  },
}

/** The values of two columns for one field, where the field takes them together or both say the same. */
function joined(reading: Reading, before: unknown, after: unknown): Joined | undefined {
  const join = joins[reading] as ((before: unknown, after: unknown) => Joined) | undefined
  if (join) return join(before, after)
  const isSame =
    typeof before === 'string' && typeof after === 'string'
      ? before.toLowerCase() === after.toLowerCase()
      : JSON.stringify(before) === JSON.stringify(after)
  return isSame ? all(before) : undefined
}

const all = (value: unknown): Joined => ({ value, refused: [], code: 'FIELD_TAKEN' })

/** Both lists without duplicates, up to {@link maxValues}. */
function unique<T>(before: T[], after: T[], key: (value: T) => string): Joined & { value: T[] } {
  const known = new Set(before.map(key))
  const others = after.filter((value) => !known.has(key(value)))
  const room = Math.max(0, maxValues - before.length)
  return {
    value: [...before, ...others.slice(0, room)],
    refused: others.slice(room).map(key),
    code: 'TOO_MANY',
  }
}
