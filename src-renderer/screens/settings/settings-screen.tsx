/** Settings, one panel a subject. What is changed here takes effect at once; nothing waits for a button named Save. */
import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { AboutPanel } from './about-panel.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { LocalApiPanel } from './local-api-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { SampleServicePanel } from './sample-service-panel.tsx'
import { WorkspacePanel } from './workspace-panel.tsx'

export function SettingsScreen() {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if (workspace.isError && !workspace.data)
    return (
      <ErrorState
        title="The settings cannot be shown"
        error={workspace.error}
        onRetry={() => void workspace.refetch()}
      />
    )
  return (
    <Page width="text" header={<PageHeader title="Settings" description="Changes take effect at once." />}>
      {workspace.data ? (
        <>
          <ConnectionPanel workspace={workspace.data} />
          {workspace.data.sampleService && (
            <SampleServicePanel sampleService={workspace.data.sampleService} />
          )}
          <LocalApiPanel localApi={workspace.data.localApi} />
          {workspace.data.role !== 'new' && <PicturesPanel workspace={workspace.data} />}
          <AppearancePanel />
          <WorkspacePanel workspace={workspace.data} />
          <AboutPanel workspace={workspace.data} />
        </>
      ) : (
        ['h-32', 'h-24', 'h-48'].map((height) => <Skeleton key={height} className={`rounded-lg ${height}`} />)
      )}
    </Page>
  )
}
