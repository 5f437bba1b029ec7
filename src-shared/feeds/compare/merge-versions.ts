/** Three-way merge of concurrent changes of an item. */

import type { Group } from '../../vocabulary/kit/description.ts'
import { type Keys, sliceAt, withSlice } from '../draft/slices.ts'
import { changedFields, isSame, isWithin } from './field-changes.ts'

/** A field that both sides changed to different values. */
export interface Clash {
  keys: Keys
  label: string
  mine: unknown
  theirs: unknown
}

/**
 * Three-way merge of two versions of an item with a common base. A field changed on one side takes the value
 * of that side. If both sides changed a field differently, the merged value is theirs and a clash is
 * reported.
 */
export function mergeVersions(
  group: Group,
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
): { merged: unknown; clashes: Clash[] } {
  const theirChanges = changedFields(group, base, theirs)
  let merged = theirs
  const clashes = new Map<string, Clash>()
  for (const { keys, label } of changedFields(group, base, mine)) {
    const other = theirChanges.find((change) => isWithin(change.keys, keys) || isWithin(keys, change.keys))
    const outerField = other && other.keys.length < keys.length ? other : { keys, label }
    const clash = {
      keys: outerField.keys,
      label: outerField.label,
      mine: sliceAt(mine, outerField.keys),
      theirs: sliceAt(theirs, outerField.keys),
    }
    if (other === undefined) merged = withSlice(merged, keys, clash.mine)
    else if (!isSame(clash.mine, clash.theirs)) clashes.set(outerField.keys.join('/'), clash)
  }
  return { merged, clashes: [...clashes.values()] }
}
