import { useEffect, useEffectEvent } from 'react'
import { archiveEnding } from '../../../src-shared/backup/model.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Handover } from '../../rpc/handover.ts'

/** The archive that was opened from outside or dropped on the window, for the next screen with the restore dialog. */
export const archiveFromOutside = new Handover()

/**
 * Takes archives that the system asks to open, where nothing else can be opened: without a catalog.
 * @param onTaken called when the archive waits for its screen
 */
export function useArchiveOpenings(onTaken?: () => void): void {
  const tell = useEffectEvent(() => onTaken?.())
  useEffect(() => {
    if (!desktop?.onOpening) return
    const { onOpening, takeOpenings } = desktop
    const take = () =>
      void takeOpenings('archive').then(
        (openings) => {
          for (const opening of openings)
            if (opening.open === 'archive') archiveFromOutside.give(opening.path)
          if (openings.length > 0) tell()
        },
        // The host ends.
        () => {},
      )
    take()
    return onOpening(take)
  }, [])
}

/**
 * Opens an archive that is dropped anywhere on the desktop window. A browser does not tell the path of a file.
 * @param onArchive called with the path
 */
export function useDroppedArchive(onArchive: (file: string) => void): void {
  const open = useEffectEvent(onArchive)
  useEffect(() => {
    const host = desktop
    if (!host) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    // The browser allows a drop only where the drag was accepted; the names are known at the drop only.
    const onDragOver = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file?.name.toLowerCase().endsWith(archiveEnding)) return
      event.preventDefault()
      event.stopPropagation()
      void host.pathOf(file).then((path) => path !== undefined && open(path))
    }
    window.addEventListener('dragover', onDragOver)
    // Before the parts of the screens, which would import the file.
    window.addEventListener('drop', onDrop, true)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop, true)
    }
  }, [])
}
