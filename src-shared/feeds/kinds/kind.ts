import type { EndpointName } from '../../api/endpoints.ts'
import type { Problem } from '../../problem.ts'
import type { Payload, PayloadItem } from './payload.ts'

/** Texts that name a feed of this kind in sentences. */
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
 * A feed kind: how the service treats its items, and everything the program derives from that. Code never
 * compares the kind's name; it reads these properties. Each kind has its own file in this folder and a row in
 * `kinds.ts`.
 */
export interface Kind {
  readonly payload: Payload
  /** Endpoint to which the feed is posted. */
  readonly endpoint: EndpointName
  /** Maximum number of items per feed; only the service's limit applies if absent. */
  readonly maxItems?: number
  /** Whether the URL of the call contains the item's product code (specification, endpoint 9). */
  readonly hasCodeInPath: boolean
  /** Effect on an item that the catalog already has. */
  readonly ifPresent: 'refused' | 'changed' | 'replaced'
  /** Effect on an item that the catalog does not have. */
  readonly ifAbsent: 'created' | 'refused'
  /**
   * Members that the service changes, in addition to the product codes that identify the item; all if absent.
   */
  readonly changes?: readonly string[]
  /** Whether list entries are appended to those of the item; otherwise the list is replaced. */
  readonly addsToLists: boolean
  /** Whether a list of plain texts is replaced even if `addsToLists` is set. */
  readonly replacesTextLists?: boolean
  /**
   * Fields that rules require, relative to the item and without indexes: `ecommerceTitle`,
   * `productCodes/productCode/text`.
   */
  readonly ruledFields: readonly string[]
  /** Fields that a form marks as required: `ruledFields` plus those that the schema requires. */
  readonly requiredFields: readonly string[]
  /** Names of the form's sections; all if absent, a single page without sections if empty. */
  readonly sections?: readonly string[]
  /** Default columns of the grid. */
  readonly gridColumns: readonly string[]
  /** A new item with the fields to fill first, empty. */
  readonly outline: () => PayloadItem
  /**
   * Creates the business rules for one feed; they must be called with its items in order. `index` is 0-based.
   */
  readonly openRules: () => (item: PayloadItem, index: number) => Problem[]
  readonly words: KindWords
  /** Start of the default name of a feed, in English: `Update: 3 items`. */
  readonly title: string
  /** Whether the default name of a feed with one item is the item's name alone. */
  readonly isNamedAfterItem: boolean
}
