import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface NameDialogProps {
  title: string
  label: string
  help?: string
  value: string
  /** The verb on the button. */
  action: string
  /** Whether nothing is a name too. */
  mayBeEmpty?: boolean
  onName: (name: string) => void
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
          <Button variant="primary" type="submit" form={formId}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          const next = String(new FormData(event.currentTarget).get('name') ?? '').trim()
          if (next || mayBeEmpty) onName(next)
          onClose()
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
