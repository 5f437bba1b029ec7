import { isNothing } from '../../vocabulary/correspondence/values.ts'
import { isEquivalent } from '../compare/align-lists.ts'

export type Mark = 'same' | 'changed' | 'added' | 'removed'

/** A value before and after a feed. */
export interface Marked<T> {
  before: T | undefined
  after: T | undefined
  mark: Mark
}

/** Compares a value before and after; white space and URL signatures do not count. */
export function marked<T>(before: T | undefined, after: T | undefined): Marked<T> {
  const [was, is] = [before, after].map((value) => (isNothing(value) ? undefined : value))
  const mark = isEquivalent(was, is)
    ? 'same'
    : was === undefined
      ? 'added'
      : is === undefined
        ? 'removed'
        : 'changed'
  return { before: was, after: is, mark }
}

/**
 * Compares the entries of two lists by a key: those of `after` in their order, then the removed ones. Of
 * several entries with one key, each is used once.
 */
export function markedList<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
): Marked<T>[] {
  const left = new Map<string, T[]>()
  for (const entry of before) left.set(keyOf(entry), [...(left.get(keyOf(entry)) ?? []), entry])
  const shown = after.map((entry) => marked(left.get(keyOf(entry))?.shift(), entry))
  return [...shown, ...[...left.values()].flat().map((entry) => marked<T>(entry, undefined))]
}
