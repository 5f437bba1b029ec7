import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkspaceState } from '../../../src-shared/rpc/workspace-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'

const roles: Record<WorkspaceState['role'], string> = {
  new: 'Not set up yet',
  connected: 'Connected: a copy of a service’s catalog',
  sandbox: 'Sandbox: this catalog is the service',
}

/** The folder everything is kept in, and its upkeep. */
export function WorkspacePanel({ workspace }: { workspace: WorkspaceState }) {
  const [rebuildOpen, setRebuildOpen] = useState(false)
  const rebuild = useMutation(rpc.workspace.rebuild.mutationOptions())
  const check = useMutation(rpc.workspace.check.mutationOptions())
  const error = rebuild.error ?? check.error
  return (
    <Panel title="Workspace">
      <div className="flex flex-col gap-4">
        <KeyValue
          entries={[
            {
              label: 'Folder',
              value: (
                <span className="flex items-start gap-1">
                  <code className="min-w-0 py-0.5 font-mono text-xs break-all">{workspace.directory}</code>
                  <span className="-my-0.5">
                    <CopyButton text={workspace.directory} label="Copy the folder" />
                  </span>
                </span>
              ),
            },
            { label: 'Role', value: roles[workspace.role] },
            { label: 'Items', value: <span className="tabular">{wholeNumber(workspace.items)}</span> },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" href="/workspaces">
            Workspaces and backups
          </ButtonLink>
          {desktop && (
            <Button size="small" onClick={() => void desktop?.showInFolder(workspace.directory)}>
              Show the folder
            </Button>
          )}
          <Button
            size="small"
            busy={check.isPending}
            disabled={rebuild.isPending}
            onClick={() => check.mutate(undefined)}
          >
            Check the workspace
          </Button>
          <Button
            size="small"
            busy={rebuild.isPending}
            disabled={check.isPending}
            onClick={() => setRebuildOpen(true)}
          >
            Rebuild the index…
          </Button>
        </div>
        <div role="status" className="empty:hidden">
          {check.data?.ok && <p className="text-good">Checked: everything is in order.</p>}
          {rebuild.data && (
            <p className="text-good">
              Rebuilt from {counted(rebuild.data.items, 'item')} in{' '}
              {(rebuild.data.milliseconds / 1000).toFixed(1)} seconds.
            </p>
          )}
        </div>
        {check.data && !check.data.ok && (
          <Notice tone="warn" title={counted(check.data.findings.length, 'finding')}>
            <ul className="list-disc pl-4">
              {check.data.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Notice>
        )}
        {error && <Notice tone="bad">{errorMessage(error)}</Notice>}
      </div>
      <ConfirmDialog
        open={rebuildOpen}
        onOpenChange={setRebuildOpen}
        title="Rebuild the index?"
        description="Search and lists are made anew from the stored documents. Nothing is lost; with many items it takes a while, and searches may be incomplete until it is done."
        confirmLabel="Rebuild"
        onConfirm={() => {
          setRebuildOpen(false)
          rebuild.mutate(undefined)
        }}
      />
    </Panel>
  )
}
