import { readQuantity } from '../../../src-shared/values/quantity.ts'
import { labelledQuantity } from '../../../src-shared/values/quantity-label.ts'
import { readCountry } from '../../../src-shared/values/read-country.ts'
import { unitOf } from '../../../src-shared/values/units.ts'
import { facings, parseView } from '../../../src-shared/views.ts'
import type { IngestMedium } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { withoutIllegalCharacters } from '../../../src-shared/vocabulary/kit/kit.ts'
import { withoutEnd } from '../../../src-shared/vocabulary/kit/xml/characters.ts'
import type { ColumnName } from '../columns/column-name.ts'
import type { Reading, TargetField } from '../columns/import-fields.ts'
import {
  byLanguage,
  type Cell,
  cellText,
  fullText,
  isByLanguage,
  isEmpty,
  isRecord,
  openMembers,
  otherTexts,
} from '../source/cell.ts'
import { readCategories, tagWords } from './read-category.ts'
import { codeOf, readDimensions, readMeasure } from './read-measure.ts'
import { readEnergy, readNutrient, readServing } from './read-nutrient.ts'
import { kept, type Left, leftOut, ofList, type Readout, rewritten, together, without } from './readout.ts'

/**
 * Spaces, joiners, fillers and marks of the writing direction, which nobody sees at the ends of a text. Within a
 * text, only zero-width spaces are removed, because the others can affect the letters around them.
 */
const invisible = /[\s\x85\u2800\p{Cf}]|(?!\uFE0F)\p{DI}/u
const lowSurrogate = /[\uDC00-\uDFFF]/

/** A fast path: whether a unit is a printable ASCII character other than a space. */
const isPlain = (unit: number): boolean => unit > 0x20 && unit < 0x7f

function withoutInvisible(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)))
    return text.replace(/[\u200B\uFEFF]/g, '')
  let [start, end] = [0, text.length]
  for (;;) {
    const first = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (start >= end || !invisible.test(first)) break
    start += first.length
  }
  for (;;) {
    const last = text.slice(lowSurrogate.test(text.charAt(end - 1)) ? end - 2 : end - 1, end)
    if (end <= start || !invisible.test(last)) break
    end -= last.length
  }
  return text.slice(start, end).replace(/[\u200B\uFEFF]/g, '')
}

const clean = (cell: Cell): string =>
  withoutInvisible(withoutIllegalCharacters(cellText(cell)).replaceAll('\x7F', ''))

const parts = (value: string, mark: RegExp): string[] =>
  value
    .split(mark)
    .map((part) => part.trim())
    .filter(Boolean)

/** The entries of a list, or of a text split at line ends or the given separators. */
function entries(cell: Cell, marks: RegExp): Cell[] {
  if (Array.isArray(cell)) return cell.filter((entry) => !isEmpty(entry))
  return isRecord(cell) ? [cell] : parts(cellText(cell), marks)
}

const left = (code: Left['code'], texts: string[]): Left[] => texts.map((text) => ({ code, text }))

/** Reports the content of a cell that is not part of its text. */
const reportOthers = (cell: Cell): Left[] => left('PART_UNKNOWN', otherTexts(cell))

/** One text; from several languages, the English one, otherwise the first. */
function text(given: Cell): Readout<string> {
  const cell = byLanguage(given)
  if (isByLanguage(cell) && !isEmpty(cell)) return inOneLanguage(cell)
  const from = cellText(cell)
  const to = clean(cell)
  if (to === '') return leftOut('UNREADABLE', fullText(cell))
  if (Array.isArray(cell))
    return without(kept(to, cell.filter((entry) => !isEmpty(entry)).length), reportOthers(cell))
  return without(rewritten(to, from, to), reportOthers(cell))
}

function inOneLanguage(cell: { [key: string]: Cell }): Readout<string> {
  const all = Object.entries(cell).filter(([, value]) => !isEmpty(value))
  const [chosen = ''] = all.find(([language]) => /^en\b/.test(language)) ?? all[0] ?? []
  const readout = text(cell[chosen] ?? null)
  const others = all.filter(([language]) => language !== chosen)
  const isSame = (value: Cell) => clean(value).toLowerCase() === readout.value?.toLowerCase()
  return without(
    { ...readout, kept: readout.kept + others.filter(([, value]) => isSame(value)).length },
    left(
      'OTHER_LANGUAGE',
      others
        .filter(([, value]) => !isSame(value))
        .map(([language, value]) => `${language}: ${fullText(value)}`),
    ),
  )
}

/** A name; from a list, the first entry. */
function name(cell: Cell, marks?: RegExp): Readout<string> {
  const all = Array.isArray(cell) || marks ? entries(cell, marks ?? /\n/) : [cell]
  const [first = null, ...others] = all
  const readout = text(typeof first === 'string' ? first.replace(/\s+/g, ' ') : first)
  return without(readout, left('ONE_VALUE', others.map(fullText)))
}

/** A brand. From `brands`, the first entry of the list; a name under `brand` may contain a comma. */
const brand = (cell: Cell, { words }: ColumnName) => name(cell, /s$/.test(words) ? /,/ : undefined)

const texts = (cell: Cell): Readout<string[]> => together(entries(cell, /[\n|]/).map((entry) => text(entry)))

/** Words, initials and marks for yes and no, and the truth values of spreadsheets and databases. */
const yes =
  /^(?:y|yes|true|t|on|1|x|oui|o|vrai|v|ja|j|wahr|si|sí|sì|verdadero|vero|sim|verdadeiro|tak|prawda|ano|igen|da|да|так|ναι|áno|kyllä|evet|tosi|sant|sand|waar|истина|1\.0|是|有|有り|あり|はい|예|✓|✔|☑|✅)$/i
const no =
  /^(?:n|no|false|f|off|0|non|faux|nein|falsch|falso|não|nee|nie|fałsz|ne|nem|nu|нет|ні|όχι|nej|nei|ei|epätosi|falskt|falsk|onwaar|ложь|0\.0|nao|hayır|否|无|無|無し|なし|いいえ|아니오|✗|✘|❌)$/i

function flag(cell: Cell): Readout<'Y' | 'N'> {
  if (Array.isArray(cell)) return ofList(cell, flag)
  // An emoji variation selector follows some marks.
  const value = clean(cell)
    .normalize('NFC')
    .replace(/\uFE0F$/, '')
  if (yes.test(value)) return without(kept('Y'), reportOthers(cell))
  return no.test(value) ? without(kept('N'), reportOthers(cell)) : leftOut('NOT_YES_OR_NO', fullText(cell))
}

/** Texts by language, or a single text in the column's language. */
function languages(given: Cell, { language }: ColumnName): Readout<{ lang?: string; text: string }[]> {
  const cell = byLanguage(given)
  if (!isByLanguage(cell) || isEmpty(cell)) {
    const { value, ...account } = text(cell)
    return value === undefined ? account : { ...account, value: [inLanguage(language, value)] }
  }
  const all = Object.entries(cell).filter(([, value]) => !isEmpty(value))
  return together(
    all.map(([lang, value]) => {
      const { value: found, ...account } = text(value)
      return found === undefined ? account : { ...account, value: inLanguage(lang, found) }
    }),
  )
}
const inLanguage = (lang: string | undefined, text: string) => ({ lang, text })

export interface Kosher {
  codes: string[]
  /** Y or N, if the file states it explicitly. */
  flag?: 'Y' | 'N'
}

/** Words for a missing or unknown certificate, and texts without a letter or digit. */
const noWords = new Set(
  'not no non none nil without unknown uncertified pending expired applied tbd tbc maybe possibly partly nicht ohne unbekannt pas sans inconnu inconnue sin desconocido senza'.split(
    ' ',
  ),
)
const noBeginnings = ['kein', 'aucun', 'ningun', 'nessun']
function isNoCertifier(text: string): boolean {
  const [first] = /^\p{L}+/u.exec(text.toLowerCase()) ?? []
  if (first === undefined) return !/[\p{L}\p{N}]/u.test(text) || /^0+$/.test(text)
  // `Y/N` is a form that nobody filled in.
  const choices = text.split('/')
  if (choices.length > 1 && choices.every((choice) => yes.test(choice) || no.test(choice))) return true
  return noWords.has(first) || noBeginnings.some((beginning) => first.startsWith(beginning))
}

/** Codes, or the names of certifiers: `en:orthodox-union-kosher`. A bare yes or no is the flag. */
function kosher(cell: Cell): Readout<Kosher> {
  const all = entries(cell, /[,;|]/)
  const read = together(
    all.map((entry): Readout<{ code?: string; flag?: 'Y' | 'N' }> => {
      const word = clean(entry)
      // A single digit is a code.
      const stated = word.length === 1 && /\d/.test(word) ? undefined : flag(entry).value
      if (stated !== undefined) return without(kept({ flag: stated }), reportOthers(entry))
      if (word === '') return leftOut('UNREADABLE', fullText(entry))
      if (isNoCertifier(word)) return leftOut('NOT_YES_OR_NO', fullText(entry))
      return without(rewritten({ code: tagWords(word) }, word, tagWords(word)), reportOthers(entry))
    }),
  )
  const { value, ...account } = read
  if (value === undefined) return account
  const codes = value.flatMap(({ code }) => (code === undefined ? [] : [code]))
  const flags = new Set(value.flatMap(({ flag }) => flag ?? []))
  const [stated] = flags
  if (flags.size > 1 || (stated === 'N' && codes.length > 0)) return leftOut('NOT_YES_OR_NO', fullText(cell))
  return { ...account, value: { codes, flag: stated } }
}

/**
 * The kind of item. The service's term for food is grocery. Shops also call the kind of their product `Type`, so
 * other words under such a heading are left out.
 */
function kind(cell: Cell, { words }: ColumnName): Readout<string> {
  const read = text(cell)
  const word = read.value?.toLowerCase().replace(/^food$/, 'grocery')
  if (word === undefined || read.value === undefined) return read
  if (/(?:^| )type$/.test(words) && word !== 'grocery') return leftOut('UNREADABLE', fullText(cell))
  return without(rewritten(word, read.value, word), read.left)
}

/** An integer, with or without a unit of pieces: `1,200,000`, `1 200`, `12 pieces`. */
function whole(cell: Cell): Readout<string> {
  if (Array.isArray(cell)) return ofList(cell, whole)
  const value = clean(cell)
  const { measure = '', unit, count } = readQuantity(value) ?? {}
  const isCount = count === undefined && (unit === undefined || pieces.has(unit.code))
  if (!isCount || !/^\d{1,18}$/.test(measure)) return leftOut('NOT_A_NUMBER', fullText(cell))
  return without(rewritten(measure, unit ? measure : value, measure), reportOthers(cell))
}
const pieces = new Set(['EA', 'H87', 'C62'])

/** A decimal; for a percentage field, a percent sign is allowed. */
function decimal(cell: Cell, field: string): Readout<string> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => decimal(entry, field))
  const value = clean(cell)
  const { measure, unit, count } = readQuantity(value) ?? {}
  const isBare = unit === undefined || (unit.code === 'P1' && /percent|pct/i.test(field))
  if (measure === undefined || count !== undefined || !isBare) return leftOut('NOT_A_NUMBER', fullText(cell))
  return without(
    rewritten(measure, value.endsWith('%') ? value.slice(0, -1).trimEnd() : value, measure),
    reportOthers(cell),
  )
}

function country(cell: Cell): Readout<string> {
  const all = Array.isArray(cell) ? entries(cell, /\n/) : [cell]
  const [only] = all
  const stated = clean(all.length === 1 && only !== undefined ? only : cell)
  const code = all.length === 1 ? readCountry(stated) : undefined
  return code === undefined
    ? leftOut('NOT_A_COUNTRY', fullText(cell))
    : without(rewritten(code, stated.toUpperCase() === code ? code : stated, code), reportOthers(cell))
}

function unit(cell: Cell): Readout<string> {
  if (Array.isArray(cell)) return ofList(cell, unit)
  const value = clean(cell)
  const code = codeOf(value)
  return code === undefined
    ? leftOut('UNIT_UNKNOWN', fullText(cell))
    : without(kept(code), reportOthers(cell))
}

/** A net weight in a column of gross weights is left out. */
const measure = (cell: Cell, { unit }: ColumnName, key: string): ReturnType<typeof readMeasure> =>
  key === 'weight' && labelledQuantity(cellText(cell))?.isNet
    ? leftOut('NOT_A_NUMBER', fullText(cell))
    : readMeasure(cell, unit)

/** A product code; from several lines, the first. */
const code = (cell: Cell): Readout<string> => ofList(entries(cell, /\n/), text)

/**
 * The conversion functions. A result without a value means that the cell has no valid value for the field.
 */
const readings = {
  text: (cell: Cell) => text(cell),
  gtin: code,
  manufacturer: (cell: Cell) => name(cell),
  distributor: (cell: Cell) => name(cell),
  brand,
  texts,
  flag,
  kind,
  whole,
  decimal: (cell: Cell, _column: ColumnName, field: string) => decimal(cell, field),
  country,
  unit,
  measure: (cell: Cell, column: ColumnName, key: string) => measure(cell, column, key),
  dimensions: (cell: Cell, column: ColumnName) => readDimensions(cell, column.unit),
  nutrient: (cell: Cell, column: ColumnName, nutrient: string) => readNutrient(cell, nutrient, column),
  energy: (cell: Cell, column: ColumnName) => readEnergy(cell, column),
  servings: (cell: Cell, column: ColumnName) => readServing(cell, column.unit),
  media: (cell: Cell, column: ColumnName) => readMedia(cell, column.words),
  languages,
  category: (cell: Cell, { words }: ColumnName) => readCategories(cell, words),
  kosher,
} satisfies Record<Reading, (cell: Cell, column: ColumnName, key: string) => Readout<unknown>>

/** Type of the converted value. */
export type ReadValue<R extends Reading> = NonNullable<ReturnType<(typeof readings)[R]>['value']>

/**
 * Converts a non-empty cell to the value of a field, leniently, and reports the result of each of its values.
 */
export function readField(field: TargetField, cell: Cell, column: ColumnName): Readout<unknown> {
  const read: Readout<unknown> = readings[field.reading](cell, column, field.steps.at(-1)?.key ?? '')
  return hasFittingUnits(field, read.value) ? read : leftOut('UNIT_UNFIT', fullText(cell))
}

/** Whether the units of a value measure what the field measures. Unlisted units may measure anything. */
function hasFittingUnits({ reading, quantities }: TargetField, value: unknown): boolean {
  if (!quantities || value === undefined) return true
  return unitsIn(reading, value).every((code) => {
    const unit = unitOf(code ?? '')
    return unit === undefined || quantities.has(unit.quantity)
  })
}

function unitsIn(reading: Reading, value: unknown): (string | undefined)[] {
  if (reading === 'measure') return [(value as ReadValue<'measure'>).measure.uom]
  if (reading === 'nutrient') return [(value as ReadValue<'nutrient'>).uom]
  return reading === 'dimensions' ? (value as ReadValue<'dimensions'>).map(({ uom }) => uom) : []
}

const facingOf = new Map(Object.entries(facings).map(([code, word]) => [word, code]))

/**
 * The GS1 view code for a view name: `front` is `A1C1`. A GS1 code is returned as it is, and so is a word
 * without a code (`nutrition`, `ingredients`).
 */
function viewCodeOf(view: string): string {
  const word = view.trim().toLowerCase()
  const facing = facingOf.get(word)
  if (facing !== undefined) return `A${facing}C1`
  return parseView(word) ? word.toUpperCase() : word
}

const viewWords = /\b(front|left|right|back|top|bottom|ingredients|nutrition|packaging)\b/

/** Headings of pictures that are not the main one, or whose view only their file names state. */
const furtherPictures = /^(?:additional|further|other) |^referenced file header$|(?:[2-9]|\d\d)(?: |$)/

/**
 * Pictures with web addresses. The view is taken from the entry, otherwise from the column; the first picture
 * of a cell is the main one, which shows the front. Other pictures have no view.
 */
function readMedia(cell: Cell, columnWords: string): Readout<IngestMedium[]> {
  const named = viewWords.exec(columnWords)?.[1]
  const first = furtherPictures.test(columnWords) ? undefined : 'front'
  const all = entriesOf(cell).filter((entry) => !isEmpty(entry))
  return together(all.map((entry, index) => readEntry(entry, named ?? (index === 0 ? first : undefined))))
}

function entriesOf(cell: Cell): Cell[] {
  if (Array.isArray(cell)) return cell
  if (isRecord(cell)) return [cell]
  return cellText(cell)
    .split(/(?<=[\s|;,])(?=https?:)/i)
    .map((part) => withoutEnd(part, ' \t\r\n\u00A0|;,'))
}

function readEntry(entry: Cell, columnView: string | undefined): Readout<IngestMedium> {
  const members = isRecord(entry) ? openMembers(entry) : undefined
  const url = members ? members.text('url', 'src', 'href') : cellText(entry)
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) return leftOut('NOT_AN_ADDRESS', fullText(entry))
  const named = members?.text('view', 'type') ?? ''
  const inName = /_([A-E]\d[CLRN][0-9A-P])[._]/i.exec(url)?.[1]
  const view = named || inName || columnView
  return without(
    kept({ ...(view !== undefined && { view: viewCodeOf(view) }), url }),
    (members?.rest() ?? otherTexts(entry)).map((text) => ({ code: 'PART_UNKNOWN', text })),
  )
}
