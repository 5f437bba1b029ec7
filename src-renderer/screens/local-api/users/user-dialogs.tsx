import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LocalApiUser, NewPassword } from '../../../../src-shared/local-api/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { readWholeNumber } from '../../../ui/inputs/read-number.ts'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Copyable } from '../copyable.tsx'

interface NewUserDialogProps {
  onClose: () => void
  onCreated: (created: NewPassword) => void
}

export function NewUserDialog({ onClose, onCreated }: NewUserDialogProps) {
  const queries = useQueryClient()
  const formId = useId()
  const [username, setUsername] = useState('')
  const [limit, setLimit] = useState('')
  const [checked, setChecked] = useState(false)
  const create = useMutation(
    rpc.localApi.createUser.mutationOptions({
      onSuccess: (created) => {
        void queries.invalidateQueries({ queryKey: rpc.localApi.users.key() })
        onCreated(created)
      },
    }),
  )
  const name = username.trim()
  // The same rule as in the contract, checked before the call.
  const wrong = !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={t`New user`}
      description={t`Its password is made for you and shown once.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            <Trans>Create user</Trans>
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
          label={t`User name`}
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={t`Such as shelf-labels`}
          value={username}
          error={
            create.error
              ? errorMessage(create.error)
              : checked && wrong
                ? t`Use 1 to 64 letters, digits, dots, hyphens and underscores; begin with a letter or digit.`
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

export function LimitDialog({ user, onClose }: { user: LocalApiUser; onClose: () => void }) {
  const queries = useQueryClient()
  const formId = useId()
  const [text, setText] = useState(user.dailyItemLimit === null ? '' : String(user.dailyItemLimit))
  const [checked, setChecked] = useState(false)
  const set = useMutation(
    rpc.localApi.setUserLimit.mutationOptions({
      onSuccess: (users) => {
        queries.setQueryData(rpc.localApi.users.queryKey(), users)
        onClose()
      },
      onError: (error) => toast.failed(t`The limit was not changed`, error),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={t`Daily limit of ${user.username}`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={set.isPending}>
            <Trans>Set limit</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          const dailyItemLimit = limitOf(text)
          if (dailyItemLimit !== undefined) set.mutate({ username: user.username, dailyItemLimit })
        }}
      >
        <LimitField text={text} onText={setText} checked={checked} />
      </form>
    </Dialog>
  )
}

/** Parses a limit: null for an empty text, undefined for an invalid one. */
function limitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const limit = readWholeNumber(text)
  return limit !== undefined && limit < 1e9 ? limit : undefined
}

interface LimitFieldProps {
  text: string
  onText: (text: string) => void
  /** Whether an invalid text is shown as an error. */
  checked: boolean
}

/** A daily limit of item records; empty for none. */
const LimitField = ({ text, onText, checked }: LimitFieldProps) => (
  <TextField
    label={t`Daily item limit`}
    inputMode="numeric"
    autoComplete="off"
    placeholder={t`Limit for all`}
    help={t`Item records in a UTC day. Empty: the limit for all, if one is switched on.`}
    value={text}
    error={checked && limitOf(text) === undefined ? t`Enter a whole number, or leave this empty.` : undefined}
    onChange={(event) => onText(event.target.value)}
  />
)

/** Shows a new password, once. */
export const PasswordDialog = ({ created, onClose }: { created: NewPassword; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    width="small"
    title={t`Password for ${created.username}`}
    description={t`Copy it now: it cannot be shown again.`}
    actions={
      <Button variant="primary" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    }
  >
    <KeyValue
      entries={[
        { label: t`username`, value: <Copyable text={created.username} label={t`Copy the user name`} /> },
        {
          label: t`password`,
          value: <Copyable wraps text={created.password} label={t`Copy the password`} />,
        },
      ]}
    />
  </Dialog>
)

interface RotateDialogProps {
  user: LocalApiUser
  onClose: () => void
  onCreated: (created: NewPassword) => void
}

export function RotateDialog({ user, onClose, onCreated }: RotateDialogProps) {
  const queries = useQueryClient()
  const rotate = useMutation(
    rpc.localApi.rotatePassword.mutationOptions({
      onSuccess: (created) => {
        void queries.invalidateQueries({ queryKey: rpc.workspace.localApiCredentials.key() })
        onCreated(created)
      },
      onError: (error) => toast.failed(t`The password was not changed`, error),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`New password for ${user.username}?`}
      description={t`The present one stops working at once: the program is refused until it has the new one.`}
      confirmLabel={t`Generate new password`}
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ username: user.username })}
    />
  )
}

export function DeleteUserDialog({ user, onClose }: { user: LocalApiUser; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation(
    rpc.localApi.deleteUser.mutationOptions({
      onSuccess: (users) => {
        queries.setQueryData(rpc.localApi.users.queryKey(), users)
        toast.done(t`User deleted`, t`${user.username} is refused from now on.`)
        onClose()
      },
      onError: (error) => toast.failed(t`The user was not deleted`, error),
    }),
  )
  return (
    <ConfirmDialog
      open
      dangerous
      onOpenChange={onClose}
      title={t`Delete ${user.username}?`}
      description={t`Programs that use its name and password are refused from then on. What it sent stays.`}
      confirmLabel={t`Delete user`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ username: user.username })}
    />
  )
}
