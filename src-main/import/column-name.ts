import { unitOf } from '../../src-shared/units.ts'

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
const languages = 'en|fr|de|es|it|nl|pt|pl|sv|da|fi|no|nb|cs|sk|sl|hr|ro|hu|el|tr|bg|ru|uk|ar|zh|ja|ko'
/** `name_fr`, `name:fr`, `name (FR)`, `name_fr-CA`. */
const languageWord = new RegExp(`(?:[\\s_:.@-](${languages})|[([](${languages})[)\\]])$`)
const languageAndCountry = new RegExp(`[\\s_:.@([-]((?:${languages})[-_][A-Z]{2})[)\\]]?$`)
const capitalLanguage = new RegExp(
  languageWord.source.replace(/[a-z]{2}(?=[|)])/g, (code) => code.toUpperCase()),
)
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
    rest = rest
      .slice(0, match.index)
      .replace(/[\s_:.@-]$/, '')
      .trimEnd()
    return (
      match
        .slice(1)
        .find((group) => group !== undefined)
        ?.trim() ?? ''
    )
  }
  const volume = take(per100)
  if (volume !== undefined)
    column.per = { measure: '100', uom: volume.toLowerCase() === 'ml' ? 'MLT' : 'GRM' }
  else if (!/serving/i.test(rest.slice(0, 9)) && take(perServing) !== undefined) column.perServing = true
  const unit = unitOf(bracketed.exec(rest)?.[1]?.trim() ?? '') ? take(bracketed) : take(unitWord)
  const code = unit === undefined ? undefined : unitOf(unit)?.code
  if (code !== undefined) column.unit = code
  const isNumber = /no$/i.test(rest) && numbered.test(rest.slice(0, -2).replace(/[\s_.:-]+$/, ''))
  const language = isNumber
    ? undefined
    : (take(languageAndCountry) ??
      take(languageWord) ??
      (/[a-z]/.test(rest) ? take(capitalLanguage) : undefined))
  if (language !== undefined) column.language = tagOf(language)
  column.words = wordsOf(rest)
  return column
}

/** `fr` or `fr-CA`. */
const tagOf = (language: string): string => {
  const [first = '', country] = language.split(/[-_]/)
  return country === undefined ? first.toLowerCase() : `${first.toLowerCase()}-${country.toUpperCase()}`
}

/** `totalFat`, `total_fat` and `Total-Fat` are the same words. */
export const wordsOf = (text: string): string =>
  text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
