import { createContext, use } from 'react'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { GridSelection } from './typing/selection.ts'
import type { GridActions } from './use-grid-actions.ts'

/** How a cell came to be edited: typing replaces what it holds, F2 and Enter keep it. */
export type EditStart = 'replace' | 'keep'

/** Where the person goes on after editing a cell. */
export type Onward = 'stay' | 'down' | 'up' | 'right' | 'left'

/** What the parts of one grid share; it stays the same object while the grid is there. */
export interface GridShared {
  selection: GridSelection
  actions: GridActions
  /** How the editor that opens next was asked for. */
  editStart: { current: EditStart }
  kind: FeedKind
  /** Moves the active cell and gives it the focus; false at the edge of the table, where it stays. */
  moveOn: (onward: Onward) => boolean
}

export const GridContext = createContext<GridShared | undefined>(undefined)

export function useGrid(): GridShared {
  const shared = use(GridContext)
  if (!shared) throw new Error('A part of the grid stands outside of a grid')
  return shared
}
