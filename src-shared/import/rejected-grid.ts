/** Rejected rows of an import as a grid: edits like those of a draft, with lines of the file as keys. */
import * as z from 'zod'
import { cellEdit } from '../feeds/draft/edits.ts'

/** Edits of rejected rows that form one undo step. */
export const rejectedStep = z.object({
  id: z.string(),
  label: z.string().max(1000),
  edits: z.array(cellEdit).max(1000),
})

/** The field path of a column of a file, in the problems of its rows. Paths have no brackets and slashes. */
export const pathOfColumn = (name: string): string => name.replace(/[[\]/]/g, ' ')

/** Number of edited rows by their result. */
export interface CheckedRows {
  created: number
  updated: number
  unchanged: number
  /** Rows that the choice for their class left out. */
  left: number
  /** Rows that are still rejected. */
  rejected: number
}
