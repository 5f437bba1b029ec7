import clsx from 'clsx'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn } from '../columns/grid-columns.ts'
import { shownText, storedText } from '../columns/grid-columns.ts'
import { useGrid } from '../grid-context.ts'
import { type GridRow, textOf } from '../row-windows.ts'
import { type EditorProps, editorClass, moveDirectionOf } from './editor-props.ts'
import { ItemEditor } from './item-editor.tsx'
import { ListEditor } from './list-editor.tsx'

interface CellEditorProps {
  column: GridColumn
  row: GridRow
  /** Ends editing. With `isFocused`, the cell gets the focus back. */
  onClose: (isFocused: boolean) => void
}

/** The editor for a column, inside the active cell. */
export function CellEditor({ column, row, onClose }: CellEditorProps) {
  const { actions, editStart, moveOn } = useGrid()
  // Rows may move during typing; the text belongs to the item that was edited first.
  const [edited] = useState(row)
  const text = textOf(edited, column.column) ?? ''
  const [start] = useState(editStart.current)
  const isFinished = useRef(false)
  const commit: EditorProps['commit'] = (next, direction, where = 'active') => {
    if (isFinished.current) return
    isFinished.current = true
    actions.hold()
    if (where === 'selected') actions.typeIntoSelected(next)
    else actions.type(next, edited, column)
    if (direction === 'stay') onClose(where === 'selected')
    else if (!moveOn(direction)) onClose(true)
  }
  const leave = () => {
    if (isFinished.current) return
    isFinished.current = true
    actions.hold()
    onClose(true)
  }
  const heldText = useRef<string | null>(undefined)
  const hold = (next: string | null) => {
    heldText.current = next
    actions.hold(next, edited, column)
  }
  const store = useEffectEvent(() => {
    if (isFinished.current || heldText.current === undefined) return
    isFinished.current = true
    actions.hold()
    actions.type(heldText.current, edited, column)
  })
  // Another screen is opened, or the window is closed, before the cell is left.
  useEffect(() => {
    const onLeave = () => store()
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  const isReplacing = start === 'replace'
  const props = { column, held: text, isReplacing, commit, leave, hold }
  if (column.input === 'item') return <ItemEditor {...props} initial={isReplacing ? '' : text} />
  if (column.lookup || column.choices)
    return <ListEditor {...props} initial={isReplacing ? '' : shownText(column, text)} />
  return <TextEditor {...props} initial={isReplacing ? '' : shownText(column, text)} />
}

/** Maximum size of the field for long texts, in pixels, as in grid.css. */
const maxHeight = 224
const maxWidth = 352

/** Text field with one line, or several for columns with long texts, where Alt+Enter inserts a line break. */
function TextEditor({ column, initial, isReplacing, commit, leave, hold }: EditorProps) {
  const [text, setShown] = useState(initial)
  const setText = (next: string) => {
    setShown(next)
    hold(storedText(column, next))
  }
  const isLong = column.input === 'paragraph'
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
    const grid = element?.closest('[role=grid]')?.getBoundingClientRect()
    const cell = element?.parentElement?.getBoundingClientRect()
    if (!isLong || !element || !grid || !cell) return
    // Near an edge of the grid, the field opens in the opposite direction.
    element.toggleAttribute('data-low', cell.top + maxHeight > grid.bottom)
    element.toggleAttribute('data-far', cell.left + maxWidth > grid.right)
  }, [isLong])
  const stored = () => storedText(column, text)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // During composition, keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (isLong && event.key === 'Enter' && event.altKey) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = field.current ?? { selectionStart: 0, selectionEnd: 0 }
      field.current?.setRangeText('\n', selectionStart, selectionEnd, 'end')
      setText(field.current?.value ?? '')
    } else if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit(stored(), 'stay', 'selected')
    else {
      const direction = moveDirectionOf(event, isReplacing)
      if (!direction) return
      event.preventDefault()
      commit(stored(), direction)
    }
    event.stopPropagation()
  }
  const props = {
    ref: field,
    value: text,
    'aria-label': column.title,
    spellCheck: column.input === 'paragraph' || column.input === 'text',
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
    onKeyDown,
    onBlur: () => commit(stored(), 'stay'),
  }
  if (isLong) return <textarea {...props} rows={1} className={clsx(editorClass, 'draft-grid-paragraph')} />
  return (
    <input
      {...props}
      type="text"
      inputMode={
        column.input === 'integer' || column.input === 'gtin'
          ? 'numeric'
          : column.isNumber
            ? 'decimal'
            : undefined
      }
      className={clsx(
        editorClass,
        (column.isNumber || column.input === 'gtin') && 'tabular',
        column.isNumber && 'text-end',
      )}
    />
  )
}
