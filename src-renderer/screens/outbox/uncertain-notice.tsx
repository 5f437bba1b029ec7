import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutboxFeed } from '../../../src-shared/outbox/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { useFeedAction } from './use-feed-action.ts'

/** Explains what uncertain means and offers the two ways out: ask the service, or look oneself and decide. */
export function UncertainNotice({ feed }: { feed: OutboxFeed }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const reconcile = useMutation(
    rpc.outbox.reconcile.mutationOptions(useFeedAction(feed.id, 'The service could not be asked')),
  )
  return (
    <Notice
      tone="warn"
      title="Nobody knows yet whether the service has this feed"
      actions={
        <>
          <Button
            size="small"
            variant="primary"
            busy={reconcile.isPending}
            onClick={() => reconcile.mutate({ id: feed.id })}
          >
            Ask the service now
          </Button>
          <Button size="small" onClick={() => setResolving('arrived')}>
            It arrived
          </Button>
          <Button size="small" onClick={() => setResolving('lost')}>
            It did not arrive
          </Button>
        </>
      }
    >
      {feed.attempts === 0
        ? 'This workspace was restored, copied or set back since the feed was queued, so the feed may have been sent from the original. '
        : 'It was sent, but no acknowledgement came. '}
      Sending it again could create everything twice, so that never happens by itself. The service is asked
      from time to time; if you know better, say so.
      {feed.note && (
        <>
          <p className="mt-2 font-medium">What is known</p>
          <ul className="list-disc pl-5">
            {feed.note.split('\n').map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <ResolveDialog feed={feed} verdict={resolving} onClose={() => setResolving(undefined)} />
    </Notice>
  )
}
