import type { KeyboardEvent } from 'react'
import type { GridColumn } from '../columns/grid-columns.ts'
import type { Onward } from '../grid-context.ts'

/** Props of every kind of editor. */
export interface EditorProps {
  column: GridColumn
  /** What the cell holds; '' when it is empty. */
  held: string
  /** What the field begins with. */
  initial: string
  /** The person typed instead of opening the cell: arrow keys go on to the next cell. */
  isReplacing: boolean
  commit: (text: string | null, onward: Onward, where?: 'active' | 'selected') => void
  leave: () => void
  /** Says what is typed so far. */
  hold: (text: string | null) => void
}

const onwardByArrow: Record<string, Onward> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** What a key means to every editor, beside what it means to the field itself. */
export function onwardOf({ key, shiftKey }: KeyboardEvent, isReplacing: boolean): Onward | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return isReplacing ? onwardByArrow[key] : undefined
}

export const editorClass = 'block h-full w-full bg-surface px-2 text-sm text-ink outline-none'
