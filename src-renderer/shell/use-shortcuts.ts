import { useEffect, useEffectEvent, useRef } from 'react'
import { isCovered, isTyping } from '../ui/keys.ts'
import { destinations } from './destinations.ts'

export interface ShortcutActions {
  openPalette: () => void
  openShortcuts: () => void
  navigate: (path: string) => void
}

/** How long the G of "G, then C" is remembered. */
const sequenceMilliseconds = 1200

/** The keys that work on every screen. While someone types, only those with Ctrl or Cmd do. */
export function useShortcuts(actions: ShortcutActions): void {
  const waitingSince = useRef(0)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      actions.openPalette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return
    const key = event.key.toUpperCase()
    if (event.timeStamp - waitingSince.current < sequenceMilliseconds) {
      waitingSince.current = 0
      const destination = destinations.find((candidate) => candidate.key === key)
      if (destination) {
        event.preventDefault()
        actions.navigate(destination.path)
        return
      }
    }
    if (key === 'G') waitingSince.current = event.timeStamp
    if (event.key === '?') {
      event.preventDefault()
      actions.openShortcuts()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
