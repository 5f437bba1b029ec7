import { useEffect, useEffectEvent } from 'react'
import { hasOpenOverlay, isTyping } from '../../ui/text/keys.tsx'

/**
 * Keyboard shortcuts that work wherever the focus is: `/` and Ctrl+F search, Ctrl+Shift+F toggles the
 * filters, Escape closes the item.
 */
export function useCatalogKeys({
  onSearch,
  onFilters,
  onEscape,
}: {
  onSearch: () => void
  onFilters: () => void
  onEscape: () => void
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || hasOpenOverlay()) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault()
      if (event.shiftKey) onFilters()
      else onSearch()
      return
    }
    if (event.ctrlKey || event.metaKey || isTyping(event.target)) return
    if (event.key === '/') {
      event.preventDefault()
      onSearch()
    } else if (event.key === 'Escape') onEscape()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
