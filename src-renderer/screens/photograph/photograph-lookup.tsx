import { Trans } from '@lingui/react/macro'
import { ScanSearch } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { hasOpenOverlay, isTyping } from '../../ui/text/keys.tsx'
import { hasPicture, photographTypes, picturesIn } from './photograph-file.ts'

const PhotographDialog = lazy(() =>
  import('./photograph-dialog.tsx').then((m) => ({ default: m.PhotographDialog })),
)

interface Asked {
  /** The photographs that were given together. */
  files: File[]
  /** The one that is looked up. */
  at: number
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
  const file = asked?.files[asked.at]
  const ask = (files: File[], at = 0) =>
    setAsked((before) => ({ files, at, number: (before?.number ?? 0) + 1 }))
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
    const files = event.dataTransfer ? picturesIn(event.dataTransfer) : []
    if (event.defaultPrevented || files.length === 0 || isBlocked()) return
    event.preventDefault()
    ask(files)
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData ? picturesIn(event.clipboardData) : []
    if (event.defaultPrevented || files.length === 0 || isTyping(event.target) || isBlocked()) return
    event.preventDefault()
    ask(files)
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
        multiple
        accept={photographTypes}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) ask(files)
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
      {asked && file && (
        <Suspense>
          <PhotographDialog
            key={asked.number}
            file={file}
            number={asked.number}
            position={{ at: asked.at + 1, of: asked.files.length }}
            onNext={() => ask(asked.files, asked.at + 1)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
