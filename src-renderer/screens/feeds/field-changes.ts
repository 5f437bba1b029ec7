/**
 * Which fields of an item are different in two versions of it, by their names in the form: what a step that can be
 * undone is called by, and how what two people changed at once is put together.
 */
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import { type Keys, sliceAt, withSlice } from '../../form/form-store.ts'
import { counted } from '../../ui/words.ts'

interface FieldChange {
  keys: Keys
  /** What the field is called, with what it stands in where that says more: `Sodium`, `Length`. */
  label: string
  /** Undefined for what the vocabulary does not know. */
  member: Member | undefined
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two parts of a value say the same; absent and undefined are one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]))
  if (!isTree(one) || !isTree(other)) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSame(one[key], other[key]),
  )
}

/** Fields that are parts of another, which is then what people call them. */
const parts: ReadonlySet<string> = new Set(['text', 'measure', 'uom', 'lang'])

/** The fields in which two versions of an item differ, in the order of the vocabulary. A list that became longer or shorter counts as one. */
export function changedFields(group: Group, before: unknown, after: unknown): FieldChange[] {
  return [...changesIn(group, before, after, [], undefined)]
}

function* changesIn(
  group: Group,
  before: unknown,
  after: unknown,
  at: Keys,
  around: string | undefined,
): Generator<FieldChange> {
  const was: Record<string, unknown> = isTree(before) ? before : {}
  const is: Record<string, unknown> = isTree(after) ? after : {}
  for (const member of group.members) {
    const one = was[member.key]
    const other = is[member.key]
    if (isSame(one, other)) continue
    const keys = [...at, member.key]
    const label = around !== undefined && parts.has(member.key) ? around : member.label
    if (!Array.isArray(one) && !Array.isArray(other)) {
      if (member.type.kind === 'group') yield* changesIn(member.type, one, other, keys, member.label)
      else yield { keys, label, member }
      continue
    }
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) {
      yield { keys, label, member }
      continue
    }
    for (const [index, entry] of one.entries()) {
      if (isSame(entry, other[index])) continue
      if (member.type.kind === 'group')
        yield* changesIn(member.type, entry, other[index], [...keys, index], member.label)
      else yield { keys: [...keys, index], label, member }
    }
  }
  if (!isSame(was['unknown'], is['unknown']))
    yield { keys: [...at, 'unknown'], label: 'Other content', member: undefined }
}

/** What a step is called: `Brand of Oats`, `Brand and Category of Oats`, `5 fields of Oats`. */
export function changeLabel(changes: readonly FieldChange[], item: string): string {
  const [first, second, ...others] = [...new Set(changes.map(({ label }) => label))]
  if (first === undefined) return item
  if (second === undefined) return `${first} of ${item}`
  if (others.length === 0) return `${first} and ${second} of ${item}`
  return `${counted(others.length + 2, 'field')} of ${item}`
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

const isWithin = (inner: Keys, outer: Keys): boolean => outer.every((key, index) => inner[index] === key)

/** What a field holds, in a few words. */
export function contentInWords(slice: unknown): string {
  if (typeof slice === 'string') return slice === '' ? 'empty' : `“${slice}”`
  if (Array.isArray(slice)) return counted(slice.length, 'entry', 'entries')
  if (!isTree(slice)) return 'empty'
  const texts = Object.values(slice).filter((part) => typeof part === 'string')
  return texts.length > 0 ? `“${texts.join(' ')}”` : counted(Object.keys(slice).length, 'field')
}
