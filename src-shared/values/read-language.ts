import { memoized } from '../memoized.ts'
import { wordsOf } from './fold.ts'
import { openNearCode } from './near-code.ts'

/** Languages with a code of two letters (ISO 639-1) in which consumer products are described. */
const languageCodes = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ' +
  'ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ' +
  'ur uz vi zh zu'
).split(' ')

/** Languages of the names that are read. */
const namedIn = 'en de fr es it pt nl pl sv da fi nb cs hu ro'.split(' ')

let codes: Map<string, string> | undefined

/** Codes by folded name, and by the code of three letters (ISO 639-2); built on first use. */
function allCodes(): Map<string, string> {
  if (codes) return codes
  const codeOf = new Map<string, string>()
  const learn = (word: string, code: string) => {
    if (word !== '' && !codeOf.has(word)) codeOf.set(word, code)
  }
  for (const name of namedIn) {
    const names = new Intl.DisplayNames([name], { type: 'language', fallback: 'none' })
    for (const code of languageCodes) learn(wordsOf(names.of(code) ?? ''), code)
  }
  // Each language names itself.
  for (const code of languageCodes)
    learn(wordsOf(new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? ''), code)
  codes = codeOf
  return codes
}

let knownNames: Intl.DisplayNames | undefined

/** Whether the first part of a tag such as `en-US` is the code of a language. */
export const isLanguageTag = memoized((tag) => {
  const [code = ''] = tag.trim().split(/[-_]/)
  knownNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return /^[a-z]{2,3}$/i.test(code) && knownNames.of(code.toLowerCase()) !== undefined
})

/**
 * The code for the name of a language, in one of the languages above, or for its code of three letters:
 * `german` and `ger` are `de`. Undefined for anything else.
 */
export function readLanguage(text: string): string | undefined {
  const words = wordsOf(text)
  const named = allCodes().get(words)
  if (named !== undefined || !/^[a-z]{3}$/.test(words)) return named
  const [short = ''] = Intl.getCanonicalLocales(words)
  return languageCodes.includes(short) ? short : undefined
}

const near = openNearCode(allCodes)

/** The code of the only language whose name is nearly the text: `germna` is `de`. */
export const nearLanguage = (text: string): string | undefined => near(wordsOf(text))
