/** Compares, merges and formats values of records and feeds. An empty element counts as absent. */

import { say } from '../../texts/say.ts'
import type { Unknown } from '../kit/kit.ts'

export const filled = (text: string | undefined): string | undefined => text?.trim() || undefined

/** Whether a value is absent or empty. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

/** Normalizes a value for comparison: sorted members, without empty ones. */
export function plain(value: unknown): unknown {
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

/** The entries of one list that are missing in another, as text. */
export function lacking<T>(
  present: readonly T[],
  next: readonly T[] | undefined,
  label: (entry: T) => string,
): string | undefined {
  const existing = new Set((next ?? []).map(label))
  const missing = present.map(label).filter((words) => words.trim() !== '' && !existing.has(words))
  return missing.length === 0 ? undefined : [...new Set(missing)].join(', ')
}

/** The entries of the file, and the stored entries of other kinds. */
export function mergeBy<T>(stored: readonly T[] | undefined, imported: T[], kind: (entry: T) => string): T[] {
  const kinds = new Set(imported.map(kind))
  return [...imported, ...(stored ?? []).filter((entry) => !kinds.has(kind(entry)))]
}

/** The stored value if its text is unchanged, so that its identifier is kept; else the value of the file. */
export const unlessSameText = <T extends { text: string }>(stored: T | undefined, imported: T): T =>
  imported.text === stored?.text ? stored : imported

/** Joins texts into one cell, with the separator that the import expects. */
export const inOneCell = (texts: readonly string[]): string => texts.filter(Boolean).join(' | ')

const yesNo: Record<string, string> = { Y: say`yes`, N: say`no`, true: say`yes`, false: say`no` }
export const shownFlag = (value: string): string => yesNo[value] ?? value
/** The text if it is short enough for display, else undefined. */
export const short = (text: string): string | undefined => (text.trim().length > 60 ? undefined : text.trim())
/** The names of unknown parts. */
export const unknownNames = (unknown: readonly Unknown[] | undefined): string =>
  (unknown ?? [])
    .flatMap(({ kind, name }) => (kind === 'element' || kind === 'attribute' ? [name] : []))
    .join(', ')
