import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'

/** Which items of a draft the list and the grid show. */
export interface ItemFilter {
  text: string
  /** Items with this problem, or with any error; undefined: all. */
  problem: NonNullable<DraftSelection['problem']> | undefined
}

export const everyItem: ItemFilter = { text: '', problem: undefined }

export const selectionOf = ({ text, problem }: ItemFilter): DraftSelection => ({
  ...(text.trim() !== '' && { text: text.trim() }),
  ...(problem !== undefined && { problem }),
})

export const isFiltered = ({ text, problem }: ItemFilter): boolean =>
  text.trim() !== '' || problem !== undefined

/** Items someone has chosen out of those shown. */
export interface PickedItems {
  /** All that the filter shows. */
  isAll: boolean
  keys: ReadonlySet<number>
}

export const nonePicked: PickedItems = { isAll: false, keys: new Set() }
