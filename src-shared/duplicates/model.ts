/** Items of the catalog that may be one and the same product, and why. */
import type { CatalogRow } from '../catalog/model.ts'

/** How sure it is that a pair is one product: one GTIN; a sign of it and nothing against it; a sign that has other reasons too. */
export const surenesses = ['sure', 'likely', 'possible'] as const
export type Sureness = (typeof surenesses)[number]

/** What two items have in common. */
export type Why =
  /** The GTINs as the records write them; `reading` when one had to be completed to be the other. */
  | { kind: 'gtin'; codes: [string, string]; reading?: 'upc-e' | 'completed' }
  /** Names of one brand: the same words, all but one letter, or the same words where one name says no amount. */
  | { kind: 'name'; likeness: 'same' | 'misspelt' | 'amount' }
  /** Front pictures, and how many of their 64 signs differ. */
  | { kind: 'picture'; bits: number }
export type WhyKind = Why['kind']

/** Two items by their row numbers, the smaller first. */
export interface Pair {
  one: number
  other: number
  why: Why
  /** Each of the two has a valid GTIN, and the GTINs differ. */
  ownGtins?: boolean
}

/** An item as a group shows it. */
export type DuplicateItem = Pick<
  CatalogRow,
  'id' | 'name' | 'brand' | 'manufacturer' | 'code' | 'lastUpdated' | 'thumbnail' | 'placeholder'
>

export interface DuplicateGroup {
  items: DuplicateItem[]
  /** Items of the group beyond those told. */
  more: number
  whys: Why[]
  sureness: Sureness
  /** Each of two items has a valid GTIN of its own: they may be sizes or varieties of one product. */
  ownGtins: boolean
}

/** The part of a look that is under way. */
export type LookStep = 'pictures' | 'codes' | 'names' | 'comparing'

export interface DuplicateLook {
  state: 'looking' | 'completed' | 'stopped' | 'failed'
  step: LookStep
  /** Of the step: pictures or items. */
  done: number
  total: number
  /** Items in the catalog when the look began. */
  items: number
  /** The number of the last change of items that the look saw. */
  asOf: number
  /** Items have changed since. */
  isOutOfDate: boolean
  startedAt: string
  /** There were more pairs, or larger brands, than are looked through. */
  isPart: boolean
  note?: string
}

export interface DuplicatePage {
  look: DuplicateLook | null
  /** Groups of each sureness, those marked as no duplicates left out. */
  counts: Record<Sureness, number>
  total: number
  offset: number
  groups: DuplicateGroup[]
}

/** Items of one group that are told and can be marked at once. */
export const maxInGroup = 20
/** Pairs that are kept of one look. */
export const maxPairs = 50_000
