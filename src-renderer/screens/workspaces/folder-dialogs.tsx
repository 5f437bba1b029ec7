import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { FolderField } from '../../ui/inputs/folder-field.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** A dialog that creates a workspace from a name and a folder. */
export function CreateDialog({ open, onClose, home }: { open: boolean; onClose: () => void; home: string }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`New workspace`}
      description={t`A catalog of its own: for another region, client or service. It is opened at once; the present one stays as it is.`}
    >
      {open && <CreateForm onClose={onClose} home={home} />}
    </Dialog>
  )
}

function CreateForm({ onClose, home }: { onClose: () => void; home: string }) {
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useMutation({
    mutationFn: async (input: { name: string; directory?: string }) => {
      const { directory: path } = input
      if (path !== undefined) await client.files.confirm({ path, purpose: 'workspace' })
      return client.workspaces.create(input)
    },
  })
  const submit = () => {
    setSubmitted(true)
    if (name.trim() === '') return
    create.mutate({ name: name.trim(), directory: folder.trim() || undefined })
  }
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {create.error && <Notice tone="bad">{errorMessage(create.error)}</Notice>}
      <TextField
        label={t`Name`}
        required
        placeholder={t`e.g. Northern region`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isSubmitted && name.trim() === '' ? t`Enter a name.` : undefined}
      />
      <FolderField
        label={t`Folder`}
        value={folder}
        onValueChange={setFolder}
        placeholder={home}
        help={t`Left empty: a new folder in the usual place, named after the workspace.`}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending || create.isSuccess}>
          <Trans>Create and open</Trans>
        </Button>
      </div>
    </form>
  )
}

/** A dialog that opens a workspace folder missing from the list, such as a copy. */
export function OpenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Open a folder`}
      description={t`A workspace made elsewhere, or a copy of one. Its password does not travel with it: you are asked for it again.`}
    >
      {open && <OpenForm onClose={onClose} />}
    </Dialog>
  )
}

function OpenForm({ onClose }: { onClose: () => void }) {
  const [folder, setFolder] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const open = useMutation({
    mutationFn: async (directory: string) => {
      await client.files.confirm({ path: directory, purpose: 'workspace' })
      return client.workspaces.open({ directory })
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (folder.trim() !== '') open.mutate(folder.trim())
      }}
    >
      {open.error && (
        <Notice tone="bad" title={t`Not opened`}>
          {errorMessage(open.error)}
        </Notice>
      )}
      <FolderField
        label={t`Folder`}
        required
        value={folder}
        onValueChange={setFolder}
        help={t`The folder that holds catalog.db.`}
        error={isSubmitted && folder.trim() === '' ? t`Enter the folder.` : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={open.isPending || open.isSuccess}>
          <Trans>Open</Trans>
        </Button>
      </div>
    </form>
  )
}
