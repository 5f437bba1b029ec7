import * as z from 'zod'
import { feedKinds } from '../kinds/kinds.ts'

/** Layout of the grid of draft items. */
export const gridLayout = z.object({
  /** Visible columns in display order; the first names the item. */
  columns: z.array(z.string().max(500)).max(1000),
  /** Widths in pixels of resized columns. */
  widths: z.record(z.string().max(500), z.number().min(40).max(2000)),
  /** Number of columns that stay visible while scrolling sideways. */
  frozen: z.int().min(1).max(20).default(1),
})
export type GridLayout = z.output<typeof gridLayout>

/** Saved layouts by feed kind. */
export const gridLayouts = z.partialRecord(z.enum(feedKinds), gridLayout)
export type GridLayouts = z.output<typeof gridLayouts>
