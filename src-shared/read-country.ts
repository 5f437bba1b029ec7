import { countries, countryCodes } from './countries.ts'
import { wordsOf } from './fold.ts'

/** The languages countries are named in; where a word is a country in two of them, the earlier counts. */
const languages = 'en fr de es it pt nl pl sv da fi nb cs sk sl hr hu ro bg el ru uk tr et lv lt ca'.split(
  ' ',
)

/** Other names than the runtime has. */
const others: Record<string, string> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  'united states of america': 'US',
  'etats unis d amerique': 'US',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  angleterre: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  korea: 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  'viet nam': 'VN',
  'ivory coast': 'CI',
  uae: 'AE',
  prc: 'CN',
  'p r c': 'CN',
  'people s republic of china': 'CN',
  macedonia: 'MK',
  burma: 'MM',
  turkey: 'TR',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'east timor': 'TL',
}

/** Codes by the words they go by; made when the first country is read. */
let codes: Map<string, string> | undefined

function allCodes(): Map<string, string> {
  const codeOf = new Map<string, string>()
  const learn = (word: string, code: string) => {
    if (word !== '' && !codeOf.has(word)) codeOf.set(word, code)
  }
  for (const [two, three] of countries) {
    learn(two.toLowerCase(), two)
    learn(three.toLowerCase(), two)
  }
  for (const [name, code] of Object.entries(others)) learn(name, code)
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const [code] of countries) learn(wordsOf(names.of(code) ?? ''), code)
  }
  return codeOf
}

/**
 * The ISO 3166-1 code of two letters for a code of two or three letters or digits, a name in one of the languages
 * above, or a tag such as `en:france`; undefined for anything else.
 */
export function readCountry(text: string): string | undefined {
  const word = text.trim().replace(/^[a-z]{2}:/, '')
  if (/^\d{1,3}$/.test(word)) {
    const region = new Intl.Locale(`und-${word.padStart(3, '0')}`).region ?? ''
    return countryCodes.has(region) ? region : undefined
  }
  codes ??= allCodes()
  return codes.get(wordsOf(word))
}
