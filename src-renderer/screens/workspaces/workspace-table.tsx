import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Copy, MoreHorizontal, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import type { KnownWorkspace } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { NameCell, Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'
import { roleWords, useOpenWorkspace, useWorkspaceList } from './workspace-list.ts'

const columns = [
  { label: t`Name` },
  { label: t`Role` },
  { label: t`Items`, numeric: true },
  { label: t`Last opened` },
  {
    label: (
      <span className="sr-only">
        <Trans>Actions</Trans>
      </span>
    ),
  },
]

/**
 * The known workspaces. Role and item count of a closed workspace are from the last time it was open here.
 */
export function WorkspaceTable({ workspaces }: { workspaces: readonly KnownWorkspace[] }) {
  useTick()
  const [workspaceToRename, setWorkspaceToRename] = useState<KnownWorkspace>()
  const [workspaceToForget, setWorkspaceToForget] = useState<KnownWorkspace>()
  const open = useOpenWorkspace()
  const forget = useMutation(
    rpc.workspaces.forget.mutationOptions(useWorkspaceList(t`The workspace is still on the list`)),
  )
  return (
    <>
      <Table label={t`Workspaces`} columns={columns}>
        {workspaces.map((workspace) => (
          <TableRow key={workspace.directory}>
            <NameCell className="w-1/2">
              <span className="flex items-center gap-2">
                <span className="truncate font-medium">{workspace.name}</span>
                {workspace.open && (
                  <Badge tone="good">
                    <Trans>Open now</Trans>
                  </Badge>
                )}
                {workspace.missing && (
                  <Badge tone="warn">
                    <Trans>Folder not found</Trans>
                  </Badge>
                )}
              </span>
              <span className="block truncate font-mono text-xs text-ink-faint" title={workspace.directory}>
                {workspace.directory}
              </span>
            </NameCell>
            <TableCell className="whitespace-nowrap text-ink-soft">{roleWords[workspace.role]}</TableCell>
            <TableCell numeric>{wholeNumber(workspace.items)}</TableCell>
            <TableCell className="whitespace-nowrap text-ink-soft">
              <span title={dateAndTime(workspace.lastOpenedAt)}>{relativeTime(workspace.lastOpenedAt)}</span>
            </TableCell>
            <TableCell>
              <span className="flex items-center justify-end gap-1">
                {!workspace.open && (
                  <Button
                    size="small"
                    busy={open.isPending && open.variables.directory === workspace.directory}
                    disabled={open.isPending}
                    aria-label={t`Open ${workspace.name}`}
                    onClick={() => open.mutate({ directory: workspace.directory })}
                  >
                    <Trans>Open</Trans>
                  </Button>
                )}
                <Menu
                  trigger={
                    <IconButton
                      size="small"
                      label={t`More for ${workspace.name}`}
                      icon={<MoreHorizontal className="size-4" aria-hidden />}
                    />
                  }
                  actions={[
                    {
                      label: t`Rename…`,
                      icon: <Pencil className="size-4" aria-hidden />,
                      disabled: workspace.missing,
                      onSelect: () => setWorkspaceToRename(workspace),
                    },
                    {
                      label: t`Copy the folder’s path`,
                      icon: <Copy className="size-4" aria-hidden />,
                      onSelect: () =>
                        void navigator.clipboard
                          .writeText(workspace.directory)
                          .then(() => toast.done(t`Copied`, workspace.directory)),
                    },
                    null,
                    {
                      label: t`Remove from the list…`,
                      icon: <X className="size-4" aria-hidden />,
                      disabled: workspace.open,
                      onSelect: () => setWorkspaceToForget(workspace),
                    },
                  ]}
                />
              </span>
            </TableCell>
          </TableRow>
        ))}
      </Table>
      <RenameDialog workspace={workspaceToRename} onClose={() => setWorkspaceToRename(undefined)} />
      <ConfirmDialog
        open={workspaceToForget !== undefined}
        onOpenChange={() => setWorkspaceToForget(undefined)}
        title={t`Take ${workspaceToForget?.name ?? ''} off the list?`}
        description={t`No file is deleted: ${workspaceToForget?.directory ?? ''} stays as it is, and can be opened again with “Open a folder”.`}
        confirmLabel={t`Take off the list`}
        onConfirm={() => {
          if (workspaceToForget) forget.mutate({ directory: workspaceToForget.directory })
          setWorkspaceToForget(undefined)
        }}
      />
    </>
  )
}

/** A dialog that renames a workspace. Its folder keeps its name. */
function RenameDialog({
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
      title={t`Rename the workspace`}
      description={t`The name is stored in the folder and moves with it. The folder itself is not renamed.`}
      width="small"
    >
      {workspace && <RenameForm key={workspace.directory} workspace={workspace} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ workspace, onClose }: { workspace: KnownWorkspace; onClose: () => void }) {
  const [name, setName] = useState(workspace.name)
  const rename = useMutation(
    rpc.workspaces.rename.mutationOptions(useWorkspaceList(t`The workspace keeps its name`, onClose)),
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
        label={t`Name`}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={name.trim() === '' ? t`Enter a name.` : undefined}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          <Trans>Rename</Trans>
        </Button>
      </div>
    </form>
  )
}
