/** Catalog items that may be the same product, with the reasons. */
import type { CatalogRow } from '../catalog/model.ts'

/**
 * How certain it is that two items are one product. `sure`: the same GTIN; `likely`: one sign and none
 * against it; `possible`: a sign that can have other causes.
 */
export const surenesses = ['sure', 'likely', 'possible'] as const
export type Sureness = (typeof surenesses)[number]

/** A property that two items share. */
export type Why =
  /** The GTINs as written in the records; `reading` is set if one had to be completed to equal the other. */
  | { kind: 'gtin'; codes: [string, string]; reading?: 'upc-e' | 'completed' }
  /**
   * Names of one brand. `same`: the same words; `misspelt`: all but one letter; `amount`: the same words,
   * but one name has no amount.
   */
  | { kind: 'name'; likeness: 'same' | 'misspelt' | 'amount' }
  /**
   * Front pictures of items with similar names (`namesFitPicture`), with the number of hash bits (of 64) that
   * differ.
   */
  | { kind: 'picture'; bits: number }
export type WhyKind = Why['kind']

/** Two items by their row numbers, the smaller first. */
export interface Pair {
  one: number
  other: number
  why: Why
  /** Both items have a valid GTIN, and the GTINs differ. */
  ownGtins?: boolean
}

/** An item as shown in a group. */
export type DuplicateItem = Pick<
  CatalogRow,
  'id' | 'name' | 'brand' | 'manufacturer' | 'code' | 'lastUpdated' | 'thumbnail' | 'placeholder'
>

export interface DuplicateGroup {
  items: DuplicateItem[]
  /** Number of items of the group that are not in `items`. */
  more: number
  whys: Why[]
  sureness: Sureness
  /** Each item has a different valid GTIN: they may be sizes or varieties of one product. */
  ownGtins: boolean
}

/** The current step of a scan. */
export type ScanStep = 'pictures' | 'codes' | 'names' | 'comparing'

export interface DuplicateScan {
  state: 'looking' | 'completed' | 'stopped' | 'failed'
  step: ScanStep
  /** Progress within the step, in pictures or items. */
  done: number
  total: number
  /** Items in the catalog at the start of the scan. */
  items: number
  /** Number of the last item change that the scan includes. */
  asOf: number
  /** Items have changed since the scan. */
  isOutOfDate: boolean
  startedAt: string
  /** The catalog has more pairs, or larger brands, than a scan processes. */
  isPart: boolean
  note?: string
}

export interface DuplicatePage {
  look: DuplicateScan | null
  /** Number of groups per certainty, without those marked as no duplicates. */
  counts: Record<Sureness, number>
  total: number
  offset: number
  groups: DuplicateGroup[]
}

/** Maximum items of a group that are listed and can be marked at once. */
export const maxInGroup = 20
/** Maximum pairs stored for one scan. */
export const maxPairs = 50_000
