import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OutboxFeed } from '../../../src-shared/rpc/feed-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
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
      It was sent, but the connection broke before the acknowledgement came. Sending it again could create
      everything twice, so that never happens by itself. The service is asked from time to time; if you know
      better, say so.
      <ResolveDialog feed={feed} verdict={resolving} onClose={() => setResolving(undefined)} />
    </Notice>
  )
}

interface ResolveDialogProps {
  feed: OutboxFeed
  verdict: 'arrived' | 'lost' | undefined
  onClose: () => void
}

function ResolveDialog({ feed, verdict, onClose }: ResolveDialogProps) {
  const formId = useId()
  const resolve = useMutation(
    rpc.outbox.resolve.mutationOptions(useFeedAction(feed.id, 'The verdict was not kept')),
  )
  const arrived = verdict === 'arrived'
  return (
    <Dialog
      open={verdict !== undefined}
      onOpenChange={(open) => !open && onClose()}
      width="small"
      title={arrived ? 'The feed arrived' : 'The feed did not arrive'}
      description={
        arrived
          ? 'It is settled as arrived and never sent again. With its identifier its items can be followed.'
          : 'It counts as failed. You can then send it again, or take it back as a draft. Be sure: if it did arrive, sending it again creates everything twice.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={resolve.isPending}>
            {arrived ? 'Settle as arrived' : 'Settle as not arrived'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          const upstreamFeedId = String(new FormData(event.currentTarget).get('feedId') ?? '').trim()
          resolve.mutate(
            { id: feed.id, arrived, ...(upstreamFeedId ? { upstreamFeedId } : {}) },
            { onSuccess: onClose },
          )
        }}
      >
        {arrived && (
          <TextField
            label="Feed identifier at the service, if you know it"
            name="feedId"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </form>
    </Dialog>
  )
}
