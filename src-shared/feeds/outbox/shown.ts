/** What the catalog shows of a processed feed: the comparison of the sent values with its records. */
import type { PlaceLabel } from '../../vocabulary/place-label.ts'
import type { Named } from '../draft/made-name.ts'

/**
 * - `waiting`: the record has not changed since the feed was sent
 * - `left-out`: the record has changed since, but has no such value
 * - `otherwise`: the record has changed since, and has another value
 * - `later`: the value was shown once, and has been changed again
 */
export const notShownStates = ['waiting', 'left-out', 'otherwise', 'later'] as const
export type NotShownState = (typeof notShownStates)[number]

/** Numbers of fields of the accepted items of a feed. */
export interface ShownCounts {
  /** Fields that can be compared. */
  fields: number
  shown: number
  notShown: Record<NotShownState, number>
  /** Fields that cannot be compared: no record shows them as they are sent. */
  unseen: number
  /** Items that a later feed of this workspace has changed again: they are not compared. */
  sentAgain: number
  /** Items that could not be compared, because their record cannot be read. */
  unread: number
}

/** A field that is not shown as sent. */
export interface NotShownField {
  /** 0-based position of the item in the feed. */
  position: number
  /** Identifier of the catalog item; '' if the catalog has none. */
  itemId: string
  /** Name of the item; '' if it has none. */
  name: string
  labels: PlaceLabel[]
  state: NotShownState
  sent: string
  /** Empty if the catalog shows no value. */
  found: string
}

/** The last comparison of a feed. */
export interface FeedShown {
  /**
   * `unprocessed`: the service has not finished the feed. `uncompared`: the catalog on this computer is older than
   * the result of the feed. `compared`: as the counts say.
   */
  state: 'unprocessed' | 'uncompared' | 'compared'
  /** Whether the catalog is a copy of a service, which only a sync renews. */
  isCopy: boolean
  /** ISO 8601: when it was compared, and the beginning of the sync whose copy it was compared with. */
  comparedAt?: string
  copiedAt?: string
  counts?: ShownCounts
  /** The first fields that are not shown, in the order of the feed; `maxNotShown` are stored. */
  notShown: NotShownField[]
}

/** Maximum number of stored fields of a feed. */
export const maxNotShown = 1000
/** Maximum number of these that are returned at once. */
export const maxNotShownListed = 200

/** A feed of which an item does not show everything. */
export interface ItemNotShown extends Named {
  feed: string
  states: NotShownState[]
  fields: number
}

/** Number of fields that are not shown, in all states. */
export const notShownCount = ({ notShown }: Pick<ShownCounts, 'notShown'>): number =>
  Object.values(notShown).reduce((sum, count) => sum + count, 0)
