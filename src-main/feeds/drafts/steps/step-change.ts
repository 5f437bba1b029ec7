import type { ItemChange } from '../make/item-change.ts'

/** A change of the draft's own fields. */
export interface HeadChange {
  head: 'name' | 'name_parts' | 'group_name' | 'kind' | 'frame' | 'deleted_at'
  before: string | number | null
  after: string | number | null
}
export type StepChange = ItemChange | HeadChange
export const isHeadChange = (change: StepChange): change is HeadChange => 'head' in change
export const isItemChange = (change: StepChange): change is ItemChange => !isHeadChange(change)

/** The changes of a step in one draft. */
export interface StepPart {
  draft: string
  changes: StepChange[]
}
