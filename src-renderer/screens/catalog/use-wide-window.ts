import { useSyncExternalStore } from 'react'

/** From this width on there is room for the list and an item side by side. */
const wide = window.matchMedia('(min-width: 1360px)')

const subscribe = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export const useWideWindow = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
