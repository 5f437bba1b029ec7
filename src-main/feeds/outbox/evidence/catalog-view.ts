import type { Content } from '../freeze/shown-content.ts'

/** An item of a feed, with the values that its catalog record would show. */
export interface SentItem {
  /** GTIN-14; the item's identifier in a Content+ feed. */
  code: string
  /**
   * The code in the forms in which the catalog may store it: as sent, then with fewer or more leading zeros,
   * because not every service ignores them.
   */
  forms: string[]
  content: Content
}

/** What the catalog showed for an item at one time. Stored as JSON in a {@link CatalogView}. */
export interface Sighting {
  code: string
  /** `unclear`: the service's answer does not identify exactly one item. */
  is: 'there' | 'absent' | 'unclear'
  /** Identifier of the record, if there is one. */
  id?: string
  /** Name of the record. */
  title?: string
  /** The identifier and codes by which a feed may refer to the item. */
  names?: string[]
  created?: string
  lastUpdated?: string
  /** SHA-256 of the record without its pictures. */
  digest?: string
  /** Labels of the record's values that differ from the sent values. */
  differs?: string[]
  /** The feed contains nothing that the record would show. */
  isMute?: true
}

/** What the catalog showed for the items of a feed. Stored as JSON, so that no member may be renamed. */
export interface CatalogView {
  /** Time by the service's clock, in milliseconds since the epoch; absent if the service sends no time. */
  at?: number
  /** The items that were looked up. */
  sent: SentItem[]
  items: Sighting[]
  /** The state before the sending is no evidence, regardless of later states of the catalog. */
  tellsNothing?: true
}
