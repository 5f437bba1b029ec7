import { countries, countryCodes } from './countries.ts'
import { wordsOf } from './fold.ts'
import { openNearCode } from './near-code.ts'

/** Languages of the country names that are read; for an ambiguous name, the earlier language wins. */
const languages =
  'en fr de es it pt nl pl sv da fi nb cs sk sl hr hu ro bg el ru uk tr et lv lt ca zh ja ko ar he'.split(' ')

/** Names that the runtime does not have. */
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
  'n ireland': 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
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
  'u a e': 'AE',
  vae: 'AE',
  ksa: 'SA',
  rsa: 'ZA',
  eire: 'IE',
  'hk sar': 'HK',
  hksar: 'HK',
  'hong kong': 'HK',
  hongkong: 'HK',
  'hong kong sar': 'HK',
  'hong kong s a r': 'HK',
  'hong kong special administrative region': 'HK',
  香港: 'HK',
  中国香港: 'HK',
  中國香港: 'HK',
  macao: 'MO',
  澳門: 'MO',
  澳门: 'MO',
  台灣: 'TW',
  臺灣: 'TW',
  中華民國: 'TW',
  'taiwan roc': 'TW',
  'chinese taipei': 'TW',
  macau: 'MO',
  'macao sar': 'MO',
  'macau sar': 'MO',
  'mainland china': 'CN',
  'china mainland': 'CN',
  'pr china': 'CN',
  'p r china': 'CN',
  'peoples republic of china': 'CN',
  'republic of china': 'TW',
  roc: 'TW',
  'r o c': 'TW',
  'taiwan province of china': 'TW',
  'taiwan republic of china': 'TW',
  'republic of the congo': 'CG',
  'republic of congo': 'CG',
  'congo republic': 'CG',
  'congo cg': 'CG',
  'cg congo': 'CG',
  'democratic republic of the congo': 'CD',
  'democratic republic of congo': 'CD',
  'congo democratic republic': 'CD',
  'demokratische republik kongo': 'CD',
  'congo drc': 'CD',
  'congo rdc': 'CD',
  'congo cd': 'CD',
  'cd congo': 'CD',
  'dr congo': 'CD',
  'd r congo': 'CD',
  'rd congo': 'CD',
  drc: 'CD',
  'korea south': 'KR',
  's korea': 'KR',
  'korea rep': 'KR',
  'korea republic': 'KR',
  'korea republic of': 'KR',
  'democratic people s republic of korea': 'KP',
  'korea north': 'KP',
  dprk: 'KP',
  'd p r k': 'KP',
  'iran islamic republic of': 'IR',
  'moldova republic of': 'MD',
  'tanzania united republic of': 'TZ',
  'bolivia plurinational state of': 'BO',
  'venezuela bolivarian republic of': 'VE',
  'lao people s democratic republic': 'LA',
  'lao pdr': 'LA',
  'syrian arab republic': 'SY',
  'brunei darussalam': 'BN',
  palestine: 'PS',
  'state of palestine': 'PS',
  'holy see': 'VA',
  'slovak republic': 'SK',
  'kyrgyz republic': 'KG',
  'estados unidos de america': 'US',
  eeuu: 'US',
  'ee uu': 'US',
  'u s of america': 'US',
  'vereinigte staaten von amerika': 'US',
  'reino unido de gran bretana': 'GB',
  prc: 'CN',
  'p r c': 'CN',
  'people s republic of china': 'CN',
  macedonia: 'MK',
  burma: 'MM',
  turkey: 'TR',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'east timor': 'TL',
  'saint helena ascension and tristan da cunha': 'SH',
  'falkland islands malvinas': 'FK',
  'saint martin french part': 'MF',
  'sint maarten dutch part': 'SX',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  'gran bretana': 'GB',
  'gran bretagna': 'GB',
  'groot brittannie': 'GB',
  schottland: 'GB',
  ecosse: 'GB',
  escocia: 'GB',
  inghilterra: 'GB',
  inglaterra: 'GB',
  engeland: 'GB',
  elfenbeinkuste: 'CI',
  'costa de marfil': 'CI',
  ivoorkust: 'CI',
  weissrussland: 'BY',
  bielorussie: 'BY',
  'tschechische republik': 'CZ',
  'republique tcheque': 'CZ',
  'republica checa': 'CZ',
  'repubblica ceca': 'CZ',
  'slowakische republik': 'SK',
  moldawien: 'MD',
  moldau: 'MD',
  birma: 'MM',
  birmania: 'MM',
  birmanie: 'MM',
  fyrom: 'MK',
  mazedonien: 'MK',
  macedoine: 'MK',
  bosnia: 'BA',
  bosnien: 'BA',
  bosnie: 'BA',
  guyane: 'GF',
  mejico: 'MX',
  'kap verde': 'CV',
  swasiland: 'SZ',
  'republik korea': 'KR',
  'republique de coree': 'KR',
  'republica de corea': 'KR',
  ελλασ: 'GR',
  'bundesrepublik deutschland': 'DE',
  'republique francaise': 'FR',
  'reino de espana': 'ES',
  'italian republic': 'IT',
  'repubblica italiana': 'IT',
  'commonwealth of australia': 'AU',
  'united mexican states': 'MX',
  'estados unidos mexicanos': 'MX',
  'federative republic of brazil': 'BR',
  'hellenic republic': 'GR',
  'swiss confederation': 'CH',
  niederlanden: 'NL',
  'vereinigten staaten': 'US',
  'vereinigten staaten von amerika': 'US',
  'vereinigten konigreich': 'GB',
  'g b': 'GB',
  eua: 'US',
  'e u a': 'US',
  'estados unidos da america': 'US',
  'stati uniti d america': 'US',
  'verenigde staten van amerika': 'US',
  'stany zjednoczone ameryki': 'US',
  сша: 'US',
  рф: 'RU',
  中國: 'CN',
  中華人民共和國: 'CN',
  アメリカ: 'US',
  米国: 'US',
  英国: 'GB',
  イギリス: 'GB',
  한국: 'KR',
}

/** Names of two countries: Congo-Brazzaville and Congo-Kinshasa. */
const ofTwo = new Set(['congo', 'kongo'])

/** Codes by name; built on first use. */
let codes: Map<string, string> | undefined

function allCodes(): Map<string, string> {
  if (codes) return codes
  const codeOf = new Map<string, string>()
  const learn = (word: string, code: string) => {
    if (word !== '' && !codeOf.has(word) && !ofTwo.has(word)) codeOf.set(word, code)
  }
  for (const [two, three] of countries) {
    learn(two.toLowerCase(), two)
    learn(three.toLowerCase(), two)
  }
  for (const [name, code] of Object.entries(others)) learn(wordsOf(name), code)
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const [code] of countries) learn(wordsOf(names.of(code) ?? ''), code)
    // `Oesterreich`
    if (language === 'de')
      for (const [code] of countries) learn(wordsOf(withoutUmlauts(names.of(code) ?? '')), code)
  }
  codes = codeOf
  return codes
}

const withoutUmlauts = (name: string): string =>
  name.replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`)

/** Words before the name of a country that mark it as the origin. */
const originWords =
  /^(?:made|produced|manufactured|grown|packed|hergestellt|produziert|angebaut|fabrique|produit|cultive|hecho|fabricado|producido|elaborado|prodotto|gemaakt|geproduceerd|vervaardigd|tillverkad|tillverkat|producerad|fremstillet|produceret|produsert|feito|produzido) (?:in|en|au|aux|a|i|em|no|na|nos|nas) (?:the |den |der |dem |la |el |los )?|^(?:from|aus|uit) (?:the |den |der |dem )?|^(?:product|produce|origin|produkt|erzeugnis|produit|producto|prodotto|produto) (?:of|from|aus|de|du|des|d|di|do|da) (?:the |den |der |la |el |los )?|^imported from (?:the )?|^(?:country of origin|origin|origine|provenance|pays d origine|herkunft|herkunftsland|ursprung|ursprungsland|origen|pais de origen|paese di origine|herkomst|land van herkomst|origem|pais de origem|oprindelse|oprindelsesland|kraj pochodzenia|原産国|原产国|原产地|产地) (?:the )?/

/** Words around the name of a country that do not distinguish it. */
const stateWords =
  /^(?:the|(?:federal |islamic |arab |united |bolivarian )?republic of(?: the)?|kingdom of(?: the)?|(?:plurinational )?state of|federated states of) /

/** A country written twice, as a code and as a name: `Germany (DE)`, `DE - Germany`, `DE Germany`. */
const pairs = [
  /^([^()]+)\(([^()]+)\)$/,
  /^([^[\]]+)\[([^[\]]+)\]$/,
  /^([^,/|:–-]+)[,/|:–-]([^,/|:–-]+)$/,
  /^([A-Z]{2,3}) (.+)$/,
  /^\(([^()]+)\)(.+)$/,
  /^([^=]+)=([^=]+)$/,
]
const maxPair = 100

const isRegionOfChina = (code: string | undefined): boolean => code === 'HK' || code === 'MO'

const codeOfWords = (known: ReadonlyMap<string, string>, words: string): string | undefined =>
  known.get(words) ??
  known.get(words.replace(/ and (?:the )?/g, ' ').replace(/^saint /, 'st ')) ??
  known.get(words.replace(stateWords, '')) ??
  known.get(words.replace(/^rep /, 'republic ').replace(/ rep$/, ' republic'))

/**
 * The words before and after a comma, or before and in brackets, in reverse order: `Korea, Republic of`,
 * `Korea (the Republic of)`, `Gambia, The`, `Congo, Dem. Rep.`.
 */
function inverted(name: string): string[] {
  const [, before = '', after = ''] = /^([^,()]{1,60})[,(]([^,()]{1,60})\)?$/.exec(name) ?? []
  const state = wordsOf(after)
    .replace(/^the /, '')
    .replace(/\brep\b/, 'republic')
    .replace(/\bdem\b/, 'democratic')
  const country = wordsOf(before)
  // Few who write `China, Republic of` mean Taiwan.
  if (country === '' || (country === 'china' && /^republic/.test(state))) return []
  return [`${state} ${country}`, `${state} of ${country}`, `${state} of the ${country}`]
}

/**
 * The ISO 3166-1 alpha-2 code for a text: a code of two or three letters or digits, a name in one of the
 * languages above (also in forms such as `Made in Italy`, `China (PRC)` and `DE - Germany`), or a tag such as `en:france`.
 * Undefined for anything else.
 */
export function readCountry(text: string): string | undefined {
  const word = text
    .trim()
    .replace(/^[a-z]{2}:/, '')
    .replace(/ \(the\)/i, '')
    // `日本製`: made in Japan.
    .replace(/(?<=..)(?:製造?|産|制造)$/, '')
  if (/^\d{1,3}$/.test(word)) {
    const region = new Intl.Locale(`und-${word.padStart(3, '0')}`).region ?? ''
    return countryCodes.has(region) ? region : undefined
  }
  const known = allCodes()
  const codeOf = (name: string) => {
    const words = wordsOf(name)
    // Codes have no accents: `ČR` is not Costa Rica.
    if (/^[a-z]{2,3}$/.test(words) && /[^\0-\x7f]/.test(name.normalize('NFKC'))) return undefined
    return codeOfWords(known, words) ?? codeOfWords(known, words.replace(originWords, ''))
  }
  // In this spelling it is more likely the answer than Norway.
  if (word === 'No') return undefined
  // A question mark is a doubt.
  if (word.includes('?')) return undefined
  const code = codeOf(word)
  if (code !== undefined || word.length > maxPair) return code
  for (const words of inverted(word)) {
    const found = codeOfWords(known, words)
    if (found !== undefined) return found
  }
  for (const pair of pairs) {
    const [, one = '', other = ''] = pair.exec(word) ?? []
    // `China (Taiwan)` names two countries.
    const found = codeOf(one)
    if (found !== undefined && found === codeOf(other)) return found
    // `Hong Kong, China` and `China (Macao)` name the region and its state.
    if (isRegionOfChina(found) && codeOf(other) === 'CN') return found
    if (found === 'CN' && isRegionOfChina(codeOf(other))) return codeOf(other)
  }
  return undefined
}

const near = openNearCode(allCodes)

/** The code of the only country whose name is nearly the text: `Germny` is `DE`. */
export const nearCountry = (text: string): string | undefined =>
  near(wordsOf(text.trim().replace(/^[a-z]{2}:/, '')).replace(originWords, ''))
