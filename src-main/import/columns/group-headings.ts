/**
 * Headings in two rows: group headings, such as `Nutrition per 100 g` or `Case`, above the column headings.
 */

import { unitOf, unitSymbol } from '../../../src-shared/values/units.ts'
import { cellsByColumn } from '../source/row-cells.ts'
import type { SourceRow } from '../source/source-row.ts'
import { basisIn, readColumnName } from './column-name.ts'
import { countNamed, detectColumn, isOfCase } from './detect-mapping.ts'
import { fieldAt, gtinPath, isNutrition } from './import-fields.ts'

/**
 * Whether `lower` has the column headings and `upper` the group headings above them: `lower` has headings
 * where `upper` is empty, and no product code.
 */
export function isBelowGroups(upper: SourceRow, lower: SourceRow | undefined): lower is SourceRow {
  if (lower?.line !== upper.line + 1) return false
  const [groups, names] = [cellsByColumn(upper), cellsByColumn(lower)].map((cells) =>
    cells.map((cell) => cell.trim()),
  ) as [string[], string[]]
  const codes = groups.flatMap((group, at) => (detectColumn(group)?.path === gtinPath ? [at] : []))
  const hasNoCode = codes.every((at) => !/\d{6}/.test(names[at] ?? ''))
  const isWords = names.every((name) => !/^[-+]?\d/.test(name))
  if (!hasNoCode || !isWords) return false
  const isBelowNothing = (_: string, at: number) => !groups[at]
  // `Gross` names a field only below `Weight`.
  return [names, withGroups(lower, upper)].some((cells) => countNamed(cells.filter(isBelowNothing)) > 0)
}

/** Column headings combined with the group headings, if those are in the row directly above. */
export function withGroups(named: SourceRow, above: SourceRow | undefined): string[] {
  const names = cellsByColumn(named).map((cell) => cell.trim())
  if (above?.line !== named.line - 1) return names
  const groups = cellsByColumn(above).map((cell) => cell.trim())
  const width = Math.max(names.length, groups.length)
  const covering = groupsOf(groups, above.spans, width)
  return Array.from({ length: width }, (_, at) => {
    const [name = '', group] = [names[at], covering[at]]
    if (name === '') return groups[at] ?? ''
    return group === undefined || group.name === name ? name : nameIn(group, name, width)
  })
}

interface Group {
  name: string
  /** Number of columns below the group heading. */
  columns: number
}

/**
 * The group of each column. A group spans its merged cells or, if no cells are merged, the columns up to the
 * next non-empty cell.
 */
function groupsOf(groups: string[], spans: SourceRow['spans'], width: number): (Group | undefined)[] {
  const covering: (Group | undefined)[] = []
  const ends = new Map(spans)
  for (let at = 0; at < width; at++) {
    const name = groups[at] ?? ''
    if (name === '') continue
    let end = ends.get(at) ?? at
    if (!spans) while (end + 1 < width && !groups[end + 1]) end++
    const group = { name, columns: Math.min(end, width - 1) - at + 1 }
    for (let place = at; place < at + group.columns; place++) covering[place] = group
  }
  return covering
}

function nameIn({ name: group, columns }: Group, name: string, width: number): string {
  const alone = detectColumn(name)?.path
  const withUnit = inUnitOf(group, name, alone)
  if (withUnit !== undefined) return withUnit
  const basis = basisIn(group)
  if (basis !== undefined) {
    const own = readColumnName(name)
    const isFree = own.per === undefined && own.perServing === undefined
    return isFree && alone !== undefined && isNutrition(alone) ? `${name} ${basis}` : name
  }
  // A heading over the entire table is its title.
  if (columns >= width) return name
  if (isOfCase(group)) return `${group} ${name}`
  const together = [`${name} ${group}`, `${group} ${name}`].find((one) => {
    const path = detectColumn(one)?.path
    return path !== undefined && path !== alone
  })
  return together ?? name
}

/** A heading of a measure without a unit, with the unit of its group: `Length (cm)` below `Dimensions (cm)`. */
function inUnitOf(group: string, name: string, path: string | undefined): string | undefined {
  const unit = readColumnName(group).unit ?? unitOf(group)?.code
  const field = fieldAt.get(path ?? '')
  if (unit === undefined || field?.quantities === undefined || readColumnName(name).unit !== undefined)
    return undefined
  const quantity = unitOf(unit)?.quantity
  return quantity !== undefined && field.quantities.has(quantity)
    ? `${name} (${unitSymbol(unit)})`
    : undefined
}
