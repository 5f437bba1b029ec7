import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { Opening } from '../../src-shared/opening.ts'
import { desktop } from '../rpc/desktop.ts'
import { fileFromOutside } from '../screens/import/file-from-outside.ts'
import { archiveFromOutside, useDroppedArchive } from '../screens/workspaces/archive-from-outside.ts'

/**
 * Opens what other programs and the system ask for: a file in the import, which shows how it was understood,
 * an archive in the dialog that restores it, an item by its code, the outbox, or a feed of it. An archive can
 * also be dropped on the window.
 * @param onCode opens the item that has a code, as for a scanned code
 */
export function useOpenings(onCode: (code: string) => void): void {
  const [, navigate] = useLocation()
  const openArchive = (file: string) => {
    archiveFromOutside.give(file)
    navigate('/workspaces')
  }
  const open = useEffectEvent((opening: Opening) => {
    if (opening.open === 'item') return onCode(opening.gtin)
    if (opening.open === 'outbox') return navigate('/outbox')
    if (opening.open === 'feed') return navigate(`/outbox/${encodeURIComponent(opening.id)}`)
    if (opening.open === 'archive') return openArchive(opening.path)
    fileFromOutside.give(opening.path)
    navigate('/import')
  })
  useDroppedArchive(openArchive)
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
