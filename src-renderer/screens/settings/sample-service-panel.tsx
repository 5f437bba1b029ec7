import { useMutation } from '@tanstack/react-query'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWorkspaceChange } from './use-workspace-change.ts'

/** The built-in service behind the sample catalog, to be switched off and on again. */
export function SampleServicePanel({
  sampleService,
}: {
  sampleService: NonNullable<WorkspaceState['sampleService']>
}) {
  const set = useMutation(
    rpc.workspace.setSampleService.mutationOptions(
      useWorkspaceChange('The sample service could not be switched'),
    ),
  )
  return (
    <Panel title="Sample service">
      <Switch
        label="Sample service running"
        help={
          sampleService.running
            ? `Serves the sample catalog at ${sampleService.address}. Switch it off to see what being offline is like.`
            : 'Off: to this workspace the service is out of reach. Everything kept here still works, and feeds wait in the outbox.'
        }
        checked={sampleService.running}
        disabled={set.isPending}
        onCheckedChange={(running) => set.mutate({ running })}
      />
    </Panel>
  )
}
