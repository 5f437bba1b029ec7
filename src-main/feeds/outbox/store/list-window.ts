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

/** A part of a list that stands before the next part: how many rows it has, and a window of them. */
export interface Segment<Row> {
  total: number
  read(window: Window): Row[]
}

/** A window over parts that follow one another. Behind the end it is the last one. */
export function windowOf<Row>(
  parts: Segment<Row>[],
  asked: Window,
): { total: number; offset: number; rows: Row[] } {
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const offset = windowStart(asked, total)
  const rows: Row[] = []
  let before = 0
  for (const part of parts) {
    const from = Math.max(0, offset - before)
    const left = asked.limit - rows.length
    if (left > 0 && from < part.total) rows.push(...part.read({ offset: from, limit: left }))
    before += part.total
  }
  return { total, offset, rows }
}

const others: readonly FeedGroup[] = feedGroups.filter((group) => group !== 'needs-you')
/** What is listed one after the other where no group is asked for: what needs a person, then the rest in one order. */
export const needsYouFirst: readonly (readonly FeedGroup[])[] = [['needs-you'], others]
export const wholeOrder = [...needsYouFirst, ...feedGroups.map((group) => [group])]
export const keyOf = (groups: readonly FeedGroup[]): string => groups.join()
export const statesOf = (groups: readonly FeedGroup[]): OutboxState[] =>
  groups.flatMap((group) => statesOfGroup[group])
