import { useEffect, useEffectEvent } from 'react'

/** Events of following a link or typing an address while a screen is open. */
const arrivals = ['pushState', 'hashchange'] as const

/** Calls `arrive` on navigation to the screen that is already open, even to the same address. */
export function useArrival(arrive: () => void): void {
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    const listener = () => onArrival()
    for (const event of arrivals) window.addEventListener(event, listener)
    return () => {
      for (const event of arrivals) window.removeEventListener(event, listener)
    }
  }, [])
}
