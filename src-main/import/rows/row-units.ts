import { type Unit, unitOf } from '../../../src-shared/values/units.ts'
import type { ColumnName } from '../columns/column-name.ts'
import { anyUnitPath, dimensionsPath, sidePaths, unitPath } from '../columns/import-fields.ts'
import { type Cell, cellText, wholeText } from '../source/cell.ts'
import { readField } from '../values/read-field.ts'
import { readDimensions, readMeasure } from '../values/read-measure.ts'
import type { MappedColumn, RowCell } from './row-cell.ts'
import type { RowAccount } from './tally.ts'

interface UnitCell {
  name: string
  text: string
  code: string
  /** What it was of use for: a bare number took it, or a number has the same unit. */
  used: boolean
  /** A number that it could belong to has another unit. */
  contradicted: boolean
}

const content = ['mass', 'volume'] as const
/** What a unit that stands for all measures of a row can be the unit of. */
const quantities: Record<string, readonly Unit['quantity'][]> = {
  ...Object.fromEntries([...sidePaths, dimensionsPath].map((path) => [path, ['length']])),
  'packageData/weight': ['mass'],
  'packageData/netWeight': content,
  'packageData/packageSize': [...content, 'count'],
}

/** The unit a number has of itself or by its column; empty for a bare number, undefined where there is no number. */
function unitOfMeasure(cell: Cell, column: ColumnName): string | undefined {
  const read = readMeasure(cell, column.unit).value
  return read && (read.measure.uom ?? '')
}
const unitOfSides = (cell: Cell, column: ColumnName): string | undefined => {
  const sides = readDimensions(cell, column.unit).value
  return sides && (sides[0].uom ?? '')
}

/** The units of a row that stand in columns of their own, given to the numbers that want one. */
export function openRowUnits(cells: RowCell[], account: RowAccount) {
  const units = new Map<string, UnitCell>()
  /** Fields of units whose text names none. */
  const unknown = new Set<string>()
  for (const { name, cell, column } of cells) {
    if (column?.field.reading !== 'unit') continue
    const { value, ...read } = readField(column.field, cell, column.column)
    const before = units.get(column.field.path)
    if (typeof value !== 'string') {
      account.add(name, read)
      unknown.add(column.field.path)
    } else if (!before) {
      account.add(name, { kept: 0, changed: [], left: read.left })
      units.set(column.field.path, {
        name,
        text: cellText(cell),
        code: value,
        used: false,
        contradicted: false,
      })
    } else if (before.code === value) account.add(name, read)
    else account.leave(name, 'FIELD_TAKEN', wholeText(cell))
  }

  const unitFor = (path: string): UnitCell | undefined => {
    const isSide = sidePaths.includes(path) || path === dimensionsPath
    const own = [path, ...(isSide ? sidePaths : [])].map((one) => units.get(unitPath(one)))
    const ofAll = units.get(anyUnitPath)
    const quantity = unitOf(ofAll?.code ?? '')?.quantity
    const isFit = quantity !== undefined && (quantities[path]?.includes(quantity) ?? false)
    return own.find(Boolean) ?? (isFit ? ofAll : undefined)
  }

  return {
    /** A bare number stands beside a unit that nobody knows. */
    lacksUnit: ({ field, column }: MappedColumn, cell: Cell): boolean =>
      unknown.size > 0 &&
      (unknown.has(unitPath(field.path)) || (unknown.has(anyUnitPath) && field.path in quantities)) &&
      (field.reading === 'dimensions' ? unitOfSides(cell, column) : unitOfMeasure(cell, column)) === '',
    /** The column as a cell of it is to be read, with the unit that stands beside its number. */
    columnFor({ field, column }: MappedColumn, cell: Cell): { column: ColumnName; unit?: UnitCell } {
      const unit = units.size === 0 ? undefined : unitFor(field.path)
      if (!unit) return { column }
      const own = field.reading === 'dimensions' ? unitOfSides(cell, column) : unitOfMeasure(cell, column)
      if (own === '') return { column: { ...column, unit: unit.code }, unit }
      if (own === unit.code) return { column, unit }
      if (own !== undefined) unit.contradicted = true
      return { column }
    },
    /** Accounts for the units, when all numbers are read. */
    end(): void {
      for (const { name, text, used, contradicted } of units.values()) {
        if (used) account.add(name, { kept: 1, changed: [], left: [] })
        else account.leave(name, contradicted ? 'UNIT_SAID_OTHERWISE' : 'UNIT_ALONE', text)
      }
    },
  }
}
