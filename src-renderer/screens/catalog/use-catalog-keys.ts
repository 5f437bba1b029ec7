import { useEffect, useEffectEvent } from 'react'
import { isCovered, isTyping } from '../../ui/keys.tsx'

/** The keys of the catalog that work wherever the focus is: `/` to search, Escape to close the item. */
export function useCatalogKeys({ onSearch, onEscape }: { onSearch: () => void; onEscape: () => void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isCovered()) return
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
