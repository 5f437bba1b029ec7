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
  /** Label of the submit button, a verb. */
  action: string
  /** Whether an empty name is allowed. */
  mayBeEmpty?: boolean
  /**
   * If a promise is returned, the dialog stays open until it resolves, and keeps its input if it resolves to
   * false.
   */
  onName: (name: string) => Promise<boolean> | undefined
  onClose: () => void
}

/** Dialog with a single text field for a name. */
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
    const result = name || mayBeEmpty ? onName(name) : undefined
    if (result) {
      setBusy(true)
      const isDone = await result
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
