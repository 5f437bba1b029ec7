import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnownWorkspace } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWorkspaceList } from './use-workspace-list.ts'

/** Another name for a workspace; its folder keeps the one it has. */
export function RenameDialog({
  workspace,
  onClose,
}: {
  workspace: KnownWorkspace | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={workspace !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title="Rename the workspace"
      description="The name is kept in its folder and goes where that goes. The folder itself is not renamed."
      width="small"
    >
      {workspace && <RenameForm key={workspace.directory} workspace={workspace} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ workspace, onClose }: { workspace: KnownWorkspace; onClose: () => void }) {
  const [name, setName] = useState(workspace.name)
  const rename = useMutation(
    rpc.workspaces.rename.mutationOptions(useWorkspaceList('The workspace keeps its name', onClose)),
  )
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') rename.mutate({ directory: workspace.directory, name: name.trim() })
      }}
    >
      <TextField
        label="Name"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={name.trim() === '' ? 'Enter a name.' : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          Rename
        </Button>
      </div>
    </form>
  )
}
