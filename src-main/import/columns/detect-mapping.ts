import type { ColumnMapping } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { wordsOf } from '../../../src-shared/values/fold.ts'
import { atItem, recordAndFeed } from '../../../src-shared/vocabulary/record-and-feed.ts'
import { type Cell, cellText } from '../source/cell.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import { readColumnName } from './column-name.ts'
import { bareCountry, contentColumns, nutritionColumns } from './column-names-of-content.ts'
import { productColumns } from './column-names-of-products.ts'
import {
  anyUnitPath,
  fieldAt,
  fieldOfFeed,
  gtinPath,
  isNutrition,
  namePath,
  sidePaths,
  targetFields,
  unitPath,
} from './import-fields.ts'

/** A column with what stands in it in the first rows. */
interface SampledColumn {
  name: string
  samples: Cell[]
}

interface Detected {
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

/** Columns that hold the name where no other does, the likeliest first. */
const descriptions = [
  'item description',
  'article description',
  'artikelbeschreibung',
  'trade item description',
  'functional name',
  'product description',
  'produktbeschreibung',
  'description',
  'beschreibung',
  'descripcion',
]

/** How many of a column's values must be GTINs for it to count as one, when no name says so. */
const enough = 0.8

/**
 * Maps columns to fields by their names. Where no name means a GTIN, the column that holds GTINs is found by its
 * values.
 */
export function detectMapping(columns: SampledColumn[]): ColumnMapping {
  const mapping: ColumnMapping = {}
  for (const column of columns) {
    const detected = detectColumn(column.name)
    if (detected && !(detected.path === gtinPath && wrongCheckDigits(column)))
      mapping[column.name] = detected.path
  }
  if (!Object.values(mapping).includes(namePath)) {
    const words = columns.map(({ name }) => readColumnName(name).words)
    const name = descriptions.find((one) => words.includes(one))
    const column = name === undefined ? undefined : columns[words.indexOf(name)]
    if (column) mapping[column.name] = namePath
  }
  const codes = columns.filter(({ name }) => mapping[name] === gtinPath)
  // Beside the code of the unit, the code of its case is that of another item.
  const ofUnits = codes.filter(({ name }) => !isOfCase(name))
  if (ofUnits.length > 0) for (const { name } of codes) if (isOfCase(name)) delete mapping[name]
  if (codes.length === 0) {
    const holding = columns.filter(holdsGtins)
    const column = holding.find(({ name }) => !isOfCase(name)) ?? holding[0]
    if (column) mapping[column.name] = gtinPath
  }
  return mapping
}

const ofCase = /\b(?:case|carton|inner|outer|pallet|shipper|master pack|karton|palette|caisse|caja|cartone)\b/
/** Whether a column is called as one with the codes of cases and pallets is. */
export const isOfCase = (name: string): boolean => ofCase.test(readColumnName(name).words)

/** Fewer wrong check digits are typing errors. */
const minWrong = 5
/** Codes of a column that are looked at. */
const maxCodes = 200

/**
 * The wrong check digits of a column whose codes are no GTINs, of all codes that can have one; undefined where most are
 * right, or too few are wrong to say.
 */
export function wrongCheckDigits({ samples }: SampledColumn): { wrong: number; of: number } | undefined {
  const verdicts = samples.slice(0, maxCodes).map((cell) => usableGtin(cellText(cell)))
  const wrong = verdicts.filter((verdict) => 'code' in verdict && verdict.code === 'GTIN_CHECK_DIGIT').length
  const right = verdicts.filter(
    (verdict) => 'gtin' in verdict || /^GTIN_(?:RESTRICTED|COUPON)$/.test(verdict.code),
  ).length
  return wrong >= minWrong && wrong > right ? { wrong, of: wrong + right } : undefined
}

/** Rows in which the names of columns are looked for, and cells of each. */
export const maxHeadingRows = 30
const maxHeadingCells = 300
const maxHeadingLength = 200

/**
 * Which of a table's first rows has the names of its columns: the first with the most cells that are called as fields
 * are. The very first where no other has more of them, and two at least.
 */
export function headingRow(rows: readonly (readonly string[])[]): number {
  const named = rows.slice(0, maxHeadingRows).map(countNamed)
  const most = Math.max(0, ...named)
  return most < 2 ? 0 : named.indexOf(most)
}

/** The number of cells of a row that are called as fields are. */
export const countNamed = (cells: readonly string[]): number =>
  cells.slice(0, maxHeadingCells).filter((cell) => cell.length <= maxHeadingLength && detectColumn(cell))
    .length

function holdsGtins({ samples }: SampledColumn): boolean {
  const texts = samples.map(cellText).filter((text) => text !== '')
  const usable = texts.filter((text) => 'gtin' in usableGtin(text))
  return texts.length > 0 && usable.length / texts.length >= enough
}

/**
 * The names columns go by in the files people have: exports of Open Food Facts, of shops and of spreadsheets, in the
 * commonest languages.
 */

const aliases: Record<string, string[]> = { ...productColumns, ...contentColumns, ...nutritionColumns }

interface Alias {
  path: string
  /** How likely the name is; 0 is likeliest. */
  rank: number
}

/** Prefixes that say which part of a product a column is about, and nothing else. */
const sections =
  /^(?:nutrition facts|nutritional|nahrwerte|nahrwert|valeurs nutritionnelles|informacion nutricional|nutrition|nutriments|nutrients|nutriscore data|item|article|product) /

/** The names above, then the vocabulary's own name of each element that has none there, then those of exported tables. */
function* allAliases(): Generator<[string, Alias]> {
  for (const [path, names] of Object.entries(aliases)) {
    for (const [rank, name] of names.entries()) yield [name, { path, rank }]
  }
  for (const { path } of targetFields) {
    const own = path.split('/').at(-1) ?? ''
    if (!aliases[path] && !own.startsWith('@') && own !== 'uom') yield [wordsOf(own), { path, rank: 0 }]
  }
  // As an exported table heads them.
  for (const { heading, feed } of recordAndFeed.columns(atItem)) {
    const path = feed === undefined ? undefined : fieldOfFeed(feed)?.path
    if (path !== undefined) yield [wordsOf(heading), { path, rank: 1 }]
  }
}

const byName = new Map<string, Alias>()
for (const [name, alias] of allAliases()) if (!byName.has(name)) byName.set(name, alias)

const ofSale =
  /^(?:countries|country of sale|countries of sale|countries where sold|sold in|sales country|target market|market|markets|verkaufslander|vertriebsland|pays de vente)(?: tags)?$/

/** What a person should know about what a column was taken for, or why it was not. */
export function remarkOn(words: string): string | undefined {
  if (bareCountry.includes(words))
    return say`Taken for the country of origin. If it says where the product is sold, leave it out.`
  return ofSale.test(words) ? say`Where a product is sold: an item has no field for it.` : undefined
}

/** What ends the name of a column that has nothing but the unit of another. */
const unitEnding =
  /(?:^| )(?:units?|uom|unit of measure|measure unit|einheit|masseinheit|unite|unidad|unita|eenheid)(?: code)?$/
/** What ends the name of a column that has the number, where another has its unit. */
const numberEnding = / (?:value|amount|measure)$/

/** The field a column's words name, if any. */
export function aliasOf(words: string): Alias | undefined {
  return fieldNamed(words) ?? unitNamed(words) ?? fieldNamed(words.replace(numberEnding, ''))
}

function unitNamed(words: string): Alias | undefined {
  const ending = unitEnding.exec(words)
  if (!ending) return undefined
  const of = words.slice(0, ending.index).replace(numberEnding, '')
  if (of === '' || of === 'measure') return { path: anyUnitPath, rank: 0 }
  if (/^(?:package )?(?:dimensions?|size l x w x h)$/.test(of))
    return { path: unitPath(sidePaths[0] ?? ''), rank: 0 }
  const field = fieldNamed(of)
  const path = field && unitPath(field.path)
  return path !== undefined && fieldAt.has(path) ? { path, rank: field?.rank ?? 0 } : undefined
}

function fieldNamed(words: string): Alias | undefined {
  const direct = byName.get(words)
  if (direct) return direct
  const short = byName.get(words.replace(sections, ''))
  if (!short) return undefined
  // "nutrition sugars" is a nutrient; "nutrition name" is no name.
  const isFood = /^nutri/.test(words)
  return isFood === isNutrition(short.path) ? { ...short, rank: short.rank + 1 } : undefined
}
