import * as z from 'zod'
import type { FeedKind } from '../../../../src-shared/drafts/model.ts'
import { gridColumns, nameColumn, standardColumns } from './grid-columns.ts'

/** Which columns a person sees, in which order and how wide (in pixels, where another width than usual was chosen). */
export interface GridLayout {
  columns: string[]
  widths: Record<string, number>
}

const kept = z.object({
  columns: z.array(z.string()).max(1000),
  widths: z.record(z.string(), z.number().min(40).max(2000)),
})

export const standardLayout = (kind: FeedKind): GridLayout => ({
  columns: [...standardColumns(kind)],
  widths: {},
})

/** The layout with columns that exist, each once, the item's name first. */
export function soundLayout(kind: FeedKind, { columns, widths }: GridLayout): GridLayout {
  const name = nameColumn(kind)
  const others = columns.filter((column) => column !== name && gridColumns(kind).has(column))
  return { columns: [name, ...new Set(others)], widths }
}

/** Where layouts are kept; the screen may give another place than this browser's own. */
export interface LayoutMemory {
  read(kind: FeedKind): GridLayout | undefined
  keep(kind: FeedKind, layout: GridLayout): void
}

const place = (kind: FeedKind): string => `feed-grid:${kind}`

/** Kept with the window, for this computer: a layout is a habit of the person, not a part of the catalog. */
export const windowMemory: LayoutMemory = {
  read(kind) {
    try {
      const read = kept.safeParse(JSON.parse(localStorage.getItem(place(kind)) ?? 'null'))
      return read.success ? read.data : undefined
    } catch {
      return undefined
    }
  },
  keep(kind, layout) {
    try {
      localStorage.setItem(place(kind), JSON.stringify(layout))
    } catch {
      // A full or forbidden store: the layout lasts as long as the screen.
    }
  },
}
