import { type Unit, unitOf } from '../../../src-shared/values/units.ts'
import type { ColumnName } from '../columns/column-name.ts'
import { anyUnitPath, dimensionsPath, sidePaths, unitPath } from '../columns/import-fields.ts'
import { type Cell, cellText, fullText } from '../source/cell.ts'
import { readField } from '../values/read-field.ts'
import { readDimensions, readMeasure } from '../values/read-measure.ts'
import type { MappedColumn, RowCell } from './row-cell.ts'
import type { RowAccount } from './tally.ts'

/** A unit in a column of its own. */
export interface UnitCell {
  name: string
  text: string
  code: string
  /** A person chose the code for the text. */
  isChosen?: true
  /** A bare number used the unit, or a number has the same unit. */
  used: boolean
  /** A number that the unit could belong to has a different unit. */
  contradicted: boolean
  /** The heading names the unit of all weights or dimensions, and not that of one field alone. */
  isShared?: true
}
/** Words in the heading of a unit that name one weight or one side. */
const ofOne = /gross|brutto|brut|lordo|shipping|versand|length|depth|lang|tief|longueur|profond|largo|lungh/
const sharedPaths = ['packageData/weight', 'packageData/length']

const netPath = 'packageData/netWeight'
const grossPath = 'packageData/weight'
const content = ['mass', 'volume'] as const
/** Quantities that a unit for all measures of a row can apply to, by field. */
const quantities: Record<string, readonly Unit['quantity'][]> = {
  ...Object.fromEntries([...sidePaths, dimensionsPath].map((path) => [path, ['length']])),
  [grossPath]: ['mass'],
  [netPath]: content,
  'packageData/packageSize': [...content, 'count'],
}

/**
 * The unit of a number, from its cell or its column; '' for a bare number, undefined if there is no number.
 */
function unitOfMeasure(cell: Cell, column: ColumnName): string | undefined {
  const read = readMeasure(cell, column.unit).value
  return read && (read.measure.uom ?? '')
}
const unitOfSides = (cell: Cell, column: ColumnName): string | undefined => {
  const sides = readDimensions(cell, column.unit).value
  return sides && (sides[0].uom ?? '')
}

/** The code of a unit that is not in the list, as a person chose it; undefined without a choice. */
export type UnitNamed = (text: string, column: string) => string | undefined
/**
 * Whether a column has amounts that Open Food Facts converted to its own units: `nutriments.sodium_unit` is
 * the unit of `nutriments.sodium_value`, and `nutriments.sodium_100g` is always in grams.
 */
const isConverted = ({ isOpenFoodFacts, words }: ColumnName): boolean =>
  isOpenFoodFacts === true && words.startsWith('nutriments ')

/** Units from separate columns of a row, assigned to the numbers without a unit. */
export function openRowUnits(cells: RowCell[], account: RowAccount, unitNamed: UnitNamed = () => undefined) {
  const units = new Map<string, UnitCell>()
  /** Unit fields whose text is not a known unit. */
  const unknown = new Set<string>()
  for (const { name, cell, column } of cells) {
    if (column?.field.reading !== 'unit') continue
    const { value: known, ...read } = readField(column.field, cell, column.column)
    const before = units.get(column.field.path)
    const chosen = known === undefined ? unitNamed(cellText(cell), name) : undefined
    const value = known ?? chosen
    if (typeof value !== 'string') {
      account.add(name, read)
      unknown.add(column.field.path)
    } else if (!before) {
      if (chosen === undefined) account.add(name, { kept: 0, changed: [], left: read.left })
      units.set(column.field.path, {
        name,
        text: cellText(cell),
        code: value,
        ...(chosen !== undefined && { isChosen: true as const }),
        ...(sharedPaths.some((path) => column.field.path === unitPath(path)) &&
          !ofOne.test(column.column.words) && { isShared: true as const }),
        used: false,
        contradicted: false,
      })
    } else if (before.code === value) account.add(name, read)
    else account.leave(name, 'FIELD_TAKEN', fullText(cell))
  }

  const unitFor = (path: string): UnitCell | undefined => {
    const isSide = sidePaths.includes(path) || path === dimensionsPath
    const own = [path, ...(isSide ? sidePaths : [])].map((one) => units.get(unitPath(one)))
    const ofWeights = units.get(unitPath(grossPath))
    if (path === netPath && ofWeights?.isShared && !own[0] && unitOf(ofWeights.code)?.quantity === 'mass')
      return ofWeights
    const ofAll = units.get(anyUnitPath)
    const quantity = unitOf(ofAll?.code ?? '')?.quantity
    const isFit = quantity !== undefined && (quantities[path]?.includes(quantity) ?? false)
    return own.find(Boolean) ?? (isFit ? ofAll : undefined)
  }

  return {
    /** The row has no unit in a column of its own. */
    isEmpty: units.size === 0 && unknown.size === 0,
    /** Whether a bare number has an unknown unit in its unit column. */
    lacksUnit: ({ field, column }: MappedColumn, cell: Cell): boolean =>
      unknown.size > 0 &&
      (unknown.has(unitPath(field.path)) || (unknown.has(anyUnitPath) && field.path in quantities)) &&
      (field.reading === 'dimensions' ? unitOfSides(cell, column) : unitOfMeasure(cell, column)) === '',
    /** Whether a bare number has one unit in its heading and another one in its unit column. */
    hasTwoUnits({ field, column: { unit: ofHeading, ...column } }: MappedColumn, cell: Cell): boolean {
      if (ofHeading === undefined) return false
      const ofSides = sidePaths.includes(field.path) ? units.get(unitPath(sidePaths[0] ?? '')) : undefined
      const unit = units.get(unitPath(field.path)) ?? (ofSides?.isShared ? ofSides : undefined)
      if (!unit || unit.code === ofHeading || isConverted(column)) return false
      const isBare =
        (field.reading === 'dimensions' ? unitOfSides(cell, column) : unitOfMeasure(cell, column)) === ''
      if (isBare) unit.contradicted = true
      return isBare
    },
    /** The column for reading a cell, with the unit from the unit column of its number. */
    columnFor({ field, column }: MappedColumn, cell: Cell): { column: ColumnName; unit?: UnitCell } {
      const unit = units.size === 0 ? undefined : unitFor(field.path)
      if (!unit || isConverted(column)) return { column }
      const own = field.reading === 'dimensions' ? unitOfSides(cell, column) : unitOfMeasure(cell, column)
      if (own === '') return { column: { ...column, unit: unit.code }, unit }
      if (own === unit.code) return { column, unit }
      if (own !== undefined) unit.contradicted = true
      return { column }
    },
    /** Reports the units, after all numbers are read. */
    end(): void {
      for (const { name, text, code, isChosen, used, contradicted } of units.values()) {
        if (used && isChosen) account.add(name, { kept: 0, changed: [{ from: text, to: code }], left: [] })
        else if (used) account.add(name, { kept: 1, changed: [], left: [] })
        else account.leave(name, contradicted ? 'UNIT_SAID_OTHERWISE' : 'UNIT_ALONE', text)
      }
    },
  }
}
