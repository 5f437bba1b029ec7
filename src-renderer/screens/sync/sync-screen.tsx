import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { copyClaim, type SyncState } from '../../../src-shared/sync/model.ts'
import { rpc } from '../../rpc/client.ts'
import { useCommands } from '../../shell/commands/command-registry.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { dateAndTime, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'
import { PictureTroubles } from '../settings/picture-troubles.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { QuarantinePanel } from './quarantine-panel.tsx'
import { RunHistory } from './run-history.tsx'
import { RunNotice } from './run-notice.tsx'
import { RunProgress } from './run-progress.tsx'
import { contradictionWords } from './run-words.ts'
import { SchedulePanel } from './schedule-panel.tsx'

type Subject = 'runs' | 'schedule' | 'quarantine'

/**
 * The sync screen: the age of the local copy, the current run, earlier runs, the schedule and the
 * quarantine.
 */
export function SyncScreen() {
  const queries = useQueryClient()
  const [planOpen, setPlanOpen] = useState(false)
  const [subject, setSubject] = useState<Subject>('runs')
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const isConnected = workspace.data?.role === 'connected'
  const sync = useQuery(rpc.sync.state.queryOptions({ enabled: isConnected }))
  const settings = useQuery(rpc.sync.settings.queryOptions({ enabled: isConnected }))
  const setState = (state: SyncState) => queries.setQueryData(rpc.sync.state.queryKey(), state)
  const start = useMutation(
    rpc.sync.start.mutationOptions({
      onSuccess: setState,
      onError: (error) => toast.failed(t`The sync did not start`, error),
    }),
  )
  useCommands(t`Sync`, [
    { id: 'sync-plan', label: t`Choose a plan…`, words: t`full limit what`, run: () => setPlanOpen(true) },
    { id: 'sync-schedule', label: t`Schedule and load`, run: () => setSubject('schedule') },
    {
      id: 'sync-quarantine',
      label: t`Quarantine`,
      words: t`broken records`,
      run: () => setSubject('quarantine'),
    },
  ])
  if (workspace.data?.role === 'sandbox') {
    return (
      <Page header={<PageHeader title={t`Sync`} />}>
        <EmptyState icon={RefreshCw} title={t`Nothing to sync from`}>
          <Trans>This workspace is a sandbox: its catalog is the service itself, always up to date.</Trans>
        </EmptyState>
      </Page>
    )
  }
  const startSync = () => start.mutate({ full: false })
  return (
    <Page
      header={
        <PageHeader
          title={t`Sync`}
          description={workspace.data?.connection ? t`From ${workspace.data.connection.address}` : undefined}
          actions={
            sync.data?.current ? (
              <RunActions state={sync.data} setState={setState} />
            ) : (
              <>
                <Button disabled={!sync.data} onClick={() => setPlanOpen(true)}>
                  <Trans>Choose a plan…</Trans>
                </Button>
                <Button
                  variant="primary"
                  icon={<RefreshCw className="size-4" aria-hidden />}
                  busy={start.isPending}
                  disabled={!sync.data}
                  onClick={startSync}
                >
                  <Trans>Sync now</Trans>
                </Button>
              </>
            )
          }
        />
      }
    >
      {sync.isError ? (
        <ErrorState
          title={t`The state of the sync is not known`}
          error={sync.error}
          onRetry={() => void sync.refetch()}
        />
      ) : !sync.data ? (
        ['h-28', 'h-48'].map((height) => <Skeleton key={height} className={`rounded-lg ${height}`} />)
      ) : (
        <>
          <RunNotice sync={sync.data} setState={setState} onContinue={startSync} busy={start.isPending} />
          {sync.data.contradiction && (
            <Notice tone="warn" title={t`The service’s numbers contradict what it gives`}>
              {contradictionWords(sync.data.contradiction)}
            </Notice>
          )}
          {workspace.data?.connection && <PictureTroubles hosts={workspace.data.connection.mediaHosts} />}
          {sync.data.current && (
            <RunProgress
              run={sync.data.current}
              rate={sync.data.rate}
              secondsLeft={sync.data.secondsLeft}
              slices={sync.data.slices}
            />
          )}
          <CopyFacts sync={sync.data} />
          <Tabs<Subject>
            label={t`Sync`}
            value={subject}
            onValueChange={setSubject}
            panelClassName="pt-4"
            tabs={[
              { value: 'runs', label: t`Runs`, panel: <RunHistory runs={sync.data.history} /> },
              { value: 'schedule', label: t`Schedule and load`, panel: <SchedulePanel sync={sync.data} /> },
              {
                value: 'quarantine',
                label: t`Quarantine`,
                count: sync.data.quarantined || undefined,
                panel: <QuarantinePanel />,
              },
            ]}
          />
        </>
      )}
      <PlanDialog
        open={planOpen}
        onOpenChange={setPlanOpen}
        defaultProfile={settings.data?.profile ?? 'complete'}
        busy={start.isPending}
        onStart={(plan) => start.mutate({ full: false, plan }, { onSuccess: () => setPlanOpen(false) })}
      />
    </Page>
  )
}

/** The actions for the current run. */
function RunActions({ state, setState }: { state: SyncState; setState: (state: SyncState) => void }) {
  const pause = useMutation(
    rpc.sync.pause.mutationOptions({
      onSuccess: setState,
      onError: (error) => toast.failed(t`The sync was not paused`, error),
    }),
  )
  const resume = useMutation(
    rpc.sync.resume.mutationOptions({
      onSuccess: setState,
      onError: (error) => toast.failed(t`The sync was not resumed`, error),
    }),
  )
  const cancel = useMutation(
    rpc.sync.cancel.mutationOptions({
      onSuccess: setState,
      onError: (error) => toast.failed(t`The sync was not cancelled`, error),
    }),
  )
  return (
    <>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        <Trans>Cancel</Trans>
      </Button>
      {state.current?.outcome === 'paused' ? (
        <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
          <Trans>Resume</Trans>
        </Button>
      ) : (
        <Button
          icon={<Pause className="size-4" aria-hidden />}
          busy={pause.isPending}
          onClick={() => pause.mutate(undefined)}
        >
          <Trans>Pause</Trans>
        </Button>
      )}
    </>
  )
}

/** The age of the local copy, and its counts. */
function CopyFacts({ sync }: { sync: SyncState }) {
  useTick()
  const { lookups } = sync
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-[minmax(max-content,1.6fr)_repeat(6,minmax(0,1fr))]">
        <Fact label={copyClaim(sync).label}>
          {sync.completeUpTo ? (
            <time dateTime={sync.completeUpTo} title={dateAndTime(sync.completeUpTo)}>
              {relativeTime(sync.completeUpTo)}
            </time>
          ) : (
            t`never yet`
          )}
        </Fact>
        <Fact label={t`Items`}>{wholeNumber(sync.items)}</Fact>
        <Fact label={t`No longer listed`}>
          {sync.itemsGone > 0 ? (
            <Link href="/catalog?listed=no" className="text-accent underline underline-offset-2">
              {wholeNumber(sync.itemsGone)}
            </Link>
          ) : (
            0
          )}
        </Fact>
        <Fact label={t`Manufacturers`}>{wholeNumber(lookups.manufacturer)}</Fact>
        <Fact label={t`Brands`}>{wholeNumber(lookups.brand)}</Fact>
        <Fact label={t`Distributors`}>{wholeNumber(lookups.distributor)}</Fact>
        <Fact label={t`Retailers`}>{wholeNumber(lookups.retailer)}</Fact>
      </dl>
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-faint">{label}</dt>
    <dd className="tabular mt-0.5 text-lg font-semibold whitespace-nowrap">{children}</dd>
  </div>
)
