import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FolderField } from './folder-field.tsx'

/** A workspace that is not on the list: a copy, or one from another computer. */
export function OpenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Open a folder"
      description="A workspace made elsewhere, or a copy of one. Its password does not travel with it: you are asked for it again."
    >
      {open && <OpenForm onClose={onClose} />}
    </Dialog>
  )
}

function OpenForm({ onClose }: { onClose: () => void }) {
  const [folder, setFolder] = useState('')
  const [asked, setAsked] = useState(false)
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
        setAsked(true)
        if (folder.trim() !== '') open.mutate(folder.trim())
      }}
    >
      {open.error && (
        <Notice tone="bad" title="Not opened">
          {errorMessage(open.error)}
        </Notice>
      )}
      <FolderField
        label="Folder"
        required
        value={folder}
        onValueChange={setFolder}
        help="The folder that holds catalog.db."
        error={asked && folder.trim() === '' ? 'Enter the folder.' : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={open.isPending || open.isSuccess}>
          Open
        </Button>
      </div>
    </form>
  )
}
