import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Panel } from '../../ui/panel.tsx'
import { wholeNumber } from '../../ui/words.ts'
import { WorkspaceUpkeep } from './workspace-upkeep.tsx'

const roles: Record<WorkspaceState['role'], string> = {
  new: 'Not set up yet',
  connected: 'Connected: a copy of a service’s catalog',
  sandbox: 'Sandbox: this catalog is the service',
}

/** The folder everything is kept in, and its upkeep. */
export function WorkspacePanel({ workspace }: { workspace: WorkspaceState }) {
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
        </div>
        <WorkspaceUpkeep />
      </div>
    </Panel>
  )
}
