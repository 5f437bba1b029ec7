import { useLayoutEffect } from 'react'

/**
 * Removes the frame that `index.html` draws before any script runs, once the app has drawn something itself.
 * @param isShown whether the caller draws something
 */
export function useFirstFrameEnd(isShown = true): void {
  useLayoutEffect(() => {
    if (isShown) document.getElementById('first-frame')?.remove()
  }, [isShown])
}
