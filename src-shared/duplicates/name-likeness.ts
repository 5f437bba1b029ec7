/**
 * Whether two names of one brand are nearly equal. Names are compared as sets of words; order, case,
 * accents, punctuation and small words do not count. Amounts count, converted to one unit. A different word
 * means another variety, not a duplicate.
 */
import { fold } from '../values/fold.ts'
import type { Why } from './model.ts'

export type NameLikeness = Extract<Why, { kind: 'name' }>['likeness']

/** Distinct words, sorted. */
export type NameWords = readonly string[]

const maxNameLength = 300
const maxWords = 24
const smallWords = new Set(
  'a an and the of with in for de la le les du des et und mit der die das y con el e di da do en au aux'.split(
    ' ',
  ),
)
/** Factor to, and name of, the unit in which amounts are compared. */
const units: Readonly<Record<string, readonly [number, string]>> = {
  g: [1, 'g'],
  gr: [1, 'g'],
  kg: [1000, 'g'],
  ml: [1, 'ml'],
  cl: [10, 'ml'],
  dl: [100, 'ml'],
  l: [1000, 'ml'],
  oz: [1, 'oz'],
  lb: [16, 'oz'],
  lbs: [16, 'oz'],
}

const noUnit: readonly [number, string] = [1, '']

function tokensOf(text: string): string[] {
  const tokens =
    fold(text.slice(0, maxNameLength).replace(/['’]/g, '')).match(/\p{L}+|\d+(?:[.,]\d+)?/gu) ?? []
  const words: string[] = []
  for (let at = 0; at < tokens.length && words.length < maxWords; at++) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1] ?? ''
    if (!hasDigit(token)) words.push(token)
    else {
      const amount = Number(token.replace(',', '.'))
      const [factor, unit] = Object.hasOwn(units, next) ? (units[next] ?? noUnit) : noUnit
      if (unit) at++
      words.push(`${Number((amount * factor).toPrecision(9))}${unit}`)
    }
  }
  return words
}

export const hasDigit = (word: string): boolean => /\d/.test(word)

/** The words of a name that distinguish it from others of its brand, or all its words if none do. */
export function nameWords(name: string, brand = ''): NameWords {
  const ofBrand = new Set(tokensOf(brand))
  const words = [...new Set(tokensOf(name).filter((word) => !smallWords.has(word)))].sort()
  const own = words.filter((word) => !ofBrand.has(word))
  return own.length > 0 ? own : words
}

/** Shorter words that differ by one letter are not misspelt: rice and rich. */
const minMisspeltLength = 5

/** A name without an amount needs this many words to match one with an amount. */
const minWordsBesideAmount = 2

export function nameLikeness(one: NameWords, other: NameWords): NameLikeness | undefined {
  if (one.length === 0 || other.length === 0 || Math.abs(one.length - other.length) > 1) return undefined
  const onlyOne = one.filter((word) => !other.includes(word))
  const onlyOther = other.filter((word) => !one.includes(word))
  if (onlyOne.length + onlyOther.length === 0) return 'same'
  const [a, b] = [onlyOne[0], onlyOther[0]]
  if (onlyOne.length === 1 && onlyOther.length === 1 && a && b)
    return isMisspelt(a, b) ? 'misspelt' : undefined
  if (onlyOne.length + onlyOther.length !== 1) return undefined
  const isAmount = hasDigit(a ?? b ?? '') && Math.min(one.length, other.length) >= minWordsBesideAmount
  return isAmount ? 'amount' : undefined
}

/** A name with fewer words is contained in the names of too many other products. */
const minContainedWords = 2

/**
 * Whether the names of two items with one picture may name one product: they are nearly equal, or one has all
 * words of the other. Many products share a placeholder picture, so that a picture alone says nothing.
 */
export function namesFitPicture(one: NameWords, other: NameWords): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const isContained = short.length >= minContainedWords && short.every((word) => long.includes(word))
  return isContained || nameLikeness(one, other) !== undefined
}

export const mayBeMisspelt = (word: string): boolean => word.length >= minMisspeltLength && !hasDigit(word)

/** Whether the words differ by one letter inserted, deleted or replaced, or by two swapped neighbours. */
function isMisspelt(one: string, other: string): boolean {
  if (!mayBeMisspelt(one) || !mayBeMisspelt(other)) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return true
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  )
}
