import type { KeyboardEvent } from 'react'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { MoveDirection } from '../grid-context.ts'

/** Props of all cell editors. */
export interface EditorProps {
  column: GridColumn
  /** Current value of the cell; '' if it is empty. */
  held: string
  /** Initial text of the field. */
  initial: string
  /** Editing started by typing, so arrow keys commit and move to the next cell. */
  isReplacing: boolean
  commit: (text: string | null, direction: MoveDirection, where?: 'active' | 'selected') => void
  leave: () => void
  /** Reports the uncommitted text. */
  hold: (text: string | null) => void
}

const directionByArrow: Record<string, MoveDirection> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Direction in which a key commits and moves on; undefined if the key belongs to the field. */
export function moveDirectionOf(
  { key, shiftKey }: KeyboardEvent,
  isReplacing: boolean,
): MoveDirection | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return isReplacing ? directionByArrow[key] : undefined
}

export const editorClass = 'block h-full w-full bg-surface px-2 text-sm text-ink outline-none'
