import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { Opening } from '../../src-shared/opening.ts'
import { desktop } from '../rpc/desktop.ts'
import { openFromOutside } from '../screens/import/file-from-outside.ts'

/**
 * Opens what other programs and the system ask for: a file in the import, which shows how it was understood,
 * an item by its code, or a feed of the outbox.
 * @param onCode opens the item that has a code, as for a scanned code
 */
export function useOpenings(onCode: (code: string) => void): void {
  const [, navigate] = useLocation()
  const open = useEffectEvent((opening: Opening) => {
    if (opening.open === 'item') return onCode(opening.gtin)
    if (opening.open === 'feed') return navigate(`/outbox/${encodeURIComponent(opening.id)}`)
    openFromOutside(opening.path)
    navigate('/import')
  })
  useEffect(() => {
    if (!desktop?.onOpening) return
    const { onOpening, takeOpenings } = desktop
    const take = () =>
      void takeOpenings().then(
        (openings) => openings.forEach(open),
        // The host ends.
        () => {},
      )
    take()
    return onOpening(take)
  }, [])
}
