import type { DraftBase } from '../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'

/** State of a draft item; `undefined` stands for a missing item. */
export interface ItemState {
  value: PayloadItem
  /** The XML element as typed, while it cannot be parsed. */
  text?: string
  /** The catalog's value when the item was created, if known. */
  base?: DraftBase
}

/** States of items that have no base in the catalog. */
export const statesOf = (values: readonly PayloadItem[]): ItemState[] => values.map((value) => ({ value }))

/**
 * A reversible change of one item: the old and new value at a path of its state. An empty path means the
 * complete state, where `undefined` stands for a missing item, so that adding and removing items are changes
 * as well.
 */
export interface ItemChange {
  key: number
  at: (string | number)[]
  before?: unknown
  after?: unknown
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The smallest parts that differ. Branches shared by both states are skipped. */
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

/** Applies or undoes a change. Other parts are unchanged. */
export function withChange(
  state: ItemState | undefined,
  { at, before, after }: ItemChange,
  direction: 'do' | 'undo',
): ItemState | undefined {
  const part = direction === 'do' ? after : before
  return withPart(state, at, part) as ItemState | undefined
}

/** A copy of a value with another part at a path; undefined removes the part. */
export function withPart(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  part: unknown,
): unknown {
  if (key === undefined) return part
  if (Array.isArray(value)) return value.with(Number(key), withPart(value[Number(key)], rest, part))
  const tree = isGroup(value) ? value : {}
  const { [key]: former, ...others } = tree
  const inner = withPart(former, rest, part)
  return inner === undefined ? others : { ...others, [key]: inner }
}
