import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { useFeedAction } from './use-feed-action.ts'

/** The ways on for a feed the service has, or may have, should it never say what became of it. */
export function StuckFeed({ feed }: { feed: OutboxFeedDetail }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const [settling, setSettling] = useState(false)
  const settle = useMutation(
    rpc.outbox.settle.mutationOptions(useFeedAction(feed.id, 'The feed is still watched')),
  )
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-ink-soft">If the service never says what became of it</summary>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={() => setResolving('arrived')}>
          Correct its identifier, or settle it
        </Button>
        <Button size="small" onClick={() => setResolving('lost')}>
          It did not arrive
        </Button>
        <Button size="small" onClick={() => setSettling(true)}>
          Give up watching
        </Button>
      </div>
      <ResolveDialog feed={feed} verdict={resolving} onClose={() => setResolving(undefined)} />
      <ConfirmDialog
        open={settling}
        onOpenChange={setSettling}
        title="Give up watching this feed?"
        description="The service is not asked about it any more, and later feeds about the same items need not wait for it. What became of its items stays unknown."
        confirmLabel="Give up watching"
        busy={settle.isPending}
        onConfirm={() => settle.mutate({ id: feed.id }, { onSettled: () => setSettling(false) })}
      />
    </details>
  )
}

/** Which feeds a queued one waits for, and the way past them. */
export function WaitsFor({ feed }: { feed: OutboxFeedDetail }) {
  const [releasing, setReleasing] = useState(false)
  const release = useMutation(
    rpc.outbox.release.mutationOptions(useFeedAction(feed.id, 'The feed still waits')),
  )
  return (
    <div className="mt-3 text-sm">
      <p>It waits for earlier feeds about the same items, so that it does not overtake them:</p>
      <ul className="mt-1 list-disc pl-5">
        {feed.waitsFor.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/outbox/${id}`} className="text-accent-strong underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={() => setReleasing(true)}>
        Send without waiting
      </Button>
      <ConfirmDialog
        open={releasing}
        onOpenChange={setReleasing}
        title="Send this feed without waiting?"
        description="It may reach the service before the feeds it waits for. Where they are about the same items, the one that the service takes last wins."
        confirmLabel="Send without waiting"
        busy={release.isPending}
        onConfirm={() => release.mutate({ id: feed.id }, { onSettled: () => setReleasing(false) })}
      />
    </div>
  )
}
