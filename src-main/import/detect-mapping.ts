import type { ColumnMapping } from '../../src-shared/import/model.ts'
import { type Cell, cellText } from './cell.ts'
import { aliasOf } from './column-aliases.ts'
import { readColumnName } from './column-name.ts'
import { gtinPath, isNutrition } from './import-fields.ts'
import { usableGtin } from './usable-gtin.ts'

/** A column with what stands in it in the first rows. */
export interface SampledColumn {
  name: string
  samples: Cell[]
}

export interface Detected {
  path: string
  /** Of several columns for one field, the one with the lowest rank that has a value is taken. */
  rank: number
}

/** What a column's name alone says it is; undefined when it says nothing. */
export function detectColumn(name: string): Detected | undefined {
  const column = readColumnName(name)
  // A panel has one basis: what a column says is for a serving is left to the person.
  if (column.perServing) return undefined
  const alias = aliasOf(column.words)
  if (!alias) return undefined
  if (column.per && !isNutrition(alias.path)) return undefined
  const otherLanguage = column.language !== undefined && column.language !== 'en'
  return { path: alias.path, rank: alias.rank + (otherLanguage ? 100 : 0) }
}

/** How many of a column's values must be GTINs for it to count as one, when no name says so. */
const enough = 0.8

/**
 * Maps columns to fields by their names. Where no name means a GTIN, the column that holds GTINs is found by its
 * values.
 */
export function detectMapping(columns: SampledColumn[]): ColumnMapping {
  const mapping: ColumnMapping = {}
  for (const { name } of columns) {
    const detected = detectColumn(name)
    if (detected) mapping[name] = detected.path
  }
  if (!Object.values(mapping).includes(gtinPath)) {
    const column = columns.find(holdsGtins)
    if (column) mapping[column.name] = gtinPath
  }
  return mapping
}

function holdsGtins({ samples }: SampledColumn): boolean {
  const texts = samples.map(cellText).filter((text) => text !== '')
  const usable = texts.filter((text) => 'gtin' in usableGtin(text))
  return texts.length > 0 && usable.length / texts.length >= enough
}
