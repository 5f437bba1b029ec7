/** The sync: how old the local copy is, what is on its way now, and every run before. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { SyncState } from '../../../src-shared/rpc/sync-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CopyFacts } from './copy-facts.tsx'
import { RunHistory } from './run-history.tsx'
import { RunProgress } from './run-progress.tsx'

export function SyncScreen() {
  const queries = useQueryClient()
  const [fullOpen, setFullOpen] = useState(false)
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const sandbox = workspace.data?.role === 'sandbox'
  const sync = useQuery(rpc.sync.state.queryOptions({ enabled: !sandbox }))
  const keep = (state: SyncState) => queries.setQueryData(rpc.sync.state.queryKey(), state)
  const start = useMutation(
    rpc.sync.start.mutationOptions({
      onSuccess: keep,
      onError: (error) => toast.failed('The sync did not start', error),
    }),
  )
  const cancel = useMutation(
    rpc.sync.cancel.mutationOptions({
      onSuccess: keep,
      onError: (error) => toast.failed('The sync was not cancelled', error),
    }),
  )
  const running = sync.data?.current !== undefined
  const last = sync.data?.history[0]
  if (sandbox) {
    return (
      <Page header={<PageHeader title="Sync" />}>
        <EmptyState icon={RefreshCw} title="Nothing to sync from">
          This workspace is a sandbox: its catalog is the service itself, always up to date.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page
      header={
        <PageHeader
          title="Sync"
          description={workspace.data?.connection ? `From ${workspace.data.connection.address}` : undefined}
          actions={
            running ? (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
                Cancel
              </Button>
            ) : (
              <>
                <Button disabled={!sync.data} onClick={() => setFullOpen(true)}>
                  Full sync
                </Button>
                <Button
                  variant="primary"
                  icon={<RefreshCw className="size-4" aria-hidden />}
                  busy={start.isPending}
                  disabled={!sync.data}
                  onClick={() => start.mutate({ full: false })}
                >
                  Sync now
                </Button>
              </>
            )
          }
        />
      }
    >
      {sync.isError ? (
        <ErrorState
          title="The state of the sync is not known"
          error={sync.error}
          onRetry={() => void sync.refetch()}
        />
      ) : !sync.data ? (
        ['h-28', 'h-48'].map((height) => <Skeleton key={height} className={`rounded-lg ${height}`} />)
      ) : (
        <>
          {!running && last?.outcome === 'failed' && (
            <Notice
              tone="bad"
              title="The last sync failed"
              actions={
                <Button size="small" busy={start.isPending} onClick={() => start.mutate({ full: false })}>
                  Try again
                </Button>
              }
            >
              {last.note ?? 'The service gave no reason. What was received before is kept.'}
            </Notice>
          )}
          {!running && last?.outcome === 'interrupted' && (
            <Notice
              title="The last sync was interrupted"
              actions={
                <Button size="small" busy={start.isPending} onClick={() => start.mutate({ full: false })}>
                  Continue
                </Button>
              }
            >
              {last.note ?? 'The program ended in the middle.'} The next run goes on where it stopped.
            </Notice>
          )}
          {sync.data.current && (
            <RunProgress run={sync.data.current} rate={sync.data.rate} secondsLeft={sync.data.secondsLeft} />
          )}
          <CopyFacts sync={sync.data} />
          <RunHistory runs={sync.data.history} />
        </>
      )}
      <ConfirmDialog
        open={fullOpen}
        onOpenChange={setFullOpen}
        title="Ask for everything again?"
        description="A normal sync asks only for what changed. A full sync asks for every item once more and finds what a normal one cannot, such as items that were taken away. It takes longer and counts fully against a daily limit, if the service has one."
        confirmLabel="Start full sync"
        busy={start.isPending}
        onConfirm={() => start.mutate({ full: true }, { onSettled: () => setFullOpen(false) })}
      />
    </Page>
  )
}
