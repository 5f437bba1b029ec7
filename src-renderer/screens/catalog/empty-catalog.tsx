import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Boxes, KeyRound, RefreshCw, WifiOff } from 'lucide-react'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'

/** Empty state of a catalog without items: the reason, and the action that adds items. */
export function EmptyCatalog() {
  const workspace = useQuery(rpc.workspace.state.queryOptions()).data
  if (!workspace) return null
  if (workspace.role !== 'connected')
    return (
      <EmptyState
        icon={Boxes}
        title={t`The catalog is empty`}
        action={
          <>
            <ButtonLink href="/import" variant="primary">
              <Trans>Import a file</Trans>
            </ButtonLink>
            <ButtonLink href="/feeds">
              <Trans>Write a feed</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>
          Import items from a workbook, CSV or JSON Lines file, or send a feed: this sandbox takes it in
          itself.
        </Trans>
      </EmptyState>
    )
  if (workspace.passwordMissing || workspace.consentMissing)
    return (
      <EmptyState
        icon={KeyRound}
        title={t`Nothing is on this computer yet`}
        action={
          <ButtonLink href="/settings" variant="primary">
            <Trans>Go to Settings</Trans>
          </ButtonLink>
        }
      >
        {workspace.passwordMissing
          ? t`The password of the service is not known on this computer. With it, a sync brings the items.`
          : t`The connection is not encrypted, and nobody has agreed to that. Until then nothing is synced.`}
      </EmptyState>
    )
  return <EmptyCopy />
}

function EmptyCopy() {
  const sync = useQuery(rpc.sync.state.queryOptions()).data
  const isOffline = useQuery(rpc.outbox.overview.queryOptions()).data?.paused === true
  const start = useMutation(
    rpc.sync.start.mutationOptions({
      onError: (error) => void toast.failed(t`The sync could not be started`, error),
    }),
  )
  const goOnline = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onError: (error) => void toast.failed(t`This was not possible`, error),
    }),
  )
  const toSync = (
    <ButtonLink href="/sync">
      <Trans>Go to Sync</Trans>
    </ButtonLink>
  )
  if (sync?.current)
    return (
      <EmptyState icon={RefreshCw} title={t`The first items are on their way`} action={toSync}>
        <Trans>
          The sync has brought <Plural value={sync.items} one="# item" other="# items" /> so far. They appear
          here as they come.
        </Trans>
      </EmptyState>
    )
  if (isOffline)
    return (
      <EmptyState
        icon={WifiOff}
        title={t`You work offline, and nothing is on this computer yet`}
        action={
          <>
            <Button
              variant="primary"
              busy={goOnline.isPending}
              onClick={() => goOnline.mutate({ paused: false })}
            >
              <Trans>Work online</Trans>
            </Button>
            {toSync}
          </>
        }
      >
        <Trans>Once synced, the items of the service can be read with no network.</Trans>
      </EmptyState>
    )
  const wasSynced = (sync?.history.length ?? 0) > 0
  return (
    <EmptyState
      icon={Boxes}
      title={wasSynced ? t`The copy has no items` : t`Never synced`}
      action={
        <>
          <Button
            variant="primary"
            busy={start.isPending}
            icon={<RefreshCw className="size-4" aria-hidden />}
            onClick={() => start.mutate({})}
          >
            <Trans>Sync now</Trans>
          </Button>
          {toSync}
        </>
      }
    >
      {wasSynced
        ? t`The service gave none at the last sync, or that sync failed: Sync says which.`
        : t`A sync brings the items of the service to this computer. They can then be read with no network.`}
    </EmptyState>
  )
}
