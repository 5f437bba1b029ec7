import { atItem } from '../vocabulary/correspondence/row.ts'
import { recordAndFeed } from '../vocabulary/record-and-feed.ts'
import type { Difference } from './diff.ts'
import { type Steps, valueAt } from './place.ts'

/** The kinds of feed that can restore an earlier value. */
export type RestoreKind = 'refresh' | 'update'

/**
 * The fields of a record that feeds carry. Feeds do not carry the others: status, timestamps, product
 * identifiers.
 */
const carried = recordAndFeed
  .carried(atItem)
  .map(({ record, ...rest }) => ({ ...rest, record: record.replace(/\[\d+\]/g, '') }))

const isWithin = (field: string, prefix: string): boolean =>
  field === prefix || field.startsWith(`${prefix}/`)

/** Whether a draft of this kind can restore the earlier value of a difference. */
export function isRestorable(
  feed: RestoreKind,
  { kind, field }: Pick<Difference, 'kind' | 'field'>,
): boolean {
  if (kind === 'moved') return false
  const around = carried.filter(
    ({ record, byUpdate, isWhole }) =>
      (isWhole ? field === record : isWithin(field, record)) && (feed === 'refresh' || byUpdate),
  )
  const isLeftOut = around.some(
    ({ record, without, byIdentifier }) =>
      without.some((path) => isWithin(field, `${record}/${path}`)) ||
      // Of a name with an identifier, a feed carries only the identifier.
      (byIdentifier && kind === 'changed' && field === record),
  )
  return around.length > 0 && !isLeftOut
}

/**
 * A copy of the later record with the earlier values of some differences: changed texts are reset, removed
 * parts are added, added parts are removed. `moved` is ignored, because the order of a list is no value.
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
