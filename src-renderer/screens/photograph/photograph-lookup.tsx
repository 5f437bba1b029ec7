import { Trans } from '@lingui/react/macro'
import { ScanSearch } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { hasOpenOverlay, isTyping } from '../../ui/text/keys.tsx'
import { hasPicture, photographTypes, pictureIn } from './photograph-file.ts'

const PhotographDialog = lazy(() =>
  import('./photograph-dialog.tsx').then((m) => ({ default: m.PhotographDialog })),
)

interface Asked {
  file: File
  /** Distinguishes the photographs of a session. */
  number: number
}

/**
 * Looks up a photograph that is dropped anywhere on the window, pasted outside of a text field, or chosen. A part of a
 * screen that takes files itself, such as a list of pictures, comes first.
 */
export function PhotographLookup({ chooser }: { chooser: RefObject<HTMLInputElement | null> }) {
  const [asked, setAsked] = useState<Asked>()
  const [isOver, setOver] = useState(false)
  const ask = (file: File) => setAsked((before) => ({ file, number: (before?.number ?? 0) + 1 }))
  /** Other dialogs keep what is dropped on them. */
  const isBlocked = () => hasOpenOverlay() && !document.querySelector('[data-photograph]')

  const onDragOver = useEffectEvent((event: DragEvent) => {
    const isTaken =
      !event.defaultPrevented && event.dataTransfer !== null && hasPicture(event.dataTransfer) && !isBlocked()
    if (isTaken) event.preventDefault()
    setOver(isTaken)
  })
  const onDrop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const file = event.dataTransfer && pictureIn(event.dataTransfer)
    if (event.defaultPrevented || !file || isBlocked()) return
    event.preventDefault()
    ask(file)
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData && pictureIn(event.clipboardData)
    if (event.defaultPrevented || !file || isTyping(event.target) || isBlocked()) return
    event.preventDefault()
    ask(file)
  })
  useEffect(() => {
    const over = (event: DragEvent) => onDragOver(event)
    const drop = (event: DragEvent) => onDrop(event)
    const paste = (event: ClipboardEvent) => onPaste(event)
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={photographTypes}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) ask(file)
        }}
      />
      {isOver && (
        <div className="pointer-events-none fixed inset-0 z-40 flex items-end justify-center border-4 border-dashed border-accent p-8">
          <p className="flex items-center gap-2 rounded-lg bg-accent px-4 py-2 text-sm font-semibold text-accent-ink">
            <ScanSearch className="size-4" aria-hidden />
            <Trans>Drop the photograph to look up its product</Trans>
          </p>
        </div>
      )}
      {asked && (
        <Suspense>
          <PhotographDialog
            key={asked.number}
            file={asked.file}
            number={asked.number}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
