import { useEffect, useRef } from 'react'
import { isCovered } from '../ui/text/keys.tsx'

const main = (): HTMLElement | null => document.querySelector('main')

/** Puts the focus on the heading of the screen, where reading and Tab go on; else on the screen. */
function focusScreen(): void {
  const heading = main()?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? main())?.focus()
}

/** Frames in which a screen that is loaded at its first visit must have its heading. */
const mostFrames = 300

/**
 * Moves the focus to a screen when a person comes to it, unless the screen has taken the focus itself. Within the catalog
 * the focus stays in the list, and within Local API on the tab.
 */
export function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const [, from] = before.current.split('/')
    const [, to] = path.split('/')
    const isSame = before.current === path || (from === to && (to === 'catalog' || to === 'local-api'))
    before.current = path
    if (isSame) return
    let frame = 0
    let request = 0
    const arrive = () => {
      const place = main()
      // A dialog or menu that closes gives the focus back first; the heading may still be loading.
      const isReady = !isCovered() && place?.querySelector('h1')
      if (!isReady && frame++ < mostFrames) request = requestAnimationFrame(arrive)
      else if (place && !place.contains(document.activeElement)) focusScreen()
    }
    request = requestAnimationFrame(arrive)
    return () => cancelAnimationFrame(request)
  }, [path])
}
