/** How the values of records and feeds are compared, merged and put in words: an empty element is as good as none. */
import type { Unknown } from '../kit/kit.ts'

export const filled = (text: string | undefined): string | undefined => text?.trim() || undefined

/** Whether a value says nothing: an empty element is as good as none. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

/** As two values are compared: members in one order, without those that say nothing. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => !isNothing(member))
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]),
  )
}
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other))

/** The entries of one list that another does not have, in words. */
export function lacking<T>(
  present: readonly T[],
  next: readonly T[] | undefined,
  tell: (entry: T) => string,
): string | undefined {
  const there = new Set((next ?? []).map(tell))
  const gone = present.map(tell).filter((words) => words.trim() !== '' && !there.has(words))
  return gone.length === 0 ? undefined : [...new Set(gone)].join(', ')
}

/** All that is said, and what is stored of other kinds. */
export function mergeBy<T>(stored: readonly T[] | undefined, said: T[], kind: (entry: T) => string): T[] {
  const kinds = new Set(said.map(kind))
  return [...said, ...(stored ?? []).filter((entry) => !kinds.has(kind(entry)))]
}

/** What is said in the words that are stored already keeps the identifier stored for it. */
export const unlessSameText = <T extends { text: string }>(stored: T | undefined, said: T): T =>
  said.text === stored?.text ? stored : said

/** Several texts in one cell, as the import takes them apart again. */
export const inOneCell = (texts: readonly string[]): string => texts.filter(Boolean).join(' | ')

// In words, for what a refresh would remove

/** A label within a sentence. */
export const uncapitalized = (label: string): string =>
  /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
const yesNo: Record<string, string> = { Y: 'yes', N: 'no', true: 'yes', false: 'no' }
export const shownFlag = (value: string): string => yesNo[value] ?? value
/** A text that is short enough to be shown. */
export const short = (text: string): string | undefined => (text.trim().length > 60 ? undefined : text.trim())
/** The names of what the vocabulary does not know. */
export const unknownNames = (unknown: readonly Unknown[] | undefined): string =>
  (unknown ?? [])
    .flatMap(({ kind, name }) => (kind === 'element' || kind === 'attribute' ? [name] : []))
    .join(', ')
