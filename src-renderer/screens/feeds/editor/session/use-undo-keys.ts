import { useEffect, useEffectEvent } from 'react'
import { isCovered, isTyping } from '../../../../ui/text/keys.tsx'

/**
 * Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, for the draft as a whole. In a field with typing that is not saved yet the keys
 * are the field's own; an editor that takes them itself keeps them.
 */
export function useUndoKeys({
  undo,
  redo,
  hasUnsaved,
}: {
  undo: () => void
  redo: () => void
  hasUnsaved: () => boolean
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if ((key !== 'z' && key !== 'y') || isCovered()) return
    if (isTyping(event.target) && hasUnsaved()) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo()
    else undo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
