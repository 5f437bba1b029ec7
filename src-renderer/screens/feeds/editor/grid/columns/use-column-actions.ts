import { createContext, use } from 'react'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'

/** Actions of a column header. */
export interface ColumnActions {
  columnCount: number
  selectAll: () => void
  /** Selects the column. `isWider` extends the current selection. */
  selectColumn: (index: number, isWider: boolean) => void
  /** Undefined restores the order of the draft. */
  sort: (column: string | undefined, isDescending?: boolean) => void
  filterCell: (condition: DraftSelection['cell']) => void
  askContaining: (column: string) => void
  setAllShown: (index: number) => void
  /** Opens the dialog that merges alike values. */
  mergeAlike: (column: string) => void
  move: (column: string, by: 1 | -1) => void
  hide: (column: string) => void
  /** Number of frozen columns. */
  frozen: number
  freeze: (count: number) => void
}

export const ColumnActionsContext = createContext<ColumnActions | undefined>(undefined)

export function useColumnActions(): ColumnActions {
  const actions = use(ColumnActionsContext)
  if (!actions) throw new Error('useColumnActions must be used inside a ColumnActionsContext')
  return actions
}
