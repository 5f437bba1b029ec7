import { withoutIllegalCharacters } from '../../src-shared/vocabulary/kit/kit.ts'
import { type Cell, cellText, isRecord } from './cell.ts'
import type { ColumnName } from './column-name.ts'
import { readNumber } from './decimal-text.ts'
import type { Reading, TargetField } from './import-fields.ts'
import { readCategory, tagWords } from './read-category.ts'
import { readCountry } from './read-country.ts'
import { readMeasure } from './read-measure.ts'
import { readMedia } from './read-media.ts'
import { readEnergy, readNutrient, readServing } from './read-nutrient.ts'

const text = (cell: Cell): string => withoutIllegalCharacters(cellText(cell)).trim()
const nonEmpty = (value: string): string | undefined => (value === '' ? undefined : value)
const atLeastOne = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list)

const trimmedParts = (value: string, mark: RegExp): string[] => value.split(mark).map((part) => part.trim())

/** The entries of a list, or of a text with one on each line or between bars and semicolons. */
const texts = (cell: Cell): string[] =>
  (Array.isArray(cell) ? cell.map(text) : trimmedParts(text(cell), /[\n|;]/)).filter(Boolean)

/** A brand out of `brands` is the first of the list; a name under `brand` may have a comma in it. */
function brand(cell: Cell, { words }: ColumnName): string | undefined {
  if (Array.isArray(cell)) return texts(cell)[0]
  const name = text(cell).replace(/\s+/g, ' ')
  return nonEmpty(/s$/.test(words) ? (trimmedParts(name, /,/)[0] ?? '') : name)
}

function flag(cell: Cell): string | undefined {
  const value = text(cell)
  if (/^(?:y|yes|true|1|x|oui|ja|si|sí)$/i.test(value)) return 'Y'
  return /^(?:n|no|false|0|non|nein)$/i.test(value) ? 'N' : undefined
}

/** Texts by language, or one in the column's language. */
function languages(cell: Cell, { language = 'en' }: ColumnName): { lang: string; text: string }[] {
  const entries = isRecord(cell) ? Object.entries(cell) : [[language, cell] as const]
  return entries.map(([lang, value]) => ({ lang, text: text(value) })).filter((entry) => entry.text !== '')
}

/** Codes, or what certifies it in words: `en:orthodox-union-kosher`. A bare "no" is no code. */
function kosher(cell: Cell): string[] {
  const entries = Array.isArray(cell) ? cell.map(text) : trimmedParts(text(cell), /[,;|]/)
  return entries.filter((entry) => entry !== '' && !/^(?:n|no|false)$/i.test(entry)).map(tagWords)
}

/** What kind of item it is; what the service calls grocery is food elsewhere. */
const kind = (cell: Cell): string =>
  text(cell)
    .toLowerCase()
    .replace(/^food$/, 'grocery')

/** The whole number a text begins with: `1,200,000` and `1 200` are one number, `12 pieces` has one. */
function whole(value: string): string | undefined {
  const number = readNumber(/^\d+(?:[.,\s\u00A0\u202F]\d+)*/.exec(value)?.[0] ?? '')
  return number?.split('.')[0] ?? /^\d{1,18}/.exec(value)?.[0]
}

/** The value of each reading; undefined where the cell holds nothing the field can take. */
const readings = {
  text: (cell: Cell) => nonEmpty(text(cell)),
  gtin: (cell: Cell) => nonEmpty(text(cell)),
  manufacturer: (cell: Cell) => nonEmpty(text(cell).replace(/\s+/g, ' ')),
  brand,
  texts: (cell: Cell) => atLeastOne(texts(cell)),
  flag,
  kind: (cell: Cell) => nonEmpty(kind(cell)),
  whole: (cell: Cell) => whole(text(cell)),
  decimal: (cell: Cell) => readNumber(text(cell).replace(/%$/, '')),
  country: (cell: Cell) => readCountry(text(cell)),
  measure: (cell: Cell, column: ColumnName) => readMeasure(cell, column.unit),
  nutrient: (cell: Cell, column: ColumnName, nutrient: string) => readNutrient(cell, nutrient, column),
  energy: (cell: Cell, column: ColumnName) => readEnergy(cell, column),
  servings: (cell: Cell) => atLeastOne(readServing(cell)),
  media: (cell: Cell, column: ColumnName) => atLeastOne(readMedia(cell, column.words)),
  languages: (cell: Cell, column: ColumnName) => atLeastOne(languages(cell, column)),
  category: (cell: Cell) => readCategory(cell),
  kosher: (cell: Cell) => atLeastOne(kosher(cell)),
} satisfies Record<Reading, (cell: Cell, column: ColumnName, key: string) => unknown>

/** What each reading gives. */
export type ReadValue<R extends Reading> = NonNullable<ReturnType<(typeof readings)[R]>>

/** The value a cell has for a field, made from it leniently; undefined when there is none. */
export const readField = (field: TargetField, cell: Cell, column: ColumnName): unknown =>
  readings[field.reading](cell, column, field.steps.at(-1)?.key ?? '')
