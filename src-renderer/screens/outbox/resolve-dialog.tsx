import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { OutboxFeed } from '../../../src-shared/outbox/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useFeedAction } from './use-feed-action.ts'

interface ResolveDialogProps {
  feed: OutboxFeed
  verdict: 'arrived' | 'lost' | undefined
  onClose: () => void
}

/** A person's word on what became of a feed whose end is not known. */
export function ResolveDialog({ feed, verdict, onClose }: ResolveDialogProps) {
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
          ? 'It is settled as arrived and never sent again. With its identifier at the service its items are followed.'
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
            defaultValue={feed.upstreamFeedId}
            name="feedId"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </form>
    </Dialog>
  )
}
