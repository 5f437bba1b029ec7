/**
 * Catalog quality: problems of items, as figures. Each figure has an identifier by which its items are
 * listed: `finding:invalid-gtin`, `side:7`, `band:50-79`, `brand:B1`, `lacks:Ingredients`.
 */
import { type CatalogSelection, catalogSelection } from '../catalog/model.ts'
import type { GroupScore, LackedField, RequirementProfile } from '../completeness/model.ts'
import { scoreBands } from '../completeness/score-bands.ts'
import { contradictingKinds } from '../evidence/model.ts'

/** The problems checked in each item. */
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
    about:
      'Fewer pixels on the longer side than the profile asks for (400 if it does not say), of the pictures kept on this computer.',
  },
  {
    id: 'picture-contradicts',
    label: 'Contradicted by a picture',
    about: 'A stored picture shows another code, value or allergen, according to the picture check.',
  },
  {
    id: 'nutrition',
    label: 'Nutrition that does not add up',
    about: 'Energy, parts or salt do not fit the other figures of the panel.',
  },
  { id: 'stale', label: 'Not updated for a year', about: 'According to the date in the record.' },
  { id: 'not-listed', label: 'No longer listed', about: 'The service has stopped giving the item.' },
  { id: 'unreadable', label: 'Records that cannot be read', about: 'They are kept but not checked.' },
] as const

/**
 * Findings that are also filters of the catalog. The catalog counts and lists them, always for the current
 * items, so that the filter and the figure have the same number.
 */
const catalogFindings: Partial<Record<(typeof findings)[number]['id'], Partial<CatalogSelection>>> = {
  'no-gtin': { missing: ['gtin'] },
  'no-picture': { missing: ['image'] },
  'not-listed': { notListed: true },
  'picture-contradicts': { findings: [...contradictingKinds] },
}
const selections = new Map(
  Object.entries(catalogFindings).map(([id, selection]) => [
    `finding:${id}`,
    catalogSelection.parse(selection),
  ]),
)
/** The items of a figure as a selection of the catalog; undefined for figures from a quality count. */
export const selectionOf = (figure: string): CatalogSelection | undefined => selections.get(figure)

/** The items of a band of the default profile's scores, as a selection of the catalog. */
export function bandSelection(figure: string): CatalogSelection | undefined {
  const band = scoreBands.find(({ id }) => figure === `band:${id}`)
  return band && catalogSelection.parse({ completeness: [band.id] })
}

/** Minimum pixels of the longer side where a profile does not say. */
const usualPixels = 400

/** The fewest pixels of the longer side that a profile asks for in a picture. */
export function minPixelsOf({ requirements }: Pick<RequirementProfile, 'requirements'>): number {
  const asked = requirements.flatMap(({ pixels }) => pixels ?? [])
  return asked.length === 0 ? usualPixels : Math.min(...asked)
}

/** The sides of a package that a picture can show, by the digit of the GS1 view code. */
export const sides = [
  { facing: '1', label: 'Front' },
  { facing: '7', label: 'Back' },
  { facing: '2', label: 'Left' },
  { facing: '8', label: 'Right' },
  { facing: '3', label: 'Top' },
  { facing: '9', label: 'Bottom' },
] as const

/**
 * The groupings of scores. A department is the top-level category of an item, a category the most specific
 * one.
 */
export const groupings = ['brand', 'retailer', 'department', 'category'] as const
export type Grouping = (typeof groupings)[number]

export interface GroupList {
  /** Groups with the most incomplete items first, at most `maxGroups`. */
  groups: GroupScore[]
  /** The total number of groups. */
  of: number
}
export const maxGroups = 100
/** Maximum items of a figure that are listed; its `items` counts all. */
export const maxListed = 10_000

export interface Figure {
  id: string
  items: number
}

export interface FindingFigure extends Omit<Figure, 'items'> {
  /** Absent while the catalog counts them, and for catalogs too large to be counted by filters. */
  items?: number
  /** The number of items checked. */
  of: number
  /** No picture has been read, so there is no number. */
  isUnchecked?: true
}

/** The results of a count with one profile, so far. */
export interface QualityFigures {
  counted: number
  total: number
  /** ISO 8601 */
  startedAt: string
  /** Absent while the count is running, and when it was stopped. */
  endedAt?: string
  /** The counted data has changed since the start. */
  isOutOfDate: boolean
  /** The requirement profile that items are scored by. */
  profileId: string
  profileName: string
  /** The items that the profile applies to, the number without anything missing, and the mean score. */
  scored: { items: number; complete: number; score: number }
  findings: FindingFigure[]
  sides: Figure[]
  bands: Figure[]
  groups: Record<Grouping, GroupList>
  /** Most frequent first. */
  lacked: LackedField[]
}

export interface QualityReport {
  /** Absent before the first count. While a count is running, these are from the last completed one. */
  figures?: QualityFigures
  /** `isWaiting`: a count with another profile is running, and this one follows. */
  counting?: { counted: number; total: number; isWaiting?: true }
  /** The catalog is being counted by filters: poll for the findings without a number. */
  isFiltering?: true
  /** Why the last count failed. */
  trouble?: string
}

export interface QualityRow {
  id: string
  name: string
  brand: string
  code: string
  /** ISO 8601, unchanged from the record. */
  lastUpdated: string
  /** Details of the finding for this item, in words; empty if there are none. */
  detail: string
}

export interface QualityList {
  /** The name of the figure: `Invalid GTINs`, `Oatlark: not complete`. */
  label: string
  /** The number of items in the figure, and how many of them can be listed. */
  items: number
  listed: number
  offset: number
  rows: QualityRow[]
}
