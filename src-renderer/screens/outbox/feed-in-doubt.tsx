import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { OutboxFeed, OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFeedAction } from './use-feed-action.ts'

/** The ways on for a feed the service has, or may have, should it never say what became of it. */
export function StuckFeed({ feed }: { feed: OutboxFeedDetail }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const [settling, setSettling] = useState(false)
  const settle = useMutation(rpc.outbox.settle.mutationOptions(useFeedAction('The feed is still watched')))
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
  const release = useMutation(rpc.outbox.release.mutationOptions(useFeedAction('The feed still waits')))
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

/** Explains what uncertain means and offers the two ways out: ask the service, or look oneself and decide. */
export function UncertainNotice({ feed }: { feed: OutboxFeed }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const reconcile = useMutation(
    rpc.outbox.reconcile.mutationOptions(useFeedAction('The service could not be asked')),
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

interface ResolveDialogProps {
  feed: OutboxFeed
  verdict: 'arrived' | 'lost' | undefined
  onClose: () => void
}

/** A person's word on what became of a feed whose end is not known. */
function ResolveDialog({ feed, verdict, onClose }: ResolveDialogProps) {
  const formId = useId()
  const resolve = useMutation(rpc.outbox.resolve.mutationOptions(useFeedAction('The verdict was not kept')))
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
            { id: feed.id, arrived, upstreamFeedId: upstreamFeedId || undefined },
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
