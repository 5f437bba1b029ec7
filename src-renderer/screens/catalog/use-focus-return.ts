import { useEffect, useRef } from 'react'

/** Moves the focus back to the list when the open item is closed. */
export function useFocusReturn(isOpen: boolean, focusList: () => void): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusList()
    wasOpen.current = isOpen
  })
}
