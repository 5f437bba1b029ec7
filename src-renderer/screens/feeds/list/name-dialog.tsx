import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface NameDialogProps {
  title: string
  label: string
  help?: string
  value: string
  /** The verb on the button. */
  action: string
  /** Whether nothing is a name too. */
  mayBeEmpty?: boolean
  /** With a promise the dialog stays open until that resolves, and after it where that is false: what is typed is kept. */
  onName: (name: string) => Promise<boolean> | undefined
  onClose: () => void
}

/** Asks for a name. */
export function NameDialog({
  title,
  label,
  help,
  value,
  action,
  mayBeEmpty,
  onName,
  onClose,
}: NameDialogProps) {
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const submit = async (name: string) => {
    const given = name || mayBeEmpty ? onName(name) : undefined
    if (given) {
      setBusy(true)
      const isDone = await given
      setBusy(false)
      if (!isDone) return
    }
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width="small"
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(String(new FormData(event.currentTarget).get('name') ?? '').trim())
        }}
      >
        <TextField
          label={label}
          help={help}
          name="name"
          defaultValue={value}
          required={!mayBeEmpty}
          maxLength={200}
        />
      </form>
    </Dialog>
  )
}
