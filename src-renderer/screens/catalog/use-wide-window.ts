import { useSyncExternalStore } from 'react'

function watched(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** From this width on there is room for the list and an item side by side. */
export const useWideWindow = watched('(min-width: 1360px)')

/** Up to this width the list has no room for all its columns. */
export const useNarrowWindow = watched('(max-width: 760px)')
