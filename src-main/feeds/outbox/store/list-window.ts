import {
  type FeedGroup,
  feedGroups,
  type OutboxState,
  statesOfGroup,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { windowStart } from '../../../storage/index.ts'

export interface Window {
  offset: number
  limit: number
}

/** A section of a list: its number of rows, and a function that reads a window of them. */
export interface Segment<Row> {
  total: number
  read(window: Window): Row[]
}

/** A window over consecutive segments. Past the end it is the last window. */
export function windowOf<Row>(
  segments: Segment<Row>[],
  requested: Window,
): { total: number; offset: number; rows: Row[] } {
  const total = segments.reduce((sum, segment) => sum + segment.total, 0)
  const offset = windowStart(requested, total)
  const rows: Row[] = []
  let before = 0
  for (const segment of segments) {
    const from = Math.max(0, offset - before)
    const left = requested.limit - rows.length
    if (left > 0 && from < segment.total) rows.push(...segment.read({ offset: from, limit: left }))
    before += segment.total
  }
  return { total, offset, rows }
}

const others: readonly FeedGroup[] = feedGroups.filter((group) => group !== 'needs-you')
/** Groups in list order without a group filter: those that need attention first, then all others together. */
export const needsYouFirst: readonly (readonly FeedGroup[])[] = [['needs-you'], others]
export const groupOrders = [...needsYouFirst, ...feedGroups.map((group) => [group])]
export const keyOf = (groups: readonly FeedGroup[]): string => groups.join()
export const statesOf = (groups: readonly FeedGroup[]): OutboxState[] =>
  groups.flatMap((group) => statesOfGroup[group])
