import type { Content } from '../freeze/shown-content.ts'

/** An item of a feed, and what a record would show of the item. */
export interface SentItem {
  /** GTIN-14; the item's identifier in a Content+ feed. */
  code: string
  /** The code as the catalog may write it: as sent, then with fewer or more leading zeros, which not every service ignores. */
  forms: string[]
  content: Content
}

/** What the catalog showed of an item at one moment. */
export interface Sighting {
  code: string
  /** `unclear`: the service's answer does not single out one item. */
  is: 'there' | 'absent' | 'unclear'
  /** The record's identifier, where there is a record. */
  id?: string
  /** The identifier and the codes by which a feed may name the item. */
  names?: string[]
  created?: string
  lastUpdated?: string
  /** SHA-256 of the record without its pictures. */
  digest?: string
  /** The labels of the record's values that differ from the values sent. */
  differs?: string[]
  /** The feed brings nothing that the record would show. */
  isMute?: true
}

/** What the catalog showed of the items of a feed. */
export interface CatalogView {
  /** When, by the service's own clock, milliseconds; absent where the service does not tell the time. */
  at?: number
  /** The items that were looked for. */
  sent: SentItem[]
  items: Sighting[]
  /** What the catalog showed before a feed was sent cannot tell whether the feed arrived, whatever it shows later. */
  tellsNothing?: true
}
