/** Field-level differences between two versions of an item, with vocabulary labels. */
import type { Group, Member } from '../../vocabulary/kit/description.ts'
import type { Keys } from '../draft/slices.ts'

export interface FieldChange {
  keys: Keys
  /** Label of the field, or of its parent where that is clearer: `Sodium`, `Length`. */
  label: string
  /** Undefined for content outside the vocabulary. */
  member: Member | undefined
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deep equality; absent and undefined members are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]))
  if (!isTree(one) || !isTree(other)) return false
  for (const key in one) if (!isSame(one[key], other[key])) return false
  for (const key in other) if (one[key] === undefined && other[key] !== undefined) return false
  return true
}

type Same = (one: unknown, other: unknown) => boolean

/** Keys of members that are labelled like their parent. */
const parts: ReadonlySet<string> = new Set(['text', 'measure', 'uom', 'lang'])

/**
 * The fields in which two versions of an item differ, in vocabulary order. A list whose length changed is one
 * field.
 */
export function changedFields(
  group: Group,
  before: unknown,
  after: unknown,
  same: Same = isSame,
): FieldChange[] {
  return [...changesIn(group, before, after, same, [], undefined)]
}

function* changesIn(
  group: Group,
  before: unknown,
  after: unknown,
  same: Same,
  at: Keys,
  around: string | undefined,
): Generator<FieldChange> {
  const was: Record<string, unknown> = isTree(before) ? before : {}
  const is: Record<string, unknown> = isTree(after) ? after : {}
  for (const member of group.members) {
    const one = was[member.key]
    const other = is[member.key]
    if (same(one, other)) continue
    const keys = [...at, member.key]
    const label = around !== undefined && parts.has(member.key) ? around : member.label
    if (!Array.isArray(one) && !Array.isArray(other)) {
      if (member.type.kind === 'group') yield* changesIn(member.type, one, other, same, keys, member.label)
      else yield { keys, label, member }
      continue
    }
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) {
      yield { keys, label, member }
      continue
    }
    for (const [index, entry] of one.entries()) {
      if (same(entry, other[index])) continue
      if (member.type.kind === 'group')
        yield* changesIn(member.type, entry, other[index], same, [...keys, index], member.label)
      else yield { keys: [...keys, index], label, member }
    }
  }
  if (!same(was['unknown'], is['unknown']))
    yield { keys: [...at, 'unknown'], label: 'Other content', member: undefined }
}

/** Whether `inner` equals `outer` or lies below it. */
export const isWithin = (inner: Keys, outer: Keys): boolean =>
  outer.every((key, index) => inner[index] === key)
