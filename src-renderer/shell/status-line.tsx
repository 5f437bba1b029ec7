import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { OutboxOverview } from '../../src-shared/feeds/outbox/model.ts'
import type { SyncState } from '../../src-shared/sync/model.ts'
import type { WorkspaceState } from '../../src-shared/workspace/model.ts'
import { useBackendState } from '../rpc/changes.ts'
import { rpc } from '../rpc/client.ts'
import { feedsIn, waitingStates } from '../screens/feeds/outbox/feed/feed-results.tsx'
import { useIsOnline } from '../screens/feeds/outbox/use-is-online.ts'
import { progressWords } from '../screens/sync/run-words.ts'
import { dateAndTime, relativeTime, useTick, wholeNumber } from '../ui/text/words.ts'

/** The status line below every screen: reachability of the service, age of the copy, and waiting feeds. */
export function StatusLine() {
  useTick(10)
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const connected = workspace.data?.role === 'connected'
  const sync = useQuery(rpc.sync.state.queryOptions({ enabled: connected }))
  // Polled, because a call with the same result as the previous one sends no event.
  const outbox = useQuery(rpc.outbox.overview.queryOptions({ enabled: connected, refetchInterval: 10_000 }))
  const waiting = outbox.data ? feedsIn(outbox.data, waitingStates) : 0
  const uncertain = outbox.data?.counts.uncertain ?? 0
  return (
    <section
      aria-label={t`Status`}
      className="col-span-2 flex h-7 items-center gap-4 overflow-x-auto overflow-y-hidden [@media(max-height:480px)]:hidden border-t border-line bg-sunken px-3 text-xs whitespace-nowrap text-ink-soft"
    >
      {connected ? (
        <Reachability outbox={outbox.data} />
      ) : (
        <Fact tone="good">
          <Trans>Sandbox: this catalog is the service</Trans>
        </Fact>
      )}
      {connected && sync.data && <Age sync={sync.data} />}
      {waiting > 0 && (
        <Link href="/outbox" className="hover:text-ink hover:underline">
          <Trans>
            <Plural value={waiting} one="# feed" other="# feeds" /> in the outbox
          </Trans>
          {uncertain > 0 && (
            <span className="text-warn">
              {' '}
              <Trans>· {wholeNumber(uncertain)} uncertain</Trans>
            </span>
          )}
        </Link>
      )}
      <span className="flex-1" />
      {workspace.data && (
        <>
          <LocalApi localApi={workspace.data.localApi} />
          <span className="tabular">
            <Plural value={workspace.data.items} one="# item" other="# items" />
          </span>
        </>
      )}
    </section>
  )
}

type FactTone = 'good' | 'warn' | 'idle'
const dots: Record<FactTone, string> = { good: 'bg-good', warn: 'bg-warn', idle: 'bg-ink-faint' }

const Fact = ({ tone, title, children }: { tone: FactTone; title?: string; children: ReactNode }) => (
  <span role="status" className="flex items-center gap-1.5" title={title}>
    <span
      className={clsx('size-2 rounded-full forced-colors:forced-color-adjust-none', dots[tone])}
      aria-hidden
    />
    {children}
  </span>
)

function Reachability({ outbox }: { outbox: OutboxOverview | undefined }) {
  const isOnline = useIsOnline(outbox)
  // Without the backend, the state of the service is unknown.
  if (useBackendState() === 'lost')
    return (
      <Fact tone="idle">
        <Trans>Unknown</Trans>
      </Fact>
    )
  if (outbox?.paused)
    return (
      <Fact tone="warn">
        <Trans>Working offline</Trans>
      </Fact>
    )
  if (outbox?.reachable === undefined || (outbox.reachable && !outbox.reachedAt)) {
    const isKnown = outbox?.reachable === true
    return <Fact tone="idle">{isKnown ? t`Not contacted since the start` : t`Not contacted yet`}</Fact>
  }
  if (isOnline)
    return (
      <Fact tone="good">
        <Trans>Online</Trans>
      </Fact>
    )
  if (outbox.reachable)
    return (
      <Fact tone="idle" title={dateAndTime(outbox.reachedAt ?? '')}>
        {t`Last answer ${relativeTime(outbox.reachedAt ?? '')}`}
      </Fact>
    )
  return (
    <Fact tone="warn" title={outbox.reason}>
      <Trans>Offline</Trans>
    </Fact>
  )
}

function Age({ sync }: { sync: SyncState }) {
  const { current } = sync
  if (current) {
    const progress = current.phase === 'lookups' ? t`lists` : progressWords(current)
    return (
      <Link href="/sync" className="tabular hover:text-ink hover:underline">
        {current.outcome === 'paused' ? t`Sync paused` : t`Syncing`} {progress}
      </Link>
    )
  }
  const completed = sync.history.find((run) => run.outcome === 'completed')
  const moment = completed?.endedAt ?? sync.completeUpTo
  return (
    <Link
      href="/sync"
      className="hover:text-ink hover:underline"
      title={moment ? dateAndTime(moment) : undefined}
    >
      {moment ? t`Synced ${relativeTime(moment)}` : t`Never synced`}
    </Link>
  )
}

/** Shown only if the local API could not start, or while its limits or faults are active. */
function LocalApi({ localApi }: { localApi: WorkspaceState['localApi'] }) {
  const { running, reason, activeConditions = [] } = localApi
  return (
    <span className="flex items-center gap-2">
      {!running && reason !== undefined && (
        <Link href="/local-api" className="font-medium text-warn hover:underline" title={reason}>
          <Trans>Local API off</Trans>
        </Link>
      )}
      {activeConditions.length > 0 && (
        <Link
          href="/local-api/conditions"
          className="flex items-center gap-1 font-medium text-warn hover:underline"
        >
          <FlaskConical className="size-3" aria-hidden />
          <Trans>
            <Plural value={activeConditions.length} one="# condition" other="# conditions" /> on
          </Trans>
        </Link>
      )}
    </span>
  )
}
