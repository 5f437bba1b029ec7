import { isSame } from '../../../../src-shared/feeds/compare/field-changes.ts'
import { sliceAt } from '../../../../src-shared/feeds/draft/slices.ts'
import { type ItemChange, type ItemState, withPart } from '../make/item-change.ts'
import { type HeadChange, isHeadChange, type StepChange } from './step-change.ts'

/** A later step. */
export interface LaterStep {
  changes: readonly StepChange[]
  /** False if the step was undone, or undoes one that is undone exactly. */
  isEffective: boolean
}

/** The content of a draft as it is now. */
interface PresentDraft {
  item(key: number): ItemState | undefined
  head(name: HeadChange['head']): string | number | null
}

/** A field that a later step changed as well. */
interface StepClash {
  /** Unique among the clashes of one draft. Parts of one decision share it. */
  id: string
  /** Changes the field to the value before the step, when undone. */
  change: StepChange
}

export interface Reversal {
  /** Changes that can be undone, in the order of the step. */
  changes: StepChange[]
  clashes: StepClash[]
  /** Keys of items of the step that were removed since. */
  removed: Set<number>
  /** Whether each change of the step is undone exactly. */
  isExact: boolean
}

/** Overlap of two paths: one contains the other. */
const isOverlap = (one: readonly (string | number)[], other: readonly (string | number)[]): boolean =>
  one.every((key, index) => index >= other.length || key === other[index])

const subjectOf = (change: StepChange): string | number => (isHeadChange(change) ? change.head : change.key)
const pathOf = (change: StepChange): readonly (string | number)[] => (isHeadChange(change) ? [] : change.at)

/**
 * Splits the changes of a step into those that can be undone without the later steps, and clashes: fields that
 * a later step changed as well, and that have another value now.
 */
export function reverseChanges(
  changes: readonly StepChange[],
  later: readonly LaterStep[],
  present: PresentDraft,
): Reversal {
  const result: Reversal = { changes: [], clashes: [], removed: new Set(), isExact: true }
  const subjects = new Set(changes.map(subjectOf))
  const laterBySubject = new Map<string | number, { change: StepChange; isEffective: boolean }[]>()
  for (const step of later)
    for (const change of step.changes) {
      const subject = subjectOf(change)
      if (!subjects.has(subject)) continue
      const list = laterBySubject.get(subject)
      const entry = { change, isEffective: step.isEffective }
      if (list) list.push(entry)
      else laterBySubject.set(subject, [entry])
    }
  /** Clashes of lists that a later step replaced, by item and path of the list. */
  const lists = new Map<string, ItemChange>()
  for (const change of changes) {
    const path = pathOf(change)
    const state = isHeadChange(change) ? undefined : present.item(change.key)
    if (!isHeadChange(change) && state === undefined && path.length > 0) {
      result.removed.add(change.key)
      result.isExact = false
      continue
    }
    const overlaps = (laterBySubject.get(subjectOf(change)) ?? []).filter((one) =>
      isOverlap(pathOf(one.change), path),
    )
    if (overlaps.length === 0) {
      result.changes.push(change)
      continue
    }
    const list = isHeadChange(change) ? undefined : outermostList(overlaps, path)
    if (list !== undefined && !isHeadChange(change)) {
      result.isExact = false
      const { at, before } = list
      if (!Array.isArray(before)) continue
      const id = idOf(change.key, at)
      const known = lists.get(id) ?? { key: change.key, at, before, after: sliceAt(state, at) }
      lists.set(id, { ...known, before: withPart(known.before, path.slice(at.length), change.before) })
      continue
    }
    const current = isHeadChange(change) ? present.head(change.head) : sliceAt(state, path)
    if (isSame(current, change.before)) result.isExact = false
    else if (!overlaps.some((one) => one.isEffective) && isSame(current, change.after))
      result.changes.push(change)
    else {
      result.isExact = false
      if (isHeadChange(change)) {
        const former = current === undefined ? null : (current as string | number | null)
        // A name and its parts are one value.
        const id = change.head === 'name_parts' ? 'name' : change.head
        result.clashes.push({ id, change: { ...change, after: former } })
      } else result.clashes.push({ id: idOf(change.key, path), change: { ...change, after: current } })
    }
  }
  for (const [id, change] of lists)
    if (!isSame(change.before, change.after)) result.clashes.push({ id, change })
  return result
}

const idOf = (key: number, at: readonly (string | number)[]): string => `${key} ${at.join('/')}`

/**
 * The first replacement of the outermost list that contains the path, as changed by a later step that gave the
 * list another length: the indexes of the path then mean other entries.
 */
function outermostList(
  overlaps: readonly { change: StepChange }[],
  path: readonly (string | number)[],
): ItemChange | undefined {
  const around = overlaps.flatMap(({ change }) =>
    !isHeadChange(change) &&
    change.at.length > 0 &&
    change.at.length < path.length &&
    typeof path[change.at.length] === 'number'
      ? [change]
      : [],
  )
  const length = Math.min(...around.map(({ at }) => at.length))
  return around.find(({ at }) => at.length === length)
}
