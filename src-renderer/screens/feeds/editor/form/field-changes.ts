/** Words for the differences between two versions of an item. */
import { plural, t } from '@lingui/core/macro'
import { type FieldChange, isSame } from '../../../../../src-shared/feeds/compare/field-changes.ts'
import { type Keys, sliceAt } from '../../../../../src-shared/feeds/draft/slices.ts'

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Label of an undo step: `Brand of Oats`, `Media of Oats: 2 added`, `Brand and Category of Oats`,
 * `5 fields of Oats`.
 * @param versions the item before and after the changes
 */
export function changeLabel(
  changes: readonly FieldChange[],
  item: string,
  versions: { before: unknown; after: unknown },
): string {
  const [first, second, ...others] = [...new Set(changes.map(({ label }) => label))]
  if (first === undefined) return t`Other content of ${item}`
  if (second === undefined) {
    const label = t`${first} of ${item}`
    const [change, another] = changes
    const words = change && !another && entryWords(change.keys, versions)
    return words ? `${label}: ${words}` : label
  }
  if (others.length === 0) return t`${first} and ${second} of ${item}`
  return t`${plural(others.length + 2, { one: '# field', other: '# fields' })} of ${item}`
}

/** `2 added` or `1 removed` for a list that is otherwise the same; undefined for any other change. */
function entryWords(keys: Keys, { before, after }: { before: unknown; after: unknown }): string | undefined {
  const [was, is] = [sliceAt(before, keys) ?? [], sliceAt(after, keys) ?? []]
  if (!Array.isArray(was) || !Array.isArray(is)) return undefined
  if (is.length > was.length && isPartOf(was, is))
    return plural(is.length - was.length, { one: '# added', other: '# added' })
  if (is.length < was.length && isPartOf(is, was))
    return plural(was.length - is.length, { one: '# removed', other: '# removed' })
  return undefined
}

/** Whether a list has all entries of another one, in the same order. */
function isPartOf(some: readonly unknown[], all: readonly unknown[]): boolean {
  let found = 0
  for (const entry of all) if (found < some.length && isSame(some[found], entry)) found++
  return found === some.length
}

/** Short description of the content of a field. */
export function shortContent(slice: unknown): string {
  if (typeof slice === 'string') return slice === '' ? t`empty` : `“${slice}”`
  if (Array.isArray(slice)) return plural(slice.length, { one: '# entry', other: '# entries' })
  if (!isTree(slice)) return t`empty`
  const texts = Object.values(slice).filter((part) => typeof part === 'string')
  return texts.length > 0
    ? `“${texts.join(' ')}”`
    : plural(Object.keys(slice).length, { one: '# field', other: '# fields' })
}
