import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { NewPassword } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LimitField, limitOf } from './limit-field.tsx'

interface NewUserDialogProps {
  onClose: () => void
  onMade: (made: NewPassword) => void
}

export function NewUserDialog({ onClose, onMade }: NewUserDialogProps) {
  const queries = useQueryClient()
  const formId = useId()
  const [username, setUsername] = useState('')
  const [limit, setLimit] = useState('')
  const [checked, setChecked] = useState(false)
  const create = useMutation(
    rpc.localApi.createUser.mutationOptions({
      onSuccess: (made) => {
        void queries.invalidateQueries({ queryKey: rpc.localApi.users.key() })
        onMade(made)
      },
    }),
  )
  const name = username.trim()
  // The rule of the contract, told before the call.
  const wrong = !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title="New user"
      description="Its password is made for you and shown once."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            Create user
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
          const dailyItemLimit = limitOf(limit)
          if (!wrong && dailyItemLimit !== undefined) create.mutate({ username: name, dailyItemLimit })
        }}
      >
        <TextField
          label="User name"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="Such as shelf-labels"
          value={username}
          error={
            create.error
              ? errorMessage(create.error)
              : checked && wrong
                ? 'Use 1 to 64 letters, digits, dots, hyphens and underscores; begin with a letter or digit.'
                : undefined
          }
          onChange={(event) => {
            setUsername(event.target.value)
            create.reset()
          }}
        />
        <LimitField text={limit} onText={setLimit} checked={checked} />
      </form>
    </Dialog>
  )
}
