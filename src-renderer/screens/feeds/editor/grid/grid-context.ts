import { createContext, use } from 'react'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { GridSelection } from './typing/selection.ts'
import type { GridActions } from './use-grid-actions.ts'

/** How editing of a cell starts: typing replaces its value, F2 and Enter keep it. */
export type EditStart = 'replace' | 'keep'

/** Where the active cell moves after editing. */
export type MoveDirection = 'stay' | 'down' | 'up' | 'right' | 'left'

/** Objects shared by the parts of one grid. The object stays the same while the grid is mounted. */
export interface GridShared {
  selection: GridSelection
  actions: GridActions
  /** How the next editor is opened. */
  editStart: { current: EditStart }
  kind: FeedKind
  /** Moves the active cell and focuses it. Returns false at the edge of the table, where it does not move. */
  moveOn: (direction: MoveDirection) => boolean
}

export const GridContext = createContext<GridShared | undefined>(undefined)

export function useGrid(): GridShared {
  const shared = use(GridContext)
  if (!shared) throw new Error('useGrid must be used inside a GridContext')
  return shared
}
