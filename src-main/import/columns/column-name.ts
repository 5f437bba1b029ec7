import { wordsOf } from '../../../src-shared/values/fold.ts'
import { readLanguage } from '../../../src-shared/values/read-language.ts'
import { type Unit, unitOf } from '../../../src-shared/values/units.ts'
import { withoutEnd } from '../../../src-shared/vocabulary/kit/xml/characters.ts'
import { cachedByName } from './cached-by-name.ts'

/** Result of parsing a column heading. */
export interface ColumnName {
  /**
   * Words in lower case, e.g. `total fat` for `nutrition.totalFat_100g`; without the unit, basis and
   * language.
   */
  words: string
  /** Code of the unit, if the heading names one: `Weight (g)`, `sodium_mg`. */
  unit?: string
  /** Set if the values are per 100 g or per 100 ml: `fat_100g`. */
  per?: { measure: string; uom: string }
  /**
   * Set for headings of Open Food Facts (`sodium_100g`), whose amounts without a unit are grams, and
   * kilojoules for energy.
   */
  isOpenFoodFacts?: true
  /** Set if the values are per serving: `fat_serving`. */
  perServing?: true
  /** Language code, as in `product_name_fr`. */
  language?: string
}

/** Longest heading that is parsed, in characters; the rest is ignored. */
const maxName = 200

/** Word before the number or unit, in English, German, French, Spanish and Italian. */
const perWord = '(?:per|pro|pour|je|par|por|auf|für|cada|por cada|in)'
const per100 = new RegExp(
  `[\\s_.,(\\[/-]+(?:${perWord}[\\s_]*)?100[\\s_]*(g|ml|gr|gramm?|gramos|grammes)[)\\]]?$`,
  'i',
)
const openFoodFacts = /^[\w.-]*_100(?:g|ml)$/
const perServing = /[\s_.(/-]+(?:(?:per|pro|par|por|je)[\s_]+)?(?:serving|portion|porción|ración)\)?$/i
const bracketed = /[([](?:in |en |em |w |v |i )?([^()[\]]+)[)\]]$/i
/** Units recognized as the last word. Other units, such as `in`, would be confused with words. */
const unitWord =
  /[\s_.([-]+((?:mcg|µg|ug)[\s_]rae?|mg[\s_](?:ne|(?:α|a|alpha)-te)|g|mg|ug|mcg|µg|kg|kcal|kj|oz|lbs?|ml|cl|dl|cm|mm|iu|gram(?:s|m|os|mes)?|kilograms|ounces|pounds|lit(?:er|re)s?|(?:milli|centi)(?:lit|met)(?:er|re)s?|inches)\.?$/i
/** A unit separated from the name: `Height in cm`, `Tiefe/mm`, `Weight, g`. */
const separatedUnit = /(?:\s(?:in|en|em|w|v|i)\s|\s?[/,;|]\s?)([\p{L}µ%]{1,20}(?:\.? ?oz)?)\.?$/iu
/** A remark of a template in brackets: whether the column is required, and which values it accepts. */
const remarkInBrackets =
  /\s?[([{<]\s*(?:(?:req|oblig|pflicht|oc|[oc])\.?|(?:max|min|up to|bis zu|limit|jusqu'à|hasta)\b[^()[\]{}<>]{0,60}|\d{1,6}\s?(?:char(?:acter)?s?|zeichen|caract[eè]res|caracteres|digits|stellen|chiffres|d[ií]gitos)?\b\.?|\d{1,6}\s?char(?:acter)?s?\.? max\.?|as (?:on|it|shown|printed|stated|per)\b[^()[\]{}<>]{0,60}|iso(?:[ -]?3166(?:[ -]?1)?)?(?:[ -]?(?:alpha[ -]?[23]|code|2|3))?|yes\s?[/|]\s?no|y\s?[/|]\s?n|ja\s?[/|]\s?nein|oui\s?[/|]\s?non|s[ií]\s?[/|]\s?no|text|number|numeric|integer|decimal|string|free text|if applicable|falls vorhanden|e\.?g\.?[^()[\]{}<>]{0,60}|z\.\s?b\.[^()[\]{}<>]{0,60}|see [^()[\]{}<>]{0,60})\s*[)\]}>]/giu
/** Words in brackets, and those among them for a required or optional column. */
const inBrackets = /\s?[([{<]([^()[\]{}<>]{1,110})[)\]}>]/g
const requiredWord =
  /(?:^|[\s,;:])(?:required|mandatory|compulsory|optional|recommended|conditional|pflicht(?:feld|angabe)?|erforderlich|optionnel|obligatoire|requis|facultatif|obligatorio|requerido|opcional|obbligatorio|facoltativo|verplicht|optioneel|wymagane|obligatoriskt?|obrigat[oó]rio|必須|任意|必填|选填)(?=$|[\s,;:.])/iu
/** A remark in brackets together with a unit: `(g, required)`. */
const remarkBesideUnit =
  /, ?(?:required|mandatory|optional|numeric|number|pflichtfeld|obligatoire|obligatorio)([)\]])/gi
/** `1. GTIN` */
const numbering = /^\d{1,3}[.)] /
/** The same remarks without brackets, after the name or before it. */
const remarkAfter =
  /\s*[-–:,;]\s*(?:required|mandatory|optional|pflichtfeld|pflichtangabe|pflicht|obligatoire|obligatorio|必須|必填)$/i
const remarkBefore =
  /^(?:required|mandatory|optional|pflichtfeld|pflicht|obligatoire|obligatorio|必須|必填)(?:\s*[-–:]\s*|\s)/i
const stars = /^[-–*\s]+|[*†‡:\s]+$/g
const languages = new Set(
  'en fr de es it nl pt pl sv da fi no nb cs sk sl hr ro hu el tr bg ru uk ar zh ja ko'.split(' '),
)
/** A language suffix: `name_fr`, `name:fr`, `name (FR)`, `name_fr-CA`. */
const languageWord = /[\s_:.@([/-]([A-Za-z]{2})(?:[-_]([A-Z]{2}))?[)\]]?$/
const separators = ' _:.@/-'
/** The name of a language: `Name (English)`, `Name - German`. */
const languageName = / ?(?:[([/]|[-–] )(\p{L}{4,12})[)\]]?$/u
/** After these words, `no` means "number" and is not a language. */
const numbered =
  /(?:item|article|art|product|part|style|model|ref|lot|batch|order|code|serial|upc|ean|gtin|sku)$/i

/** The unit of measure that a text names. `Weight (each)` does not mean a weight in pieces. */
function measuring(text: string | undefined): Unit | undefined {
  const unit = unitOf(text?.trim().replaceAll('_', ' ') ?? '')
  return unit?.quantity === 'count' && unit.code !== 'NIU' ? undefined : unit
}

/** Drops brackets with a remark whether the column is required; a unit in them is kept: `(g; optional)`. */
function withoutRemark(all: string, words: string): string {
  if (!requiredWord.test(words)) return all
  const rest = withoutEnd(words.replace(requiredWord, ' '), ' ,;:–-').replace(/^(?:[ ,;:]|in )+/, '')
  return measuring(rest) ? ` (${rest})` : ''
}

/** Parses a column heading into its words, unit, basis and language. */
export const readColumnName = cachedByName(parseHeading)

function parseHeading(name: string): ColumnName {
  let rest = name
    .slice(0, maxName)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/\bUoM\b/g, 'uom')
    // `netWeightInGrams`, but not `kJ`.
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(numbering, '')
    .replace(remarkBesideUnit, '$1')
    .replace(remarkInBrackets, '')
    .replace(inBrackets, withoutRemark)
    .replace(stars, '')
    .replace(remarkAfter, '')
    .replace(remarkBefore, '')
  const column: ColumnName = { words: '' }
  const take = (pattern: RegExp): string | undefined => {
    const match = pattern.exec(rest)
    if (!match || match.index === 0) return undefined
    rest = rest.slice(0, match.index).trimEnd()
    return (match[1] ?? '').trim()
  }
  const takeUnit = (): boolean => {
    const pattern = [bracketed, separatedUnit].find((one) => measuring(one.exec(rest)?.[1])) ?? unitWord
    const code = measuring(take(pattern))?.code
    if (code !== undefined) column.unit = code
    return code !== undefined
  }
  const takeBasis = (): boolean => {
    const volume = take(per100)
    if (volume !== undefined) {
      column.per = { measure: '100', uom: volume.toLowerCase() === 'ml' ? 'MLT' : 'GRM' }
      if (openFoodFacts.test(name)) column.isOpenFoodFacts = true
    } else if (!/serving/i.test(rest.slice(0, 9)) && take(perServing) !== undefined) column.perServing = true
    return column.per !== undefined || column.perServing === true
  }
  // The unit and the basis may be in either order: `Fat (g) per 100 g`, `Fat per 100 g in g`.
  const hasBasis = takeBasis()
  if (takeUnit() && !hasBasis) takeBasis()
  const language = languageOf(rest)
  if (language) {
    column.language = language.tag
    rest = language.before
  }
  column.words = wordsOf(rest)
  return column
}

/** The basis of amounts at the end of a text: ` per 100 g`, ` pro Portion`; undefined if there is none. */
export function basisIn(text: string): string | undefined {
  const spaced = ` ${text.slice(0, maxName)}`
  return (per100.exec(spaced) ?? perServing.exec(spaced))?.[0]
    .replace(/^[\s_.,([/-]+/, '')
    .replace(/[)\]]$/, '')
}

/** Cells that templates put below headings without a unit. */
const rowRemark =
  /^(?:required|mandatory|optional|recommended|text|number|-|–|pflichtfeld|obligatoire|obligatorio)?$/i

/**
 * Units from a row below the headings, by column index; undefined if it is not a row of units. A row of units
 * contains only units and remarks. Otherwise `kinds` must include a code column, and the row must have
 * neither a code in it nor a bare number in any other column.
 */
export function unitsOfRow(
  cells: readonly string[],
  kinds: readonly ('code' | 'unit' | undefined)[] = [],
): (string | undefined)[] | undefined {
  const units = cells.map((cell, index) => {
    const text = cell.trim().replace(/^[([](.*)[)\]]$/, '$1')
    const [, unit = text] = perHundred.exec(text) ?? []
    return kinds[index] !== 'unit' && measuring(unit) ? text : undefined
  })
  if (!units.some((unit) => unit !== undefined)) return undefined
  const isUnits = cells.every((cell, index) => units[index] !== undefined || rowRemark.test(cell.trim()))
  const hasNoProduct =
    kinds.includes('code') &&
    cells.every((cell, index) => !(kinds[index] === 'code' ? /\d{6}/ : /^\s*[-+]?[\d.,]+\s*$/).test(cell))
  return isUnits || hasNoProduct ? units : undefined
}

/** A unit and the amount it refers to: `g/100 g`. */
const perHundred = /^([\p{L}µ]{1,12}) ?(?:\/|per|pro|je|pour|por) ?100 ?(?:g|ml)$/iu

/**
 * The language at the end of a heading, as `fr` or `fr-CA`. In capitals it counts only if the rest is not in
 * capitals.
 */
function languageOf(name: string): { before: string; tag: string } | undefined {
  const named = languageName.exec(name)
  const tag = named && named.index > 0 ? readLanguage(named[1] ?? '') : undefined
  if (named && tag !== undefined) return { before: name.slice(0, named.index), tag }
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
