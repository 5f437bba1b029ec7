/**
 * The quality of a catalog: what of its items asks for work. Every figure has a word by which its items are listed:
 * `finding:invalid-gtin`, `side:7`, `band:50-79`, `brand:B1`, `lacks:Ingredients`.
 */
import { type CatalogSelection, catalogSelection } from '../catalog/model.ts'
import type { GroupScore, LackedField } from '../completeness/model.ts'

/** What is looked for in each item. */
export const findings = [
  {
    id: 'invalid-gtin',
    label: 'Invalid GTINs',
    about: 'A code with a wrong check digit, or of a length that no GTIN has.',
  },
  { id: 'no-gtin', label: 'No GTIN', about: 'Nothing for a scanner to find the item by.' },
  { id: 'no-picture', label: 'No picture', about: 'The record names none.' },
  {
    id: 'small-picture',
    label: 'Pictures too small',
    about: 'Under 900 pixels on the longer side, of the pictures kept on this computer.',
  },
  {
    id: 'nutrition',
    label: 'Nutrition that does not add up',
    about: 'Energy, parts or salt do not fit the other figures of the panel.',
  },
  { id: 'stale', label: 'Not updated for a year', about: 'The record says so itself.' },
  { id: 'not-listed', label: 'No longer listed', about: 'The service has stopped giving the item.' },
  { id: 'unreadable', label: 'Records that cannot be read', about: 'They are kept, and judged by nothing.' },
] as const

/**
 * The findings that are filters of the catalog too. The catalog counts and lists them, always by the present items, so
 * that a filter and the figure of the finding agree.
 */
const catalogFindings: Partial<Record<(typeof findings)[number]['id'], Partial<CatalogSelection>>> = {
  'no-gtin': { missing: ['gtin'] },
  'no-picture': { missing: ['image'] },
  'not-listed': { notListed: true },
}
const selections = new Map(
  Object.entries(catalogFindings).map(([id, selection]) => [
    `finding:${id}`,
    catalogSelection.parse(selection),
  ]),
)
/** The items of a figure as a selection of the catalog; undefined for figures that a count of the quality finds. */
export const selectionOf = (figure: string): CatalogSelection | undefined => selections.get(figure)

/** Pixels of the longer side that a shop asks of a picture (the shipped profile “Online shop”). */
export const minPixels = 900

/** Bands of the score by the profile, in percent, both ends included. */
export const scoreBands = [
  { id: '0-49', label: 'Under half', least: 0 },
  { id: '50-79', label: '50 to 79 %', least: 50 },
  { id: '80-99', label: '80 to 99 %', least: 80 },
  { id: '100', label: 'Complete', least: 100 },
] as const

/** The sides of a package that a picture can show: the digit of the GS1 view code. */
export const sides = [
  { facing: '1', label: 'Front' },
  { facing: '7', label: 'Back' },
  { facing: '2', label: 'Left' },
  { facing: '8', label: 'Right' },
  { facing: '3', label: 'Top' },
  { facing: '9', label: 'Bottom' },
] as const

/** By what scores are grouped. A department is the top-level category of an item, a category the most specific one. */
export const groupings = ['brand', 'retailer', 'department', 'category'] as const
export type Grouping = (typeof groupings)[number]

export interface GroupList {
  /** Those with the most incomplete items first, `maxGroups` at most. */
  groups: GroupScore[]
  /** How many there are in all. */
  of: number
}
export const maxGroups = 100
/** Items of a figure that are listed; `items` of the figure counts all. */
export const maxListed = 10_000

export interface Figure {
  id: string
  items: number
}

export interface FindingFigure extends Omit<Figure, 'items'> {
  /** Absent while the catalog counts them, and in a catalog of more items than it counts by filters. */
  items?: number
  /** The items that were looked at. */
  of: number
}

/** What a count of the catalog by one profile came to, as far as it has come. */
export interface QualityFigures {
  counted: number
  total: number
  /** ISO 8601 */
  startedAt: string
  /** Absent while it goes on, and when it was stopped. */
  endedAt?: string
  /** What the figures are counted from has changed after the count began. */
  isOutOfDate: boolean
  /** The requirement profile by which items are scored. */
  profileId: string
  profileName: string
  /** The items that the profile is about, how many of them lack nothing, and the mean of their scores. */
  scored: { items: number; complete: number; score: number }
  findings: FindingFigure[]
  sides: Figure[]
  bands: Figure[]
  groups: Record<Grouping, GroupList>
  /** What is missing most often first. */
  lacked: LackedField[]
}

export interface QualityReport {
  /** Absent before the first count. While another count goes on, these are of the last one that came to its end. */
  figures?: QualityFigures
  /** `isWaiting`: a count by another profile is going on, and this one follows it. */
  counting?: { counted: number; total: number; isWaiting?: true }
  /** The catalog is being counted by filters: ask again for the findings without a number. */
  isFiltering?: true
  /** Why the last count failed. */
  trouble?: string
}

export interface QualityRow {
  id: string
  name: string
  brand: string
  code: string
  /** ISO 8601, as given. */
  lastUpdated: string
  /** What was found of this item, in words; empty where the figure says it all. */
  detail: string
}

export interface QualityList {
  /** What the figure is called: `Invalid GTINs`, `Oatlark: not complete`. */
  label: string
  /** Items that the figure counts, and how many of them can be listed. */
  items: number
  listed: number
  offset: number
  rows: QualityRow[]
}
