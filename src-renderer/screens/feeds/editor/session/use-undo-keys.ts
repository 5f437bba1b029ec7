import { useEffect, useEffectEvent } from 'react'
import { hasOpenOverlay, isTyping } from '../../../../ui/text/keys.tsx'

/**
 * Shortcuts for undo (Ctrl+Z) and redo (Ctrl+Shift+Z, Ctrl+Y) of the draft. In a field with unsaved typing,
 * the field handles the keys; so does an editor with its own undo.
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
    if ((key !== 'z' && key !== 'y') || hasOpenOverlay()) return
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
