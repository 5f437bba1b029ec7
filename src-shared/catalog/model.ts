import * as z from 'zod'
import type { AllergenId } from '../allergens/find-allergens.ts'
import { type LookupKind, lookupKinds } from '../api/endpoints.ts'
import type { FindingKind } from '../evidence/model.ts'

export { type LookupKind, lookupKinds }

/** What a product consists of, as a list shows it. */
export interface ItemContents {
  ingredients: string
  /** Kilocalories in one serving, unchanged from the record. */
  servingEnergy?: string
  /** Amounts in 100 g or ml by the name of the nutrient: `3.5 g`. */
  nutrients: Partial<Record<string, string>>
}

/** Open findings of the picture check about an item: their number of each kind, the heaviest first. */
export type ItemFindings = { kind: FindingKind; count: number }[]

/** One row of the catalog list. */
export interface CatalogRow {
  id: string
  name: string
  brand: string
  manufacturer: string
  /** The first product code of the record, unchanged; usually a GTIN. */
  code: string
  /** ISO 8601, unchanged from the record. */
  lastUpdated: string
  /** ISO 8601: when the service last listed the item; absent while it is listed. */
  notSeenSince?: string
  /** Net content with its unit, as a person writes it: `250 g`. Empty when the record has none. */
  size: string
  /** Name of the item's most specific category; empty when it has none. */
  category: string
  /** Label of the record's status. */
  status: string
  /** Kind of package, such as `Bottle`; empty when the record has none. */
  packageType: string
  /** GS1 view codes of the record's pictures, without duplicates. */
  views: string[]
  imageCount: number
  /** Allergens named in ingredients or warnings; absent if none is. */
  allergens?: AllergenId[]
  /** Kilocalories in 100 g or ml; absent if the record does not say. */
  energy?: number
  /** Only if the search asked for it. */
  contents?: ItemContents
  /** Score in percent by the default requirement profile; absent if there is none, or none yet. */
  completeness?: number
  /** Absent if there are none. */
  findings?: ItemFindings
  /** Address of a small front picture on this host, if one is stored. */
  thumbnail?: string
  /** A blurred preview of the picture as a `data:` address, shown while the picture loads. */
  placeholder?: string
}

/** The fields a thumbnail is drawn from. */
export type SmallPicture = Pick<CatalogRow, 'thumbnail' | 'placeholder'>

export interface CatalogPage {
  total: number
  /** False while `total` is a lower bound: call again, or wait for the next page. */
  isTotalExact: boolean
  offset: number
  rows: CatalogRow[]
  /** Terms of the query that were not understood; the search used the other terms. */
  problems: QueryProblem[]
  /** Words searched in addition to mistyped ones that found little: "also showing: oatlark". */
  alsoShowing: string[]
}

/** A term of a query that was not understood. Positions are UTF-16 offsets in the typed text. */
export interface QueryProblem {
  from: number
  to: number
  /** A plain sentence. */
  message: string
  /** Replacement for `from`..`to`, if one is known. */
  suggestion?: string
}

export interface FacetValue {
  id: string
  name: string
  count: number
}
export interface CategoryFacetValue extends FacetValue {
  /** The parent category, if it is in the list too. */
  parentId?: string
}

/**
 * Number of items of the selection per value, the most frequent first, at most 500 per facet. Each facet
 * ignores its own filter, so that a second value can be selected.
 */
export interface CatalogFacets {
  /** `counting`: the lists are still empty; call again. */
  state: 'ready' | 'counting'
  /** From 0 to 1, while counting. */
  progress: number
  brands: FacetValue[]
  manufacturers: FacetValue[]
  /** The id `none` (`noCategory`) stands for items without a named category. */
  categories: CategoryFacetValue[]
  statuses: FacetValue[]
  packageTypes: FacetValue[]
  /** By GS1 view code; the id `none` stands for items without pictures. */
  views: FacetValue[]
  /** By `scoreChoices`: scores by the default requirement profile. */
  completeness: FacetValue[]
  allergens: FacetValue[]
  /** Items per missing basic. */
  missing: FacetValue[]
  /** Items per kind of open finding of the picture check. */
  findings: FacetValue[]
  /** The latest sync runs that changed items, newest first; the id is that of the run. */
  changedIn: FacetValue[]
  notListed: number
  inDraft: number
  inOutbox: number
}

/** The value of the category facet and filter for items without a category. */
export const noCategory = 'none'

/** The basics that each item is checked for, with their names in `missing:`. */
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

/** Columns a list can be sorted by, ascending or descending. */
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
  'energy',
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
  /** Address on this host; absent while the picture is not stored. */
  url?: string
  thumbnail?: string
  /** A blurred preview as a `data:` address. */
  placeholder?: string
}

export interface ItemView {
  id: string
  /** The stored `<item>` element as text, byte for byte. */
  xml: string
  /** The namespace of the element. */
  namespace: string
  pictures: ItemPicture[]
  /** Content+ for individual retailers, as `<retailer>` elements (sandbox only). */
  retailerContent: { retailerId: string; retailerName: string; xml: string }[]
  /** ISO 8601: when this computer last received the item. */
  receivedAt: string
  /** ISO 8601: when the service last listed the item; absent while it is listed. */
  notSeenSince?: string
}

/** A selection of items. All given conditions must hold; any value of a list is enough for its condition. */
export const catalogSelection = z.object({
  /**
   * A query as typed (src-shared/catalog/query.ts): words, all of which must match, the last one as a
   * prefix; phrases, `-word`, `brand:oatlark`, `kcal<100`; or a product code in any form.
   */
  text: z.string().max(500).default(''),
  brandIds: z.array(z.string()).default([]),
  manufacturerIds: z.array(z.string()).default([]),
  categoryIds: z.array(z.string()).optional(),
  /** The status letters of the record. */
  statuses: z.array(z.string()).optional(),
  packageTypes: z.array(z.string()).optional(),
  views: z.array(z.string()).optional(),
  /** Identifiers of `scoreChoices`. */
  completeness: z.array(z.string()).optional(),
  allergens: z.array(z.string()).optional(),
  /** Identifiers of `basics`. */
  missing: z.array(z.string()).optional(),
  /** Kinds of open findings of the picture check. */
  findings: z.array(z.string()).optional(),
  /** Identifiers of sync runs. */
  changedIn: z.array(z.string()).optional(),
  /** Only items that the service no longer lists. */
  notListed: z.boolean().optional(),
  /** Only items with a code that is in a draft, or in a feed that is being sent. */
  inDraft: z.boolean().optional(),
  inOutbox: z.boolean().optional(),
  /** Identifiers of items excluded from the selection. */
  excludedIds: z.array(z.string()).max(10_000).optional(),
})
export type CatalogSelection = z.infer<typeof catalogSelection>

/** Absent: by relevance if the query has words; otherwise the earliest changed first. */
export const catalogSort = z.object({ by: z.enum(sortKeys), descending: z.boolean().default(false) })
export type CatalogSort = z.infer<typeof catalogSort>

/** Completions for the range `from`..`to` of a query. */
export interface QueryCompletion {
  from: number
  to: number
  options: { insert: string; label: string; detail?: string }[]
}

/**
 * The lists of names on this computer. The service has no list of categories: it is derived from the
 * categories of the catalog's items and those of a sandbox.
 */
export type ListKind = LookupKind | 'category'
export const listKinds: readonly ListKind[] = [...lookupKinds, 'category']

export interface LookupEntry {
  id: string
  name: string
}

/** Known facts of an item for which a list entry is chosen. */
export const itemToFill = z.object({
  /** The catalog's identifier, if the feed names it. */
  id: z.string().max(500).optional(),
  brandId: z.string().max(500).optional(),
  manufacturerId: z.string().max(500).optional(),
  /** The item's product codes, in any form. */
  codes: z.array(z.string().max(100)).max(20).optional(),
})
export type ItemToFill = z.infer<typeof itemToFill>

/** What an entry has in common with an item, according to the catalog on this computer. */
export interface InCommon {
  /** Items of the same brand, of the same manufacturer, or with a GTIN that starts with the same digits. */
  by: 'brand' | 'manufacturer' | 'digits'
  /** Number of such items that have the entry, and number of such items checked. */
  items: number
  of: number
  /** There are more such items; only the newest were checked. */
  isPart: boolean
  /** The shared first digits, for `digits`. */
  digits?: string
}

/** A list entry as an option to choose. */
export interface LookupOption extends LookupEntry {
  /** Names of the parent categories, the top level first. */
  path?: string[]
  /** Number of subcategories of a category. */
  narrower?: number
  common?: InCommon[]
  /** The name does not contain the text, but a similar word. */
  isSimilar?: boolean
}

export interface LookupPage {
  total: number
  /**
   * An exact match first, then entries with something in common with the item, then names that begin with the
   * text, then all others by name. Similar names are last.
   */
  entries: LookupOption[]
  /** The list is empty. */
  isListEmpty: boolean
  /** The text matches no entry, but has the form of an identifier of this list. */
  mayBeIdentifier: boolean
  /** Some categories have a parent: the list can be browsed. */
  isTree: boolean
}

/** Catalog items as options to choose. */
export interface ItemPick {
  rows: CatalogRow[]
  total: number
  /** The text is a product code, and these items have it: none, one, or (a defect of the catalog) several. */
  isCode: boolean
  /** The text, trimmed, is the identifier of the only item. */
  isIdentifier: boolean
  /** The correct check digit when the given one is wrong, for a code of a usual length. */
  checkDigit?: string
}

const shownText = z.string().max(20_000).optional()

/** The texts of an item by which its category is suggested. */
export const categoryTexts = z.object({
  name: shownText,
  brand: shownText,
  /** Identifier of the brand, if it is in the list. */
  brandId: shownText,
  description: shownText,
  ingredients: shownText,
})
export type CategoryTexts = z.infer<typeof categoryTexts>

/** A category that similar items of the catalog have. */
export interface CategorySuggestion {
  id: string
  name: string
  /** Name of the category above it, if there is one. */
  around?: string
  /** Name of the most similar item with this category. */
  like: string
  /** Only of the first: in a trial with this catalog, at least 95 % of such suggestions were right. */
  isSure: boolean
}
