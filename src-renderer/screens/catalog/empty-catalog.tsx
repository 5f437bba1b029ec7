import { useMutation, useQuery } from '@tanstack/react-query'
import { Boxes, KeyRound, RefreshCw, WifiOff } from 'lucide-react'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted } from '../../ui/words.ts'

/** A catalog without any item: why that is, and what brings some. */
export function EmptyCatalog() {
  const workspace = useQuery(rpc.workspace.state.queryOptions()).data
  if (!workspace) return null
  if (workspace.role !== 'connected')
    return (
      <EmptyState
        icon={Boxes}
        title="The catalog is empty"
        action={
          <>
            <ButtonLink href="/import" variant="primary">
              Import a file
            </ButtonLink>
            <ButtonLink href="/feeds">Write a feed</ButtonLink>
          </>
        }
      >
        Import items from a workbook, CSV or JSON Lines file, or send a feed: this sandbox takes it in itself.
      </EmptyState>
    )
  if (workspace.passwordMissing || workspace.consentMissing)
    return (
      <EmptyState
        icon={KeyRound}
        title="Nothing is on this computer yet"
        action={
          <ButtonLink href="/settings" variant="primary">
            Go to Settings
          </ButtonLink>
        }
      >
        {workspace.passwordMissing
          ? 'The password of the service is not known on this computer. With it, a sync brings the items.'
          : 'The connection is not encrypted, and nobody has agreed to that. Until then nothing is synced.'}
      </EmptyState>
    )
  return <EmptyCopy />
}

function EmptyCopy() {
  const sync = useQuery(rpc.sync.state.queryOptions()).data
  const isOffline = useQuery(rpc.outbox.overview.queryOptions()).data?.paused === true
  const start = useMutation(
    rpc.sync.start.mutationOptions({
      onError: (error) => void toast.failed('The sync could not be started', error),
    }),
  )
  const goOnline = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onError: (error) => void toast.failed('This was not possible', error),
    }),
  )
  const toSync = <ButtonLink href="/sync">Go to Sync</ButtonLink>
  if (sync?.current)
    return (
      <EmptyState icon={RefreshCw} title="The first items are on their way" action={toSync}>
        The sync has brought {counted(sync.items, 'item')} so far. They appear here as they come.
      </EmptyState>
    )
  if (isOffline)
    return (
      <EmptyState
        icon={WifiOff}
        title="You work offline, and nothing is on this computer yet"
        action={
          <>
            <Button
              variant="primary"
              busy={goOnline.isPending}
              onClick={() => goOnline.mutate({ paused: false })}
            >
              Work online
            </Button>
            {toSync}
          </>
        }
      >
        Once synced, the items of the service can be read with no network.
      </EmptyState>
    )
  const wasSynced = (sync?.history.length ?? 0) > 0
  return (
    <EmptyState
      icon={Boxes}
      title={wasSynced ? 'The copy has no items' : 'Never synced'}
      action={
        <>
          <Button
            variant="primary"
            busy={start.isPending}
            icon={<RefreshCw className="size-4" aria-hidden />}
            onClick={() => start.mutate({})}
          >
            Sync now
          </Button>
          {toSync}
        </>
      }
    >
      {wasSynced
        ? 'The service gave none at the last sync, or that sync failed: Sync says which.'
        : 'A sync brings the items of the service to this computer. They can then be read with no network.'}
    </EmptyState>
  )
}
