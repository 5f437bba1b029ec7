import { t } from '@lingui/core/macro'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/overlays/dialog.tsx'
import { useFeedAction } from '../use-feed-action.ts'

interface SendAgainDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  /** @param anyway set if the person confirmed although the feed may have arrived */
  send: (anyway: true | undefined) => Promise<unknown>
  failure: string
}

/**
 * Asks for confirmation before failed feeds are sent again, and a second time if the catalog does not show
 * whether they have arrived.
 */
export function SendAgainDialog({ open, onClose, title, description, send, failure }: SendAgainDialogProps) {
  const [arrivalNote, setArrivalNote] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { onSuccess, onError } = useFeedAction(failure)
  const close = () => {
    setArrivalNote(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await send(arrivalNote === undefined ? undefined : true)
      onSuccess()
      close()
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'LOOK_FIRST') setArrivalNote(error.message)
      else {
        onError(error)
        close()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={
        arrivalNote === undefined ? description : <span className="whitespace-pre-line">{arrivalNote}</span>
      }
      confirmLabel={arrivalNote === undefined ? t`Send again` : t`Send again anyway`}
      busy={busy}
      onConfirm={() => void confirm()}
    />
  )
}
