/** The catalog screen's stored choices and position, kept with the workspace. */
import * as z from 'zod'
import { tableForm } from '../export/model.ts'

/** Layouts of a result: rows with columns, pack shots, or narrow rows next to the open item. */
export const catalogViews = ['table', 'pictures', 'list'] as const
export type CatalogViewName = (typeof catalogViews)[number]

export const pictureSizes = ['small', 'medium', 'large'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** The query of the screen's address, `?q=oat&sort=name`: search, filters and order. */
const address = z.string().max(20_000)

/** Choices of the person; only a user action changes them. */
export const catalogChoices = z.object({
  view: z.enum(catalogViews).default('table'),
  pictureSize: z.enum(pictureSizes).default('medium'),
  /** Columns of the table, in order; empty for the default columns. */
  columns: z.array(z.string().max(60)).max(200).default([]),
  /** Column widths in pixels that differ from the default. */
  widths: z.record(z.string().max(60), z.number().min(40).max(2000)).default({}),
  /** Number of frozen first columns. */
  frozen: z.int().min(0).max(20).default(1),
  showsFacets: z.boolean().default(true),
  /** Facets whose folded state differs from the default. */
  foldedFacets: z.record(z.string().max(60), z.boolean()).default({}),
  /** Recent searches, newest first. */
  recent: z.array(z.string().max(500)).max(20).default([]),
  saved: z
    .array(z.object({ name: z.string().min(1).max(80), address }))
    .max(200)
    .default([]),
  /** The form of the last exported table. */
  exportForm: tableForm.optional(),
})
export type CatalogChoices = z.output<typeof catalogChoices>

/** The last position on the catalog screen. */
export const catalogPlace = z.object({
  address: address.default(''),
  /** The open item. */
  itemId: z.string().max(200).optional(),
  /** 0-based positions in the result: the first visible item, and the item with keyboard focus. */
  first: z.int().min(0).default(0),
  active: z.int().min(0).default(0),
  /** The last total, which sets the height of the list before the first result arrives. */
  total: z.int().min(0).default(0),
  /** The selected items; `all`: the entire result of the address except `ids`. */
  selected: z
    .object({ all: z.boolean(), ids: z.array(z.string().max(200)).max(10_000) })
    .default({ all: false, ids: [] }),
})
export type CatalogPlace = z.output<typeof catalogPlace>
