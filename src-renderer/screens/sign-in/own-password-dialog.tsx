import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { signIn } from '../../rpc/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { NewPasswordFields, wrongPassword } from './new-password-fields.tsx'

/** Changes the password of the signed-in person. */
export function OwnPasswordDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const formId = useId()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const change = useMutation({
    networkMode: 'always',
    async mutationFn() {
      await client.people.changePassword({ current, next: password })
      // All sessions of the person have ended, also this one.
      await signIn(name, password)
    },
    onSuccess() {
      toast.done(t`Password changed`, t`Other browsers must sign in again.`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={t`Change password`}
      description={t`Other browsers in which you are signed in are signed out.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={change.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (current !== '' && wrongPassword(password, repeated) === undefined) change.mutate()
        }}
      >
        <TextField
          label={t`Current password`}
          type="password"
          required
          autoComplete="current-password"
          value={current}
          error={
            change.error
              ? errorMessage(change.error)
              : isChecked && current === ''
                ? t`Enter your current password.`
                : undefined
          }
          onChange={(event) => {
            setCurrent(event.target.value)
            change.reset()
          }}
        />
        <NewPasswordFields
          {...{ password, repeated, isChecked }}
          onPassword={setPassword}
          onRepeated={setRepeated}
        />
      </form>
    </Dialog>
  )
}
