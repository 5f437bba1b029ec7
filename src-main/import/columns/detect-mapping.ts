import type { ColumnMapping } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { wordsOf } from '../../../src-shared/values/fold.ts'
import { unitOf } from '../../../src-shared/values/units.ts'
import { nutritionColumns as exportedNutrition } from '../../../src-shared/vocabulary/nutrition-columns.ts'
import { atItem, recordAndFeed } from '../../../src-shared/vocabulary/record-and-feed.ts'
import { type Cell, cellText } from '../source/cell.ts'
import { calorieWords, saltWords } from '../values/read-nutrient.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import { cachedByName } from './cached-by-name.ts'
import { type ColumnName, readColumnName } from './column-name.ts'
import { columnsAbroad } from './column-names-abroad.ts'
import { bareCountry, contentColumns } from './column-names-of-content.ts'
import { nutritionColumns } from './column-names-of-nutrition.ts'
import { productColumns } from './column-names-of-products.ts'
import {
  anyUnitPath,
  fieldAt,
  fieldOfFeed,
  gtinPath,
  isNutrition,
  namePath,
  nutrientPath,
  sidePaths,
  targetFields,
  unitPath,
} from './import-fields.ts'

/** A column with its cells from the first rows. */
interface SampledColumn {
  name: string
  samples: Cell[]
}

interface Detected {
  path: string
  /** If several columns map to one field, the column with the lowest rank that has a value is used. */
  rank: number
}

/** The field that a heading means; undefined if the heading is unknown. */
export const detectColumn = cachedByName(fieldOfHeading)

function fieldOfHeading(name: string): Detected | undefined {
  const column = readColumnName(name)
  // A nutrition panel has one basis, so columns per serving are left for the user to map.
  if (column.perServing) return undefined
  const alias = aliasOf(column.words) ?? aliasOfParts(name, column)
  if (!alias) return undefined
  // In Italian salt; in English a sale.
  if (column.words === 'sale' && column.unit === undefined) return undefined
  if (column.per && !isNutrition(alias.path)) return undefined
  const isOtherLanguage = column.language !== undefined && column.language !== 'en'
  const rank = alias.rank + (isOtherLanguage ? 100 : 0) + (isConvertedEnergy(alias.path, column) ? 100 : 0)
  return { path: alias.path, rank }
}

/** Whether a column has energy in another unit than kilocalories, which another column may state exactly. */
const isConvertedEnergy = (path: string, { unit, words }: ColumnName): boolean =>
  path === nutrientPath('energy') && unit !== 'E14' && !calorieWords.test(words)

/** Headings that are used as the name if no other column is the name, the most likely first. */
const descriptions = [
  'legal name',
  'regulated product name',
  'name of product',
  'name of food',
  'name of the product',
  'full name',
  'display name',
  'artikelbezeichnung 1',
  'bezeichnung 1',
  'bezeichnung1',
  'artikeltext',
  'artikelkurztext',
  'kurzbezeichnung',
  'kurztext',
  'materialkurztext',
  'material description',
  'description 1',
  'item description',
  'article description',
  'descrizione',
  'descrizione prodotto',
  'omschrijving',
  'productomschrijving',
  'artikelbeschreibung',
  'trade item description',
  'functional name',
  'product description',
  'produktbeschreibung',
  'description',
  'beschreibung',
  'descripcion',
]

/** Share of a column's values that must be GTINs to detect it as the GTIN column by its values. */
const minGtinShare = 0.8

/**
 * Maps columns to fields by their headings. If no heading means GTIN, the GTIN column is detected by its
 * values.
 */
export function detectMapping(columns: SampledColumn[]): ColumnMapping {
  const mapping: ColumnMapping = {}
  for (const column of columns) {
    const detected = detectColumn(column.name)
    if (detected && !(detected.path === gtinPath && wrongCheckDigits(column)))
      mapping[column.name] = detected.path
  }
  // Amazon counts grams and fluid ounces too: `unit_count_type` names what `unit_count` counts.
  const wordsOfAll = new Map(columns.map(({ name }) => [readColumnName(name).words, name]))
  const counted = wordsOfAll.has('unit count type') ? wordsOfAll.get('unit count') : undefined
  if (counted !== undefined) delete mapping[counted]
  if (!Object.values(mapping).includes(namePath)) {
    const words = columns.map(({ name }) => readColumnName(name).words)
    const name = descriptions.find((one) => words.includes(one))
    const column = name === undefined ? undefined : columns[words.indexOf(name)]
    if (column) mapping[column.name] = namePath
  }
  const codes = columns.filter(({ name }) => mapping[name] === gtinPath)
  const ofUnits = codes.filter((column) => !hasCodesOfCases(column))
  // If the file has the code of the unit too, the code of the case belongs to a different item.
  for (const column of codes) {
    const isUnneeded = isOfCase(column.name) ? ofUnits.length > 0 : ofUnits.some(holdsGtins)
    if (isUnneeded && !ofUnits.includes(column)) delete mapping[column.name]
  }
  if (codes.every(({ name }) => isOfCase(name))) {
    const holding = columns.filter((column) => mapping[column.name] === undefined && holdsGtins(column))
    const units = holding.filter((column) => !hasCodesOfCases(column))
    const column = units.find(({ name }) => isOfUnit(name)) ?? units[0]
    const found = column ?? (codes.length === 0 ? holding[0] : undefined)
    if (column) for (const { name } of codes) delete mapping[name]
    if (found) mapping[found.name] = gtinPath
  }
  return mapping
}

const ofCase =
  /\b(?:case|cases|carton|inner|outer|pallet|shipper|shipping unit|master(?! data)|parent|trade unit|display|dun|itf|scc|sscc|tu|karton|umkarton|palette|gebinde|umverpackung|ve|vpe|versandeinheit|handelseinheit|caisse|colis|caja|bulto|cartone|collo|imballo|doos|omdoos|overdoos)\b/
/** Whether a heading means the codes of cases or pallets. */
export const isOfCase = (name: string): boolean => ofCase.test(readColumnName(name).words)
const unitBeginnings =
  'each unit item piece consumer retail base bu cu stuck stueck einzel einheit verbraucher artikel unite uvc unidad pieza pezzo unita stuk consument'.split(
    ' ',
  )
/** Whether a heading means the codes of single units. */
const isOfUnit = (name: string): boolean =>
  readColumnName(name)
    .words.split(' ')
    .some((word) => unitBeginnings.some((beginning) => word.startsWith(beginning)))

/**
 * Whether a column has the codes of cases: by its heading, or because its GTIN-14s start with 1 to 8, as only
 * those of cases do.
 */
function hasCodesOfCases({ name, samples }: SampledColumn): boolean {
  if (isOfCase(name)) return true
  const texts = samples.map(cellText).filter((text) => text !== '')
  const cases = texts.filter((text) => {
    const verdict = usableGtin(text)
    return 'gtin' in verdict && /^[1-8]\d{13}$/.test(verdict.gtin)
  })
  return cases.length > 0 && cases.length / texts.length >= minGtinShare
}

/** Fewer wrong check digits than this are treated as typing errors. */
const minWrong = 5
/** Codes checked per column. */
const maxCodes = 200

/**
 * Number of wrong check digits in a column, and the number of codes checked. Undefined if most codes are
 * valid or fewer than `minWrong` are wrong.
 */
export function wrongCheckDigits({ samples }: SampledColumn): { wrong: number; of: number } | undefined {
  const verdicts = samples.slice(0, maxCodes).map((cell) => usableGtin(cellText(cell)))
  const wrong = verdicts.filter((verdict) => 'code' in verdict && verdict.code === 'GTIN_CHECK_DIGIT').length
  const right = verdicts.filter(
    (verdict) => 'gtin' in verdict || /^GTIN_(?:RESTRICTED|COUPON)$/.test(verdict.code),
  ).length
  return wrong >= minWrong && wrong > right ? { wrong, of: wrong + right } : undefined
}

/** Rows that are searched for the headings. */
export const maxHeadingRows = 30
const maxHeadingCells = 300
const maxHeadingLength = 200

/**
 * Index of the heading row: the first row with the most cells that name a field. Returns 0 if no row has at
 * least two.
 */
export function headingRow(rows: readonly (readonly string[])[]): number {
  const named = rows.slice(0, maxHeadingRows).map(countNamed)
  const most = Math.max(0, ...named)
  return most < 2 ? 0 : named.indexOf(most)
}

/** Number of cells in a row that name a field. */
export const countNamed = (cells: readonly string[]): number =>
  cells.slice(0, maxHeadingCells).filter((cell) => cell.length <= maxHeadingLength && detectColumn(cell))
    .length

function holdsGtins({ samples }: SampledColumn): boolean {
  const texts = samples.map(cellText).filter((text) => text !== '')
  const usable = texts.filter((text) => 'gtin' in usableGtin(text))
  return texts.length > 0 && usable.length / texts.length >= minGtinShare
}

/**
 * Headings used in common files: exports of Open Food Facts, of shops and of spreadsheets, in the most common
 * languages.
 */

const aliases: Record<string, string[]> = { ...productColumns, ...contentColumns, ...nutritionColumns }

interface Alias {
  path: string
  /** Position in the list of headings; 0 is the most likely. */
  rank: number
}

/** Prefixes that only name the section of a product. */
const sections =
  /^(?:nutrition facts|nutritional|nahrwerte|nahrwert|valeurs nutritionnelles|informacion nutricional|nutrition|nutriments|dimensions|nutrients|nutriscore data|item|article|product) /

/**
 * All headings: the lists above, then the element names of the vocabulary that have no list, then the
 * headings of exported tables.
 */
function* allAliases(): Generator<[string, Alias]> {
  for (const [path, names] of Object.entries(aliases)) {
    for (const [rank, name] of names.entries()) yield [name, { path, rank }]
  }
  for (const [path, names] of Object.entries(columnsAbroad)) {
    const before = aliases[path]?.length ?? 0
    for (const [rank, name] of names.entries()) yield [name, { path, rank: before + rank }]
  }
  for (const { path } of targetFields) {
    const own = path.split('/').at(-1) ?? ''
    if (!aliases[path] && !own.startsWith('@') && own !== 'uom') yield [wordsOf(own), { path, rank: 0 }]
  }
  // Headings of exported tables.
  for (const { heading, feed } of recordAndFeed.columns(atItem)) {
    const path = feed === undefined ? undefined : fieldOfFeed(feed)?.path
    if (path !== undefined) yield [wordsOf(heading), { path, rank: 1 }]
  }
  for (const { heading, feed = '' } of exportedNutrition)
    yield [readColumnName(heading).words, { path: feed, rank: 1 }]
}

const byName = new Map<string, Alias>()
for (const [name, alias] of allAliases()) if (!byName.has(name)) byName.set(name, alias)

const ofSale =
  /^(?:countries|country of sale|countries of sale|countries where sold|sold in|sales country|target market|market|markets|verkaufslander|vertriebsland|pays de vente)(?: tags)?$/

/** A remark on how a heading was interpreted, or why it was ignored. */
export function remarkOn(words: string): string | undefined {
  if (bareCountry.includes(words))
    return say`Used as the country of origin. If it is the country of sale, do not import this column.`
  return ofSale.test(words) ? say`Country of sale: items have no such field.` : undefined
}

/** Suffix of a heading whose column contains only the unit of another column. */
const unitEnding =
  /(?:^| )(?:units?|uom|unit of measure|measure unit|measurement unit|einheit|masseinheit|unite|unidad|unita|eenheid)(?: code)?$/
/** Suffix of a heading whose column contains the number, while another column contains the unit. */
const numberEnding = / (?:value|amount|measure)$/

/** The field that the words of a heading name, if any. */
export function aliasOf(words: string): Alias | undefined {
  return (
    fieldNamed(words) ?? unitNamed(words) ?? fieldNamed(words.replace(numberEnding, '')) ?? shareNamed(words)
  )
}

/** Words of headings for the share of the daily value (FDA). The reference intakes of the EU are others. */
const shareWords =
  /^(?:percent )?(?:dv|daily value)(?: percent)?(?: of| for)? | (?:percent )?(?:dv|daily value|daily percent|percent daily value)(?: percent)?$/

/** The field for the share of the daily value of a nutrient: `Iron (% DV)`. */
function shareNamed(words: string): Alias | undefined {
  const nutrient = fieldNamed(words.replace(shareWords, ''))
  const [, name = ''] = /\/nutrition\/([A-Za-z0-9]+)$/.exec(nutrient?.path ?? '') ?? []
  const path = nutrientPath(`dailyPercentOf${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  return shareWords.test(words) && fieldAt.has(path) ? { path, rank: 0 } : undefined
}

/** Separators of a heading in several languages: `Marke / Brand`, `Marke (Brand)`, or one language in each line. */
const betweenParts = /[/|;()[\]\r\n]|\s[-–]\s/
const maxParts = 5

/** The field of a heading whose parts all name the same field, in several languages. */
function aliasOfParts(name: string, { words }: ColumnName): Alias | undefined {
  const pieces = name
    .slice(0, maxHeadingLength)
    .split(betweenParts)
    .filter((piece) => piece.trim() !== '')
  if (pieces.length > 2 * maxParts) return undefined
  const parts = pieces
    .map((part) => readColumnName(part))
    .filter((part) => part.words !== '' && unitOf(part.words) === undefined)
  if (parts.length < 2 || parts.length > maxParts) return undefined
  const [first, ...others] = parts.map((part) => aliasOf(part.words))
  if (!first || others.some((other) => other?.path !== first.path)) return undefined
  // Salt is not sodium.
  const isSalt = saltWords.test(words)
  return parts.every((part) => saltWords.test(part.words) === isSalt) ? first : undefined
}

/** The same before the name of the other column: `Unit of weight`, `Einheit Gewicht`. */
const unitBeginning =
  /^(?:(?:units?|uom|unit of measure) (?:of|for) (?:the )?|(?:mass)?einheit (?:des |der )?|(?:unite|unidad|unita|eenheid|jednostka|enhet) (?:de mesure |de medida |di misura )?(?:de la |de |du |del |di |van |pour )?)/
/** `Gewichtseinheit` */
const unitInWord = /^(gewicht|lange|breite|hohe|inhalt|fullmengen|langen|mengen)s?einheit(?: |$)/

/** The words of the column whose unit another column has, and '' for all; undefined for other headings. */
function unitOwner(words: string): string | undefined {
  const ending = unitEnding.exec(words)
  if (ending) return words.slice(0, ending.index).replace(numberEnding, '')
  const [beginning] = unitBeginning.exec(words) ?? []
  if (beginning !== undefined) return words.slice(beginning.length)
  const [, word] = unitInWord.exec(words) ?? []
  return word === 'mengen' ? '' : word === 'langen' ? 'dimensions' : word
}

function unitNamed(words: string): Alias | undefined {
  const of = unitOwner(words)
  if (of === undefined) return undefined
  if (of === '' || of === 'measure') return { path: anyUnitPath, rank: 0 }
  if (/^(?:package )?(?:dimensions?|size l x w x h)$/.test(of))
    return { path: unitPath(sidePaths[0] ?? ''), rank: 0 }
  const field = fieldNamed(of)
  // `Unit of sale` is not the unit of salt.
  const isUnit = unitEnding.test(words) || field?.path.startsWith('packageData/') === true
  const path = field && isUnit ? unitPath(field.path) : undefined
  return path !== undefined && fieldAt.has(path) ? { path, rank: field?.rank ?? 0 } : undefined
}

/** Words around the name of a nutrient that do not distinguish it: `of which sugars`, `salt content`. */
const aroundNutrient =
  /^(?:of which|thereof|davon|darunter|dont|di cui|waarvan|de los cuales|de las cuales) | (?:content|gehalt)$/g

function fieldNamed(words: string): Alias | undefined {
  const direct = byName.get(words)
  if (direct) return direct
  const nutrient = byName.get(words.replace(aroundNutrient, '').replace(/^(vitamin [a-z]) (\d)/, '$1$2'))
  if (nutrient && isNutrition(nutrient.path)) return { ...nutrient, rank: nutrient.rank + 1 }
  // `Image 2`, `Image 2 URL`
  const picture = byName.get(words.replace(/(?<=\D) ?\d{1,2}(?= |$)/, ''))
  if (picture?.path === 'media/medium') return { ...picture, rank: picture.rank + 1 }
  const short = byName.get(words.replace(sections, ''))
  if (!short) return undefined
  // "nutrition sugars" is a nutrient; "nutrition name" is not a name.
  const isFood = /^nutri/.test(words)
  return isFood === isNutrition(short.path) ? { ...short, rank: short.rank + 1 } : undefined
}
