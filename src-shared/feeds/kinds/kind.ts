import type { EndpointName } from '../../api/endpoints.ts'
import type { Problem } from '../../problem.ts'
import type { Payload, PayloadItem } from './payload.ts'

/** How sentences name a feed of the kind. */
interface KindWords {
  /** As a heading: `Update items` */
  readonly label: string
  /** In brackets after a feed's name: `(update, sent ...)`. */
  readonly short: string
  /** `the update of 2026-11-26` */
  readonly dated: (at: string) => string
  /** `the update "Autumn" of 2026-11-26` */
  readonly named: (name: string, at: string) => string
}

/**
 * A kind of feed: what the service does with its items, and everything the program derives from that. No code asks
 * which kind a feed is; it asks for one of these properties. Each kind has a file of its own in this folder, and a row
 * in `kinds.ts`.
 */
export interface Kind {
  readonly payload: Payload
  /** The endpoint that takes the feed. */
  readonly endpoint: EndpointName
  /** Items in one feed at most; as many as the service takes when absent. */
  readonly maxItems?: number
  /** Whether the address of the call names the product code of the item (specification, endpoint 9). */
  readonly hasCodeInPath: boolean
  /** What becomes of an item that the catalog has already. */
  readonly ifPresent: 'refused' | 'changed' | 'replaced'
  /** What becomes of an item that the catalog does not have. */
  readonly ifAbsent: 'created' | 'refused'
  /** Members that the service changes, beside the product codes that name the item; all members when absent. */
  readonly changes?: readonly string[]
  /** Whether entries of a list are added to those that the item has; the list is replaced otherwise. */
  readonly addsToLists: boolean
  /** Whether a list of texts is replaced as a whole, even where other lists are added to. */
  readonly replacesTextLists?: boolean
  /** Paths below the item, without positions, that rules require: `ecommerceTitle`, `productCodes/productCode/text`. */
  readonly ruledFields: readonly string[]
  /** Paths that a form marks as required: `ruledFields`, and what the schema requires. */
  readonly requiredFields: readonly string[]
  /** Sections of the form by name; all when absent, none (one sheet) when empty. */
  readonly sections?: readonly string[]
  /** Columns that the grid shows before a person chooses others. */
  readonly gridColumns: readonly string[]
  /** A new item: the fields to fill first, empty. */
  readonly outline: () => PayloadItem
  /** The business rules, to be asked of the items of one feed in their order. `index` is 0-based. */
  readonly openRules: () => (item: PayloadItem, index: number) => Problem[]
  readonly words: KindWords
  /** Begins the name of a feed that nobody named: `Update: 3 items`. In English. */
  readonly title: string
  /** Whether a feed of one item that nobody named is named after the item alone. */
  readonly isNamedAfterItem: boolean
}
