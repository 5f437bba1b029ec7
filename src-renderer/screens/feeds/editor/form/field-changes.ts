/**
 * Fields that are different in two versions of an item, in words: what a step that can be undone is called by; and how
 * what two people changed at once is put together.
 */
import { plural, t } from '@lingui/core/macro'
import {
  changedFields,
  type FieldChange,
  isSame,
  isWithin,
} from '../../../../../src-shared/feeds/draft/field-changes.ts'
import { type Keys, sliceAt, withSlice } from '../../../../../src-shared/feeds/draft/slices.ts'
import type { Group } from '../../../../../src-shared/vocabulary/kit/description.ts'

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a step is called: `Brand of Oats`, `Brand and Category of Oats`, `5 fields of Oats`. */
export function changeLabel(changes: readonly FieldChange[], item: string): string {
  const [first, second, ...others] = [...new Set(changes.map(({ label }) => label))]
  if (first === undefined) return item
  if (second === undefined) return t`${first} of ${item}`
  if (others.length === 0) return t`${first} and ${second} of ${item}`
  return t`${plural(others.length + 2, { one: '# field', other: '# fields' })} of ${item}`
}

/** A field that two people gave different contents at the same time. */
export interface Clash {
  keys: Keys
  label: string
  mine: unknown
  theirs: unknown
}

/**
 * Puts two versions of an item together that began from the same one: what only one side changed is as that side has
 * it; where both changed the same field differently, the merged value has theirs, and the clash says so.
 */
export function mergeVersions(
  group: Group,
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
): { merged: unknown; clashes: Clash[] } {
  const ofOthers = changedFields(group, base, theirs)
  let merged = theirs
  const clashes = new Map<string, Clash>()
  for (const { keys, label } of changedFields(group, base, mine)) {
    const other = ofOthers.find((change) => isWithin(change.keys, keys) || isWithin(keys, change.keys))
    const wider = other && other.keys.length < keys.length ? other : { keys, label }
    const clash = {
      keys: wider.keys,
      label: wider.label,
      mine: sliceAt(mine, wider.keys),
      theirs: sliceAt(theirs, wider.keys),
    }
    if (other === undefined) merged = withSlice(merged, keys, clash.mine)
    else if (!isSame(clash.mine, clash.theirs)) clashes.set(wider.keys.join('/'), clash)
  }
  return { merged, clashes: [...clashes.values()] }
}

/** What a field holds, in a few words. */
export function contentInWords(slice: unknown): string {
  if (typeof slice === 'string') return slice === '' ? t`empty` : `“${slice}”`
  if (Array.isArray(slice)) return plural(slice.length, { one: '# entry', other: '# entries' })
  if (!isTree(slice)) return t`empty`
  const texts = Object.values(slice).filter((part) => typeof part === 'string')
  return texts.length > 0
    ? `“${texts.join(' ')}”`
    : plural(Object.keys(slice).length, { one: '# field', other: '# fields' })
}
