import { useEffect, useEffectEvent } from 'react'

/** A link followed, or an address typed, on a screen that is open. */
const arrivals = ['pushState', 'hashchange'] as const

/** Calls `arrive` when something leads to the screen that is open already, even to the same address once more. */
export function useLedHere(arrive: () => void): void {
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    const listener = () => onArrival()
    for (const event of arrivals) window.addEventListener(event, listener)
    return () => {
      for (const event of arrivals) window.removeEventListener(event, listener)
    }
  }, [])
}
