import { createContext, use } from 'react'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'

/** What the head of a column can do. */
export interface ColumnActions {
  columnCount: number
  selectAll: () => void
  /** Selects the column; `isWider`: together with those selected before. */
  selectColumn: (index: number, isWider: boolean) => void
  /** Without a column: the draft's own order. */
  sort: (column: string | undefined, isDescending?: boolean) => void
  filterCell: (condition: DraftSelection['cell']) => void
  askContaining: (column: string) => void
  setAllShown: (index: number) => void
  move: (column: string, by: 1 | -1) => void
  hide: (column: string) => void
  /** How many columns stay in sight. */
  frozen: number
  freeze: (count: number) => void
}

export const ColumnActionsContext = createContext<ColumnActions | undefined>(undefined)

export function useColumnActions(): ColumnActions {
  const actions = use(ColumnActionsContext)
  if (!actions) throw new Error('The head of a column stands outside of a grid')
  return actions
}
