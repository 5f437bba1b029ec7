import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { type DismissalReason, dismissalReasons, maxNoteLength } from '../../../src-shared/evidence/model.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { isTyping, Kbd } from '../../ui/text/keys.tsx'
import { reasonWords } from './finding-words.ts'

interface DismissDialogProps {
  title: string
  /** What is dismissed; absent for several findings. */
  description?: string
  busy: boolean
  onDismiss: (reason: DismissalReason, note: string) => void
  onClose: () => void
}

/** Asks why a finding is dismissed. The digits choose a reason; Enter takes the first one. */
export function DismissDialog({ title, description, busy, onDismiss, onClose }: DismissDialogProps) {
  const [isOther, setOther] = useState(false)
  const [note, setNote] = useState('')
  const choose = (reason: DismissalReason) => {
    if (busy) return
    if (reason === 'other') setOther(true)
    else onDismiss(reason, '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const reason = dismissalReasons[Number(event.key) - 1]
    if (!reason || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(reason)
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description}>
      {isOther ? (
        <form
          className="flex flex-col gap-3 pt-1"
          onSubmit={(event) => {
            event.preventDefault()
            if (note.trim() !== '' && !busy) onDismiss('other', note)
          }}
        >
          <TextField
            label={t`Reason`}
            value={note}
            maxLength={maxNoteLength}
            autoFocus
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOther(false)}>
              <Trans>Back</Trans>
            </Button>
            <Button type="submit" variant="primary" busy={busy} disabled={note.trim() === ''}>
              <Trans>Dismiss</Trans>
            </Button>
          </div>
        </form>
      ) : (
        <ul aria-label={t`Reasons`} className="flex flex-col gap-1 pt-1" onKeyDown={onKeyDown}>
          {dismissalReasons.map((reason, index) => (
            <li key={reason}>
              <button
                type="button"
                onClick={() => choose(reason)}
                className="flex min-h-9 w-full items-center gap-3 rounded-md border border-line px-3 text-start text-sm hover:bg-hover"
              >
                <span aria-hidden>
                  <Kbd keys={[String(index + 1)]} />
                </span>
                {reasonWords[reason]}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-xs text-ink-faint">
        <Trans>
          Remembered for this picture of this item, also when pictures are read again. Dismissed findings can
          be listed and restored.
        </Trans>
      </p>
    </Dialog>
  )
}
