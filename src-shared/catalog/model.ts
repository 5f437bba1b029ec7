import * as z from 'zod'

/** One row of the catalog list: what is needed to recognise an item, nothing more. */
export interface CatalogRow {
  id: string
  name: string
  brand: string
  manufacturer: string
  /** The code as given by the source, usually a GTIN. */
  code: string
  /** ISO 8601, as given. */
  lastUpdated: string
  /** ISO 8601: the service no longer lists the item, and last gave it then. */
  notSeenSince?: string
  /** Address of a small front picture on this host, when one is kept. */
  thumbnail?: string
  /** `data:` address of a few blurred pixels of it, to be shown until it is there, or when it was given up for room. */
  placeholder?: string
}

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
  /** Where the source keeps it. */
  sourceUrl: string
  /** Address on this host; absent when the picture is not kept offline (yet). */
  url?: string
  thumbnail?: string
  /** `data:` address of a few blurred pixels. */
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
  /** ISO 8601: the service no longer lists the item, and last gave it then. It is kept all the same. */
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

export const lookupKinds = ['manufacturer', 'brand', 'distributor', 'retailer'] as const

export type LookupKind = (typeof lookupKinds)[number]

/**
 * The lists kept by name on this computer. The service has none of categories: theirs is what the catalog's items are
 * in, and what a sandbox knows.
 */
export const listKinds = [...lookupKinds, 'category'] as const

export type ListKind = (typeof listKinds)[number]

export interface LookupEntry {
  id: string
  name: string
}
