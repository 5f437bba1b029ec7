import * as z from 'zod'
import { type LookupKind, lookupKinds } from '../api/endpoints.ts'

export { type LookupKind, lookupKinds }

/** One row of the catalog list. */
export interface CatalogRow {
  id: string
  name: string
  brand: string
  manufacturer: string
  /** The first product code as the record has it, usually a GTIN. */
  code: string
  /** ISO 8601, as given. */
  lastUpdated: string
  /** ISO 8601: when the service last listed the item; absent while it is listed. */
  notSeenSince?: string
  /** Address of a small front picture on this host, when one is kept. */
  thumbnail?: string
  /** A blurred preview of the picture as a `data:` address, shown while the picture is not there. */
  placeholder?: string
}

/** What a small picture is drawn from. */
export type SmallPicture = Pick<CatalogRow, 'thumbnail' | 'placeholder'>

export interface CatalogPage {
  total: number
  offset: number
  rows: CatalogRow[]
}

export interface FacetValue {
  id: string
  name: string
  count: number
}

/** Brands and manufacturers present in the current selection, the most frequent first. */
export interface CatalogFacets {
  brands: FacetValue[]
  manufacturers: FacetValue[]
}

export interface ItemPicture {
  /** GS1 view code, e.g. `A1C1`. */
  view: string
  type: string
  mimeType: string
  description: string
  /** The address of the picture in the record. */
  sourceUrl: string
  /** Address on this host; absent while the picture is not kept. */
  url?: string
  thumbnail?: string
  /** A blurred preview as a `data:` address. */
  placeholder?: string
}

export interface ItemView {
  id: string
  /** The stored `<item>` element, byte for byte, as text. */
  xml: string
  /** The namespace the element belongs to. */
  namespace: string
  pictures: ItemPicture[]
  /** Content+ kept for single retailers, as `<retailer>` elements (sandbox only). */
  retailerContent: { retailerId: string; retailerName: string; xml: string }[]
  /** ISO 8601: when this computer last received the item. */
  receivedAt: string
  /** ISO 8601: when the service last listed the item; absent while it is listed. */
  notSeenSince?: string
}

export const catalogSelection = z.object({
  /** Words as typed; all must match, the last one as a prefix. Digits also search the product codes. */
  text: z.string().max(500).default(''),
  brandIds: z.array(z.string()).default([]),
  manufacturerIds: z.array(z.string()).default([]),
  /** Only items that the service no longer lists. */
  notListed: z.boolean().optional(),
})
export type CatalogSelection = z.infer<typeof catalogSelection>

/**
 * The lists of names on this computer. The service has no list of categories: it is made of the categories of the
 * catalog's items and those that a sandbox has.
 */
export type ListKind = LookupKind | 'category'
export const listKinds: readonly ListKind[] = [...lookupKinds, 'category']

export interface LookupEntry {
  id: string
  name: string
}

/** What is known of an item for which an entry of a list is chosen. */
export const itemToFill = z.object({
  brandId: z.string().max(500).optional(),
  manufacturerId: z.string().max(500).optional(),
  /** Its product codes, in any form. */
  codes: z.array(z.string().max(100)).max(20).optional(),
})
export type ItemToFill = z.infer<typeof itemToFill>

/** What an entry has in common with an item, by the catalog on this computer. */
export interface InCommon {
  /** Items of the item's brand, of its manufacturer, or whose GTIN begins with the same digits. */
  by: 'brand' | 'manufacturer' | 'digits'
  /** Items of that kind that have the entry, and how many were looked at. */
  items: number
  of: number
  /** There are more of that kind: the newest were looked at. */
  isPart: boolean
  /** The digits, for `digits`. */
  digits?: string
}

/** An entry of a list as a person chooses it. */
export interface LookupOption extends LookupEntry {
  /** Names of the wider categories around a category, the widest first. */
  path?: string[]
  /** How many narrower categories a category has. */
  narrower?: number
  common?: InCommon[]
}

export interface LookupPage {
  total: number
  /** What has something in common with the item first, then by name. */
  entries: LookupOption[]
  /** The list has no entry at all. */
  isListEmpty: boolean
  /** The text is no entry of the list, but has the form of an identifier of it. */
  mayBeIdentifier: boolean
  /** Some categories have wider ones around them: the list can be browsed. */
  isTree: boolean
}

/** An item of the catalog as a person chooses it. */
export interface ItemPick {
  rows: CatalogRow[]
  total: number
  /** The text is a product code, and these are the items that have it: none, one, or (a fault of the catalog) several. */
  isCode: boolean
  /** The text, blanks aside, is the identifier of the only item. */
  isIdentifier: boolean
  /** The check digit is wrong: the right one, for a code of a usual length. */
  checkDigit?: string
}
