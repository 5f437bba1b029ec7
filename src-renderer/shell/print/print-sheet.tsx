import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { setSheetView } from './printing.ts'

/** The place of the printed sheet, outside of the screen. Only print shows it (theme.css). */
export function PrintSheet() {
  const [sheet, setSheet] = useState<ReactNode>()
  useEffect(() => {
    setSheetView(setSheet)
    return () => setSheetView(undefined)
  }, [])
  return sheet === undefined ? null : createPortal(<div data-print-sheet>{sheet}</div>, document.body)
}
