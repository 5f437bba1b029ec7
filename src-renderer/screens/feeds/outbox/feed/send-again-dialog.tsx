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
  /** @param anyway the person knows that it may have arrived */
  send: (anyway: true | undefined) => Promise<unknown>
  failure: string
}

/** Asks before failed feeds are sent again, and once more where the catalog leaves open whether they have arrived. */
export function SendAgainDialog({ open, onClose, title, description, send, failure }: SendAgainDialogProps) {
  const [known, setKnown] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { onSuccess, onError } = useFeedAction(failure)
  const close = () => {
    setKnown(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await send(known === undefined ? undefined : true)
      onSuccess()
      close()
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'LOOK_FIRST') setKnown(error.message)
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
      description={known === undefined ? description : <span className="whitespace-pre-line">{known}</span>}
      confirmLabel={known === undefined ? t`Send again` : t`Send again all the same`}
      busy={busy}
      onConfirm={() => void confirm()}
    />
  )
}
