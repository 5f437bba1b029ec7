import type { LeftReason } from '../../../src-shared/import/report.ts'
import type { ColumnName } from '../columns/column-name.ts'
import {
  isNumeric,
  isNutrition,
  type Reading,
  servingPath,
  type TargetField,
} from '../columns/import-fields.ts'
import { type Cell, cellText, fullText, isByLanguage, isEmpty } from '../source/cell.ts'
import { openCellReadouts } from '../values/cell-readouts.ts'
import { resolveNumbers } from '../values/number-notation.ts'
import type { SourceCategory } from '../values/read-category.ts'
import { type Kosher, type ReadValue, readField } from '../values/read-field.ts'
import { maxValues, type Readout } from '../values/readout.ts'
import type { MappedColumn, RowCell } from './row-cell.ts'
import { openRowUnits, type UnitCell, type UnitNamed } from './row-units.ts'
import type { RowAccount } from './tally.ts'

/** A value that columns gave to a field. */
export interface Read {
  field: TargetField
  value: unknown
  /** The columns that the value comes from, with the value of each. */
  parts: { column: string; value: unknown }[]
}

const readouts = openCellReadouts<MappedColumn>()
/** Conversions of values that repeat in the rows of a file, unlike names and texts. */
const isRepeated: ReadonlySet<Reading> = new Set<Reading>([
  'category',
  'country',
  'decimal',
  'dimensions',
  'energy',
  'flag',
  'kosher',
  'measure',
  'nutrient',
  'servings',
  'whole',
])

/** One value for each field: the first column that has a value, or the lists of all columns joined. */
export function readValues(cells: RowCell[], account: RowAccount, unitNamed?: UnitNamed): Map<string, Read> {
  const values = new Map<string, Read>()
  const units = openRowUnits(cells, account, unitNamed)
  const basis = cells.find(({ column }) => column?.column.per && isPanel(column.field))?.column?.column.per
  for (const { name, cell, column: mapped, beyond, isNumber, isError, isDate, link } of cells) {
    if (!mapped) account.leave(name, beyond ? 'NO_HEADING' : 'NOT_MAPPED', fullText(cell))
    if (!mapped || mapped.field.reading === 'unit') continue
    const { field, mark } = mapped
    if (isError || isDate) {
      account.leave(name, isError ? 'CELL_ERROR' : 'DATE', fullText(cell))
      continue
    }
    if (isOfOtherBasis(mapped, basis)) {
      account.leave(name, 'OTHER_BASIS', fullText(cell))
      continue
    }
    let readout: Readout<unknown>
    let { column } = mapped
    let unit: UnitCell | undefined
    if (units.isEmpty && isNumber !== true && isRepeated.has(field.reading))
      readout = readouts(mapped, cell, () => {
        const resolved = isNumeric(field) ? resolveNumbers(cell, mark) : cell
        return asResolved(readField(field, resolved, column), cell, resolved)
      })
    else {
      const resolved = isNumeric(field) ? resolveNumbers(cell, isNumber ? 'point' : mark) : cell
      if (units.lacksUnit(mapped, resolved) || units.hasTwoUnits(mapped, resolved)) {
        account.leave(name, 'UNIT_UNKNOWN', fullText(cell))
        continue
      }
      ;({ column, unit } = units.columnFor(mapped, resolved))
      // The text of a link is arbitrary; a picture is found by its address.
      const text = field.reading === 'media' ? (link ?? resolved) : resolved
      readout = asResolved(readField(field, text, column), cell, resolved)
    }
    const { value } = readout
    const before = values.get(field.path)
    if (value === undefined || !before) {
      account.add(name, readout)
      if (value === undefined) continue
      values.set(field.path, { field, value, parts: [{ column: name, value }] })
      if (unit) unit.used = true
      continue
    }
    const both = joined(field.reading, before.value, value)
    if (both) {
      account.add(name, readout)
      for (const text of both.refused) account.drop(name, both.code, text)
      before.value = both.value
      before.parts.push({ column: name, value })
      if (unit) unit.used = true
    } else leaveTaken(account, { name, cell }, before, column)
  }
  units.end()
  return values
}

/** Reports an ambiguous number as changed to the notation that the file uses, with the text of the file. */
function asResolved<T>(readout: Readout<T>, from: Cell, to: Cell): Readout<T> {
  if (from === to || typeof from !== 'string') return readout
  const [original, resolved] = [fullText(from), fullText(to)]
  if (readout.kept === 1 && readout.changed.length === 0)
    return { ...readout, kept: 0, changed: [{ from: original, to: resolved }] }
  return {
    ...readout,
    changed: readout.changed.map((one) => (one.from === resolved ? { ...one, from: original } : one)),
    left: readout.left.map((one) => (one.text === resolved ? { ...one, text: original } : one)),
  }
}

export const isPanel = ({ path }: TargetField): boolean => isNutrition(path) && path !== servingPath

/**
 * Whether a column has another basis than the panel, which can have only one. If columns are per 100 g, the
 * serving size and columns with another basis do not fit.
 */
function isOfOtherBasis({ field, column }: MappedColumn, basis: ColumnName['per']): boolean {
  if (!basis || !isNutrition(field.path)) return false
  if (field.path === servingPath) return true
  return column.per !== undefined && column.per.uom !== basis.uom
}

/**
 * Reports a value whose field already has a value from another column: the same text counts as kept, anything
 * else as left out.
 */
function leaveTaken(
  account: RowAccount,
  { name, cell }: Pick<RowCell, 'name' | 'cell'>,
  { value }: Read,
  { language }: ColumnName,
): void {
  const same = (text: string) => typeof value === 'string' && text.toLowerCase() === value.toLowerCase()
  if (!isByLanguage(cell)) {
    account.leave(name, language === undefined ? 'FIELD_TAKEN' : 'OTHER_LANGUAGE', fullText(cell))
    return
  }
  for (const [lang, entry] of Object.entries(cell)) {
    if (isEmpty(entry)) continue
    if (same(cellText(entry))) account.add(name, { kept: 1, changed: [], left: [] })
    else account.leave(name, 'OTHER_LANGUAGE', `${lang}: ${fullText(entry)}`)
  }
}

interface Joined {
  value: unknown
  /** Values of the second list that were left out. */
  refused: string[]
  code: LeftReason
}

/** Fields that combine the values of several columns. */
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
  /** Adds a household measure to the same metric serving. */
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

/** The combined value of two columns for one field, if the field can combine them or both are equal. */
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

/** Both lists without duplicates, limited to {@link maxValues}. */
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
