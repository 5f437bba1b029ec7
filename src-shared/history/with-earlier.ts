import type { Difference } from './diff.ts'
import { type Steps, valueAt } from './place.ts'

/**
 * The later record with the earlier values of some of its differences: texts as they were, what went put back, what
 * came taken out. `moved` is left alone: the order of a list is not a value. The record given is not touched.
 * @param differences of `diff(group, earlier, later)`
 */
export function withEarlier<T extends object>(later: T, differences: readonly Difference[]): T {
  const copy = structuredClone(later)
  const lists = new Map<unknown[], ListEdit>()
  const editOf = (list: unknown[]): ListEdit => {
    const edit = lists.get(list) ?? { remove: new Set(), insert: [] }
    lists.set(list, edit)
    return edit
  }
  for (const difference of differences) {
    const { kind, earlierAt, laterAt } = difference
    const earlier = structuredClone(difference.earlier)
    const container = valueAt(copy, laterAt.steps.slice(0, -1))
    const last = laterAt.steps.at(-1)
    if (kind === 'moved' || last === undefined || typeof container !== 'object' || container === null)
      continue
    const isEntry = endsInEntry(kind === 'removed' ? earlierAt.steps : laterAt.steps)
    if (kind === 'removed' && isEntry) {
      const list = listAt(container as Record<string, unknown>, String(last))
      editOf(list).insert.push({ at: Number(earlierAt.steps.at(-1)), entry: earlier })
    } else if (kind === 'added' && isEntry) editOf(container as unknown[]).remove.add(Number(last))
    else if (kind === 'added') delete (container as Record<string, unknown>)[last]
    else (container as Record<string, unknown>)[last] = earlier
  }
  for (const [list, edit] of lists) applyEdit(list, edit)
  return copy
}

interface ListEdit {
  remove: Set<number>
  insert: { at: number; entry: unknown }[]
}

const endsInEntry = (steps: Steps): boolean => typeof steps.at(-1) === 'number'

function listAt(container: Record<string, unknown>, key: string): unknown[] {
  const found = container[key]
  if (Array.isArray(found)) return found
  const made: unknown[] = []
  container[key] = made
  return made
}

function applyEdit(list: unknown[], { remove, insert }: ListEdit): void {
  const kept = list.filter((_, index) => !remove.has(index))
  for (const { at, entry } of insert.toSorted((one, other) => one.at - other.at)) kept.splice(at, 0, entry)
  list.splice(0, list.length, ...kept)
}
