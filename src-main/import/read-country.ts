import { wordsOf } from './column-name.ts'

/** Names of countries in English to their ISO 3166-1 codes, out of the runtime's own data. */
const codeOfName = new Map<string, string>()
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
for (const first of letters) {
  for (const second of letters) {
    const name = english.of(first + second)
    if (name !== undefined && !codeOfName.has(wordsOf(name))) codeOfName.set(wordsOf(name), first + second)
  }
}
for (const [name, code] of [
  ['usa', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['holland', 'NL'],
] as const)
  codeOfName.set(name, code)

/** The ISO 3166-1 code for a code, an English name or a tag such as `en:france`; undefined for anything else. */
export function readCountry(text: string): string | undefined {
  const word = text.trim().replace(/^[a-z]{2}:/, '')
  if (/^[A-Za-z]{2}$/.test(word) && english.of(word.toUpperCase()) !== undefined) return word.toUpperCase()
  return codeOfName.get(wordsOf(word))
}
