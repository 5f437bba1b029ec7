import type { Checkpoint } from './checkpoint.ts'

/** `lastUpdated` of a page's first and last items, milliseconds, and how many there are. */
export interface PageMoments {
  count: number
  firstUpdated?: number | undefined
  lastUpdated?: number | undefined
}

/** Whether the list is in order, as far as this page shows, which is the one before those that were read. */
export function noteOrder(next: Checkpoint, { count, firstUpdated, lastUpdated }: PageMoments): void {
  if (firstUpdated === undefined || lastUpdated === undefined) {
    next.ordered &&= count === 0
    return
  }
  if (firstUpdated > lastUpdated || firstUpdated > (next.frontier ?? firstUpdated)) next.ordered = false
  next.frontier = Math.min(firstUpdated, next.frontier ?? firstUpdated)
  next.updatedUpTo ??= lastUpdated
}
