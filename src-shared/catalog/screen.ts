/** What the catalog's screen remembers of a person's choices and place, kept with the workspace. */
import * as z from 'zod'

/** Ways to look at one result: rows with columns, pack shots, and narrow rows beside the open item. */
export const catalogViews = ['table', 'pictures', 'list'] as const
export type CatalogViewName = (typeof catalogViews)[number]

export const pictureSizes = ['small', 'medium', 'large'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** The query of the screen's address, `?q=oat&sort=name`: search, filters and order. */
const address = z.string().max(20_000)

/** What a person chose: it changes by a press only. */
export const catalogChoices = z.object({
  view: z.enum(catalogViews).default('table'),
  pictureSize: z.enum(pictureSizes).default('medium'),
  /** Columns of the table, in order; empty: the usual ones. */
  columns: z.array(z.string().max(60)).max(60).default([]),
  /** In pixels, where another width than the usual one was chosen. */
  widths: z.record(z.string().max(60), z.number().min(40).max(2000)).default({}),
  /** How many of the first columns stay in sight. */
  frozen: z.int().min(0).max(20).default(1),
  showsFacets: z.boolean().default(true),
  /** Facets that are folded, or unfolded, otherwise than usual. */
  foldedFacets: z.record(z.string().max(60), z.boolean()).default({}),
  /** The texts last searched for, the newest first. */
  recent: z.array(z.string().max(500)).max(20).default([]),
  saved: z
    .array(z.object({ name: z.string().min(1).max(80), address }))
    .max(200)
    .default([]),
})
export type CatalogChoices = z.output<typeof catalogChoices>

/** Where a person was. */
export const catalogPlace = z.object({
  address: address.default(''),
  /** The item that was open. */
  itemId: z.string().max(200).optional(),
  /** The first item in sight, and the one the keyboard was on, by their places in the result. */
  first: z.int().min(0).default(0),
  active: z.int().min(0).default(0),
  /** The total then: the list has its height before the first answer. */
  total: z.int().min(0).default(0),
  /** The selected items; `all`: the whole result of the address but `ids`. */
  selected: z
    .object({ all: z.boolean(), ids: z.array(z.string().max(200)).max(10_000) })
    .default({ all: false, ids: [] }),
})
export type CatalogPlace = z.output<typeof catalogPlace>
