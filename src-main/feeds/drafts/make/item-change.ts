import type { DraftBase } from '../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'

/** What an item of a draft is at one moment; `undefined` where there is no such item. */
export interface ItemState {
  value: PayloadItem
  /** The element as typed, while it cannot be read. */
  text?: string
  /** What the catalog had when the item was begun, where that is known. */
  base?: DraftBase
}

/** Items that were begun from nothing in the catalog. */
export const statesOf = (values: readonly PayloadItem[]): ItemState[] => values.map((value) => ({ value }))

/**
 * A change of one item, exact both ways: what stood at a place in its state before, and what stands there after. At the
 * empty place it is the whole state; absent is `undefined`, so that adding and removing an item are changes as well.
 */
export interface ItemChange {
  key: number
  at: (string | number)[]
  before?: unknown
  after?: unknown
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The smallest places where two states differ. Branches that both share are not walked through. */
export function changesBetween(
  key: number,
  before: ItemState | undefined,
  after: ItemState | undefined,
): ItemChange[] {
  const changes: ItemChange[] = []
  const walk = (one: unknown, other: unknown, at: (string | number)[]): void => {
    if (one === other) return
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      for (const index of one.keys()) walk(one[index], other[index], [...at, index])
    else if (isGroup(one) && isGroup(other))
      for (const inner of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk(one[inner], other[inner], [...at, inner])
    else changes.push({ key, at, before: one, after: other })
  }
  walk(before, after, [])
  return changes
}

/** The state with a change done to it, or undone. What the change does not name stays. */
export function withChange(
  state: ItemState | undefined,
  { at, before, after }: ItemChange,
  way: 'do' | 'undo',
): ItemState | undefined {
  const part = way === 'do' ? after : before
  return putAt(state, at, part) as ItemState | undefined
}

function putAt(value: unknown, [key, ...rest]: readonly (string | number)[], part: unknown): unknown {
  if (key === undefined) return part
  if (Array.isArray(value)) return value.with(Number(key), putAt(value[Number(key)], rest, part))
  const tree = isGroup(value) ? value : {}
  const { [key]: former, ...others } = tree
  const inner = putAt(former, rest, part)
  return inner === undefined ? others : { ...others, [key]: inner }
}
