import { wordsOf } from '../../../src-shared/fold.ts'
import { unitOf } from '../../../src-shared/units.ts'
import { withoutEnd } from '../../../src-shared/vocabulary/kit/xml/characters.ts'

/** What the name of a column says. */
export interface ColumnName {
  /** Lower-case words, e.g. `total fat` of `nutrition.totalFat_100g`; without the unit, basis and language. */
  words: string
  /** Code of the unit its values are in, when the name says so: `Weight (g)`, `sodium_mg`. */
  unit?: string
  /** Values are for 100 g or 100 ml: `fat_100g`. */
  per?: { measure: string; uom: string }
  /** Values are for a serving: `fat_serving`. */
  perServing?: true
  /** `product_name_fr`. */
  language?: string
}

/** What stands behind so many characters is not read: no column is called that. */
const longestName = 200

const per100 = /[\s_.(-]+(?:per|pro|pour|je)?[\s_]*100[\s_]*(g|ml)\)?$/i
const perServing = /[\s_.(-]+(?:per[\s_]+)?(?:serving|portion)\)?$/i
const bracketed = /[([]([^()[\]]+)[)\]]$/
/** Units that are written as a last word; others would be mistaken for words, such as `in`. */
const unitWord = /[\s_.-]+(g|mg|ug|mcg|µg|kg|kcal|kj|oz|lb|ml|cl|cm|mm|iu)$/i
const languages = new Set(
  'en fr de es it nl pt pl sv da fi no nb cs sk sl hr ro hu el tr bg ru uk ar zh ja ko'.split(' '),
)
/** `name_fr`, `name:fr`, `name (FR)`, `name_fr-CA`. */
const languageWord = /[\s_:.@([-]([A-Za-z]{2})(?:[-_]([A-Z]{2}))?[)\]]?$/
const separators = ' _:.@-'
/** Behind these, `no` is a number and no language. */
const numbered =
  /(?:item|article|art|product|part|style|model|ref|lot|batch|order|code|serial|upc|ean|gtin|sku)$/i

/** Takes a column's name apart. */
export function readColumnName(name: string): ColumnName {
  let rest = name.slice(0, longestName).normalize('NFKC').replace(/\s+/g, ' ').trim()
  const column: ColumnName = { words: '' }
  const take = (pattern: RegExp): string | undefined => {
    const match = pattern.exec(rest)
    if (!match || match.index === 0) return undefined
    rest = rest.slice(0, match.index).trimEnd()
    return (match[1] ?? '').trim()
  }
  const volume = take(per100)
  if (volume !== undefined)
    column.per = { measure: '100', uom: volume.toLowerCase() === 'ml' ? 'MLT' : 'GRM' }
  else if (!/serving/i.test(rest.slice(0, 9)) && take(perServing) !== undefined) column.perServing = true
  const unit = unitOf(bracketed.exec(rest)?.[1]?.trim() ?? '') ? take(bracketed) : take(unitWord)
  const code = unit === undefined ? undefined : unitOf(unit)?.code
  if (code !== undefined) column.unit = code
  const language = languageOf(rest)
  if (language) {
    column.language = language.tag
    rest = language.before
  }
  column.words = wordsOf(rest)
  return column
}

/** The language at the end of a name, as `fr` or `fr-CA`; in capitals only where the name is not. */
function languageOf(name: string): { before: string; tag: string } | undefined {
  const match = languageWord.exec(name)
  const [, word = '', country] = match ?? []
  const code = word.toLowerCase()
  if (!match || match.index === 0 || !languages.has(code)) return undefined
  const before = withoutEnd(name.slice(0, match.index), separators)
  const isCapital = word === word.toUpperCase() && /[a-z]/.test(before)
  if (word !== code && !isCapital) return undefined
  if (code === 'no' && country === undefined && numbered.test(before)) return undefined
  return { before, tag: country === undefined ? code : `${code}-${country}` }
}
