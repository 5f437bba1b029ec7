import * as z from 'zod'
import { feedKinds } from '../kinds/kinds.ts'

/** How a person looks at the items of a draft in the grid. */
const gridLayout = z.object({
  /** The columns shown, in their order; the first names the item. */
  columns: z.array(z.string().max(500)).max(1000),
  /** Pixels, of the columns that were made wider or narrower than usual. */
  widths: z.record(z.string().max(500), z.number().min(40).max(2000)),
  /** How many of the columns stay in sight while one scrolls sideways. */
  frozen: z.int().min(1).max(20).default(1),
})
export type GridLayout = z.output<typeof gridLayout>

/** A layout for each kind of feed that somebody arranged. */
export const gridLayouts = z.partialRecord(z.enum(feedKinds), gridLayout)
export type GridLayouts = z.output<typeof gridLayouts>
