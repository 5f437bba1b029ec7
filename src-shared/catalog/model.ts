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
  /** Net content with its unit, as a person writes it: `250 g`. Empty where the record does not say. */
  size: string
  /** Name of the item's most special category; empty where it has none. */
  category: string
  /** The record's status in words. */
  status: string
  /** Kind of package, such as `Bottle`; empty where the record does not say. */
  packageType: string
  /** GS1 view codes of the pictures the record names, each once. */
  views: string[]
  imageCount: number
  /**
   * How many of the basics (`basics`) the record has, in percent. Not the score of a requirement profile, which
   * is of the completeness room. Absent while the item has not been looked at.
   */
  completeness?: number
  /** Address of a small front picture on this host, when one is kept. */
  thumbnail?: string
  /** A blurred preview of the picture as a `data:` address, shown while the picture is not there. */
  placeholder?: string
}

/** What a small picture is drawn from. */
export type SmallPicture = Pick<CatalogRow, 'thumbnail' | 'placeholder'>

export interface CatalogPage {
  total: number
  /** False while `total` is the least there can be: ask again, or wait for the next page. */
  isTotalExact: boolean
  offset: number
  rows: CatalogRow[]
  /** What of the query was not understood; the rest of it was searched for. */
  problems: QueryProblem[]
  /** Words searched for in place of mistyped ones, because those found little: "also showing: oatlark". */
  alsoShowing: string[]
}

/** A term of a query that was not understood. Positions are UTF-16 units of the text as typed. */
export interface QueryProblem {
  from: number
  to: number
  /** A plain sentence. */
  message: string
  /** What to put in the place of `from`..`to`, where that is known. */
  suggestion?: string
}

export interface FacetValue {
  id: string
  name: string
  count: number
}
export interface CategoryFacetValue extends FacetValue {
  /** The more general category it is under, when that is in the list too. */
  parentId?: string
}

/**
 * How many items of the selection have each value, the most frequent first, at most 500 of a facet. Each list follows
 * every filter but its own, so that a second value can be chosen beside the first.
 */
export interface CatalogFacets {
  /** `counting`: the lists are not there yet and are empty; ask again. */
  state: 'ready' | 'counting'
  /** While counting, from 0 to 1. */
  progress: number
  brands: FacetValue[]
  manufacturers: FacetValue[]
  /** The id `none` (`noCategory`) is an item without any category that names something. */
  categories: CategoryFacetValue[]
  statuses: FacetValue[]
  packageTypes: FacetValue[]
  /** By GS1 view code; the id `none` is an item without any picture. */
  views: FacetValue[]
  /** By `completenessBands`. */
  completeness: FacetValue[]
  allergens: FacetValue[]
  /** Items that lack one of the basics. */
  missing: FacetValue[]
  /** The last sync runs that changed items, the newest first; the id is the run's. */
  changedIn: FacetValue[]
  notListed: number
  inDraft: number
  inOutbox: number
}

/** The value of the categories' facet and filter that is an item without any. */
export const noCategory = 'none'

/** What an item is looked at for, and by which name `missing:` asks for it. */
export const basics = [
  { id: 'name', label: 'Name' },
  { id: 'brand', label: 'Brand' },
  { id: 'manufacturer', label: 'Manufacturer' },
  { id: 'gtin', label: 'GTIN' },
  { id: 'category', label: 'Category' },
  { id: 'description', label: 'Description' },
  { id: 'image', label: 'Picture' },
  { id: 'size', label: 'Net content' },
  { id: 'package', label: 'Kind of package' },
  { id: 'ingredients', label: 'Ingredients' },
  { id: 'nutrition', label: 'Nutrition facts' },
  { id: 'origin', label: 'Country of origin' },
] as const
export type Basic = (typeof basics)[number]['id']

/** Bands of `completeness`, in percent, both ends included. */
export const completenessBands = [
  { id: '0-49', label: 'Under half', least: 0, most: 49 },
  { id: '50-79', label: '50 to 79 %', least: 50, most: 79 },
  { id: '80-99', label: '80 to 99 %', least: 80, most: 99 },
  { id: '100', label: 'All basics', least: 100, most: 100 },
] as const

/** Columns a list can be sorted by; each both ways. */
export const sortKeys = [
  'name',
  'brand',
  'manufacturer',
  'gtin',
  'category',
  'updated',
  'status',
  'packageType',
  'size',
  'completeness',
  'images',
] as const
export type SortKey = (typeof sortKeys)[number]

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

/** A selection of items: every given condition must hold; of the values of one list, any. */
export const catalogSelection = z.object({
  /**
   * A query as typed (src-shared/catalog/query.ts): words, all of which must match, the last one as a prefix; phrases,
   * `-word`, `brand:oatlark`, `kcal<100`; a product code in any form.
   */
  text: z.string().max(500).default(''),
  brandIds: z.array(z.string()).default([]),
  manufacturerIds: z.array(z.string()).default([]),
  categoryIds: z.array(z.string()).optional(),
  /** The letters of the record. */
  statuses: z.array(z.string()).optional(),
  packageTypes: z.array(z.string()).optional(),
  views: z.array(z.string()).optional(),
  /** Of `completenessBands`. */
  completeness: z.array(z.string()).optional(),
  allergens: z.array(z.string()).optional(),
  /** Of `basics`. */
  missing: z.array(z.string()).optional(),
  /** Identifiers of sync runs. */
  changedIn: z.array(z.string()).optional(),
  /** Only items that the service no longer lists. */
  notListed: z.boolean().optional(),
  /** Only items with a code that is in a draft, or in a feed on its way. */
  inDraft: z.boolean().optional(),
  inOutbox: z.boolean().optional(),
  /** Items that are taken out of the selection, by identifier. */
  excludedIds: z.array(z.string()).max(10_000).optional(),
})
export type CatalogSelection = z.infer<typeof catalogSelection>

/** Absent: with words the best match first, without words the earliest changed first. */
export const catalogSort = z.object({ by: z.enum(sortKeys), descending: z.boolean().default(false) })
export type CatalogSort = z.infer<typeof catalogSort>

/** What may be put in the place of `from`..`to` of a query that is being typed. */
export interface QueryCompletion {
  from: number
  to: number
  options: { insert: string; label: string; detail?: string }[]
}

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
  /** The catalog's identifier, where the feed names it. */
  id: z.string().max(500).optional(),
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
  /** Names of the parent categories, the top level first. */
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
