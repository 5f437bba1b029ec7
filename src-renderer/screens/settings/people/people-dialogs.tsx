import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MadePassword, PersonEntry } from '../../../../src-shared/team/people-model.ts'
import { type Role, roles } from '../../../../src-shared/team/person.ts'
import { rpc } from '../../../rpc/client.ts'
import { errorMessage } from '../../../rpc/errors.ts'
import { roleMeanings, roleWords } from '../../../texts/role-words.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'

const RoleSelect = ({ role, onRole }: { role: Role; onRole: (role: Role) => void }) => (
  <Select
    label={t`Role`}
    help={roleMeanings[role]}
    value={role}
    onValueChange={(value) => {
      const chosen = roles.find((known) => known === value)
      if (chosen) onRole(chosen)
    }}
    options={roles.map((value) => ({ value, label: roleWords[value] }))}
  />
)

interface NewPersonDialogProps {
  onClose: () => void
  onMade: (made: MadePassword) => void
}

export function NewPersonDialog({ onClose, onMade }: NewPersonDialogProps) {
  const queries = useQueryClient()
  const formId = useId()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('author')
  const [isChecked, setChecked] = useState(false)
  const add = useMutation(
    rpc.people.add.mutationOptions({
      onSuccess(made) {
        void queries.invalidateQueries({ queryKey: rpc.people.list.key() })
        if (made) onMade(made)
        else onClose()
      },
    }),
  )
  const isWrong = name.trim() === ''
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={t`Add person`}
      description={t`A password is made and shown once. The person can change it after signing in.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={add.isPending}>
            <Trans>Add person</Trans>
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
          if (!isWrong) add.mutate({ name: name.trim(), role })
        }}
      >
        <TextField
          label={t`Name`}
          required
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={add.error ? errorMessage(add.error) : isChecked && isWrong ? t`Enter a name.` : undefined}
          onChange={(event) => {
            setName(event.target.value)
            add.reset()
          }}
        />
        <RoleSelect role={role} onRole={setRole} />
      </form>
    </Dialog>
  )
}

export function RoleDialog({ person, onClose }: { person: PersonEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const [role, setRole] = useState(person.role)
  const set = useMutation(
    rpc.people.setRole.mutationOptions({
      onSuccess(list) {
        queries.setQueryData(rpc.people.list.queryKey(), list)
        onClose()
      },
      onError: (error) => toast.failed(t`The role was not changed`, error),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="small"
      title={t`Role of ${person.name}`}
      description={t`It applies at once, also where the person is signed in.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={set.isPending}
            onClick={() => set.mutate({ name: person.name, role })}
          >
            <Trans>Change role</Trans>
          </Button>
        </>
      }
    >
      <RoleSelect role={role} onRole={setRole} />
    </Dialog>
  )
}

interface NewPasswordDialogProps {
  person: PersonEntry
  onClose: () => void
  onMade: (made: MadePassword) => void
}

export function NewPasswordDialog({ person, onClose, onMade }: NewPasswordDialogProps) {
  const make = useMutation(
    rpc.people.newPassword.mutationOptions({
      onSuccess: onMade,
      onError: (error) => toast.failed(t`The password was not changed`, error),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`New password for ${person.name}?`}
      description={t`The present one stops working at once, and the person is signed out everywhere.`}
      confirmLabel={t`Generate new password`}
      busy={make.isPending}
      onConfirm={() => make.mutate({ name: person.name })}
    />
  )
}

export function RemovePersonDialog({ person, onClose }: { person: PersonEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation(
    rpc.people.remove.mutationOptions({
      onSuccess(list) {
        queries.setQueryData(rpc.people.list.queryKey(), list)
        onClose()
      },
      onError: (error) => toast.failed(t`The person was not removed`, error),
    }),
  )
  return (
    <ConfirmDialog
      open
      dangerous
      onOpenChange={onClose}
      title={t`Remove ${person.name}?`}
      description={t`The person is signed out and cannot sign in any more. What the person wrote stays, with the name.`}
      confirmLabel={t`Remove`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ name: person.name })}
    />
  )
}

/** Shows a made password, once. */
export const MadePasswordDialog = ({ made, onClose }: { made: MadePassword; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    width="small"
    title={t`Password for ${made.name}`}
    description={t`Copy it now: it cannot be shown again.`}
    actions={
      <Button variant="primary" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    }
  >
    <KeyValue
      entries={[
        { label: t`Name`, value: made.name },
        {
          label: t`Password`,
          value: (
            <span className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 font-mono text-xs break-all">{made.password}</code>
              <CopyButton text={made.password} label={t`Copy the password`} />
            </span>
          ),
        },
      ]}
    />
  </Dialog>
)
