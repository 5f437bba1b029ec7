import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { WorkspaceUpkeep } from './upkeep/workspace-upkeep.tsx'

const roles: Record<WorkspaceState['role'], string> = {
  new: t`Not set up yet`,
  connected: t`Connected: a copy of a service’s catalog`,
  sandbox: t`Sandbox: this catalog is the service`,
}

/** The folder of the workspace, and its maintenance. */
export function WorkspacePanel({ workspace }: { workspace: WorkspaceState }) {
  return (
    <Panel title={t`Workspace`} near={t`folder, database, repair, vacuum, disk space, backup`}>
      <div className="flex flex-col gap-4">
        <KeyValue
          entries={[
            {
              label: t`Folder`,
              value: (
                <span className="flex items-start gap-1">
                  <code className="min-w-0 py-0.5 font-mono text-xs break-all">{workspace.directory}</code>
                  <span className="-my-0.5">
                    <CopyButton text={workspace.directory} label={t`Copy the folder`} />
                  </span>
                </span>
              ),
            },
            { label: t`Role`, value: roles[workspace.role] },
            { label: t`Items`, value: <span className="tabular">{wholeNumber(workspace.items)}</span> },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" href="/workspaces">
            <Trans>Workspaces and backups</Trans>
          </ButtonLink>
          {desktop && (
            <Button size="small" onClick={() => void desktop?.showInFolder(workspace.directory)}>
              <Trans>Show the folder</Trans>
            </Button>
          )}
        </div>
        <WorkspaceUpkeep />
      </div>
    </Panel>
  )
}
