/**
 * Keys that are equal for values which mean the same. The fingerprints are the key collision methods of
 * OpenRefine: https://openrefine.org/docs/technical-reference/clustering-in-depth
 */
import { fold } from '../values/fold.ts'

const notInWords = /[^\p{L}\p{M}\p{N}\s]+/gu
const spaces = /\s+/u

/** Words without case, accents and punctuation, sorted, each once: `Cruise, Tom` is `cruise tom`. */
export const fingerprint = (text: string): string =>
  [...new Set(fold(text).replace(notInWords, '').split(spaces).filter(Boolean))].sort().join(' ')

/** Letters and digits in their order, without case, accents, spaces and punctuation. */
export const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Sequences of `size` letters, sorted, each once: with size 2, `Paris` is `arispari`. */
export function ngramFingerprint(text: string, size = 2): string {
  const letters = lettersOf(text)
  const found = new Set<string>()
  for (let at = 0; at + size <= letters.length; at++) found.add(letters.slice(at, at + size))
  return [...found].sort().join('')
}

/** Digit groups of a text, sorted. Values with different numbers are different: `1.5 l` and `15 l`. */
export const numbersOf = (text: string): string => (text.match(/\p{N}+/gu) ?? []).sort().join(' ')

/** Words that state the legal form of a company, as in `fingerprint`. */
const companyForms = new Set(
  (
    'inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh mbh ag kg kgaa ohg ev eg se ' +
    'sa sas sarl srl spa bv nv ab as asa oy oyj aps pty sl slu sau sapi cv ltda kft zrt doo sro spzoo'
  ).split(' '),
)

/** The fingerprint without the legal form of a company; the fingerprint if nothing else is in it. */
export function companyFingerprint(text: string): string {
  const words = fingerprint(text)
  const others = words.split(' ').filter((word) => !companyForms.has(word))
  return others.length === 0 ? words : others.join(' ')
}

/**
 * Keys of a value that differ only in case, accents, spaces, punctuation or order of words from another if
 * one of the keys is equal. Empty for a value without letters and digits.
 */
export function sameKeys(text: string): string[] {
  const letters = lettersOf(text)
  if (letters === '') return []
  const numbers = numbersOf(text)
  return [`w ${fingerprint(text)} ${numbers}`, `l ${letters} ${numbers}`]
}

/** Keys of a value that is similar to another if one of the keys is equal. */
export function nearKeys(text: string): string[] {
  const ngrams = ngramFingerprint(text)
  const numbers = numbersOf(text)
  const company = companyFingerprint(text)
  return [
    ...(ngrams === '' ? [] : [`n ${ngrams} ${numbers}`]),
    ...(company === '' ? [] : [`c ${company} ${numbers}`]),
  ]
}
