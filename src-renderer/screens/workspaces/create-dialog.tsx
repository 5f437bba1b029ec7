import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FolderField } from './folder-field.tsx'

/** A new, empty catalog: its name, and where it is kept. */
export function CreateDialog({ open, onClose, home }: { open: boolean; onClose: () => void; home: string }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New workspace"
      description="A catalog of its own: for another region, client or service. It is opened at once; the present one stays as it is."
    >
      {open && <CreateForm onClose={onClose} home={home} />}
    </Dialog>
  )
}

function CreateForm({ onClose, home }: { onClose: () => void; home: string }) {
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [asked, setAsked] = useState(false)
  const create = useMutation({
    mutationFn: async (wanted: { name: string; directory?: string }) => {
      const { directory: path } = wanted
      if (path !== undefined) await client.files.confirm({ path, purpose: 'workspace' })
      return client.workspaces.create(wanted)
    },
  })
  const submit = () => {
    setAsked(true)
    if (name.trim() === '') return
    create.mutate({ name: name.trim(), ...(folder.trim() !== '' && { directory: folder.trim() }) })
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
        label="Name"
        required
        placeholder="e.g. Northern region"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={asked && name.trim() === '' ? 'Enter a name.' : undefined}
      />
      <FolderField
        label="Folder"
        value={folder}
        onValueChange={setFolder}
        placeholder={home}
        help="Left empty: a new folder in the usual place, named after the workspace."
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending || create.isSuccess}>
          Make and open
        </Button>
      </div>
    </form>
  )
}
