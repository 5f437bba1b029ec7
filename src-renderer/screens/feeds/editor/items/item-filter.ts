import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'

/** Filter of the items that the list and the grid show. */
export interface ItemFilter {
  text: string
  /** Items with this problem, or with any error if 'any'; undefined: all items. */
  problem: NonNullable<DraftSelection['problem']> | undefined
}

export const everyItem: ItemFilter = { text: '', problem: undefined }

export const selectionOf = ({ text, problem }: ItemFilter): DraftSelection => ({
  ...(text.trim() !== '' && { text: text.trim() }),
  ...(problem !== undefined && { problem }),
})

export const isFiltered = ({ text, problem }: ItemFilter): boolean =>
  text.trim() !== '' || problem !== undefined

/** The items selected in the list. */
export interface PickedItems {
  /** Whether all items of the filter are selected. */
  isAll: boolean
  keys: ReadonlySet<number>
}

export const nonePicked: PickedItems = { isAll: false, keys: new Set() }
