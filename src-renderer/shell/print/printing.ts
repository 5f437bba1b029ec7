/** Prints the screen, or the sheet that a screen makes for printing. */
import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { desktop } from '../../rpc/desktop.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Makes the sheet that is printed instead of the screen; undefined prints the screen. */
type MakeSheet = () => Promise<ReactNode | undefined>

let makeSheet: MakeSheet | undefined
let showSheet: ((sheet: ReactNode | undefined) => void) | undefined

/** Prints a sheet instead of the screen while the component is mounted. */
export function usePrintedSheet(make: MakeSheet): void {
  const current = useEffectEvent(make)
  useEffect(() => {
    const own: MakeSheet = () => current()
    makeSheet = own
    return () => {
      if (makeSheet === own) makeSheet = undefined
    }
  }, [])
}

/** Sets the function that shows a sheet, which only printing shows. */
export const setSheetView = (show: typeof showSheet): void => {
  showSheet = show
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves when the pictures of the sheet are loaded or have failed. */
async function picturesLoaded(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print-sheet] img')]
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
}

let isPrinting = false

/**
 * Shows the sheet of the screen, if there is one, while `print` runs. Does nothing while something is printed.
 * @param print resolves when the sheet is no longer needed
 */
async function withSheet(print: () => Promise<void>): Promise<void> {
  if (isPrinting) return
  isPrinting = true
  try {
    const sheet = await makeSheet?.()
    if (sheet !== undefined) {
      showSheet?.(sheet)
      await nextFrame()
      await nextFrame()
      await picturesLoaded()
    }
    await print()
  } catch (error) {
    toast.failed(t`The page was not printed`, error)
  } finally {
    showSheet?.(undefined)
    isPrinting = false
  }
}

/** In a browser `print` returns when its dialog, with the preview, is closed. */
export const printScreen = (): Promise<void> =>
  withSheet(async () => (desktop ? desktop.print() : window.print()))

/** Opens the printed page as a PDF; only in the desktop window, because a browser's dialog has a preview. */
export const previewPrint = (): Promise<void> =>
  withSheet(async () => desktop?.previewPrint(document.title.slice(0, 150) || t`Catalog Desk`))
