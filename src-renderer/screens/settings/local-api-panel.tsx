import { useMutation } from '@tanstack/react-query'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** Whether this computer offers its catalog to other programs. All else about it is on a screen of its own. */
export function LocalApiPanel({ localApi }: { localApi: WorkspaceState['localApi'] }) {
  const change = useWorkspaceChange('The local API could not be switched')
  const set = useMutation(rpc.workspace.setLocalApi.mutationOptions({ onSuccess: change.onSuccess }))
  return (
    <Panel
      title="Local API"
      description="Lets other programs on this computer read the catalog and hand in feeds."
      actions={
        <ButtonLink size="small" href="/local-api">
          Open Local API
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-4">
        <Switch
          label="Local API running"
          help={
            localApi.running && localApi.address
              ? `At ${localApi.address}, for programs on this computer only.`
              : 'Address, users and everything else are on its own screen.'
          }
          checked={localApi.running}
          disabled={set.isPending}
          onCheckedChange={(running) => set.mutate({ running })}
        />
        {set.error ? (
          <Notice tone="bad">{errorMessage(set.error)}</Notice>
        ) : (
          localApi.reason && <Notice tone="warn">{localApi.reason}</Notice>
        )}
      </div>
    </Panel>
  )
}
