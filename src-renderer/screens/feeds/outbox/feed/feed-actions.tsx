import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ORPCError } from '@orpc/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Copy, FilePenLine, RotateCw, Split, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type {
  OutboxBatch,
  OutboxFeed,
  OutboxFeedDetail,
} from '../../../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../../../src-shared/feeds/outbox/outbox-state.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/dialog.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { QueueActions } from '../queue-actions.tsx'
import { useFeedAction } from '../use-feed-action.ts'
import { SendAgainDialog } from './send-again-dialog.tsx'

/**
 * The actions that the state machine allows for a feed. Uncertain feeds have their own notice
 * (uncertain-feed.tsx).
 */
export function FeedActions({ feed }: { feed: OutboxFeedDetail }) {
  const [, navigate] = useLocation()
  const [retrying, setRetrying] = useState(false)
  const { actions } = outboxStateDescriptions[feed.state]
  const retry = useMutation(rpc.outbox.retry.mutationOptions())
  const sendNow = useMutation(
    rpc.outbox.sendNow.mutationOptions({ onError: (error) => toast.failed(t`Nothing was sent`, error) }),
  )
  const isPaused = useQuery(rpc.outbox.overview.queryOptions()).data?.paused === true
  const goOnline = useMutation(
    rpc.outbox.setPaused.mutationOptions({ onError: (error) => toast.failed(t`Nothing was sent`, error) }),
  )
  const withdraw = useMutation(
    rpc.outbox.withdraw.mutationOptions({
      onSuccess: (draft) => {
        toast.done(t`Taken back`, t`The feed is a draft again.`)
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed(t`The feed was not taken back`, error),
    }),
  )
  const settle = useMutation(rpc.outbox.settle.mutationOptions(useFeedAction(t`The feed was not settled`)))
  const hasEnded = feed.state === 'done' || feed.state === 'partly-done'
  const refused = hasEnded ? (feed.counters?.failed ?? 0) : 0
  return (
    <>
      {feed.state === 'partly-done' && (
        <Button
          icon={<Check className="size-4" aria-hidden />}
          busy={settle.isPending}
          onClick={() => settle.mutate({ id: feed.id })}
        >
          <Trans>Settle</Trans>
        </Button>
      )}
      {hasEnded && <DraftAgainButton feed={feed} />}
      {refused > 0 && <DraftRefusedButton feed={feed} count={refused} />}
      {actions.includes('hold') && (
        <QueueActions feed={feed} isHeld={feed.hold !== undefined} isUrgent={feed.isUrgent === true} />
      )}
      {actions.includes('withdraw') && (
        <Button
          icon={<Undo2 className="size-4" aria-hidden />}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: feed.id })}
        >
          <Trans>Take back as a draft</Trans>
        </Button>
      )}
      {actions.includes('sendNow') && !feed.hold && !feed.elsewhere && (
        <Button
          variant="primary"
          busy={sendNow.isPending || goOnline.isPending}
          onClick={() => (isPaused ? goOnline.mutate({ paused: false }) : sendNow.mutate(undefined))}
        >
          {isPaused ? <Trans>Go online and send</Trans> : <Trans>Send now</Trans>}
        </Button>
      )}
      {actions.includes('retry') && !feed.elsewhere && (
        <Button
          variant={isTooLarge(feed) ? 'secondary' : 'primary'}
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={() => setRetrying(true)}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
      {actions.includes('split') && !feed.elsewhere && isTooLarge(feed) && <SplitButton feed={feed} />}
      <SendAgainDialog
        open={retrying}
        onClose={() => setRetrying(false)}
        title={t`Send this feed again, as it is?`}
        description={t`It is queued again unchanged, unless the catalog shows that it has arrived. If the service rejected its content, move it back to a draft and fix it first.`}
        send={(anyway) => retry.mutateAsync({ id: feed.id, anyway })}
        failure={t`The feed was not queued again`}
      />
    </>
  )
}

/**
 * Whether the service rejected the feed as too large (413). A feed posted by another program is not split,
 * because that program tracks it as one feed.
 */
const isTooLarge = ({ refusedWith, itemCount, postedBy }: OutboxFeed): boolean =>
  refusedWith === 413 && itemCount > 1 && postedBy === undefined

/**
 * Splits the feed on click. Asks for confirmation if the catalog does not show whether the feed has arrived.
 */
function SplitButton({ feed }: { feed: OutboxFeed }) {
  const [, navigate] = useLocation()
  const [arrivalNote, setArrivalNote] = useState<string>()
  const { onError } = useFeedAction(t`The feed was not split`)
  const split = useMutation(
    rpc.outbox.split.mutationOptions({
      onSuccess: (batch) => navigate(`/outbox/batch/${batch.id}`),
      onError(error) {
        const isUndecided = error instanceof ORPCError && error.code === 'LOOK_FIRST'
        setArrivalNote(isUndecided ? error.message : undefined)
        if (!isUndecided) onError(error)
      },
    }),
  )
  return (
    <>
      <Button
        variant="primary"
        icon={<Split className="size-4" aria-hidden />}
        busy={split.isPending}
        onClick={() => split.mutate({ id: feed.id })}
      >
        <Trans>Split in two and send again</Trans>
      </Button>
      <ConfirmDialog
        open={arrivalNote !== undefined}
        onOpenChange={(next) => !next && setArrivalNote(undefined)}
        title={t`Split this feed, though it may have arrived?`}
        description={<span className="whitespace-pre-line">{arrivalNote}</span>}
        confirmLabel={t`Split anyway`}
        busy={split.isPending}
        onConfirm={() => split.mutate({ id: feed.id, anyway: true })}
      />
    </>
  )
}

/** Creates a draft with the same content. The feed is not changed. */
function DraftAgainButton({ feed }: { feed: OutboxFeed }) {
  const [, navigate] = useLocation()
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  return (
    <Button
      icon={<Copy className="size-4" aria-hidden />}
      busy={createDraft.isPending}
      onClick={() => createDraft.mutate({ kind: feed.kind, fromFeed: feed.id })}
    >
      <Trans>Draft again</Trans>
    </Button>
  )
}

type DraftRefusedProps =
  | { feed: OutboxFeed; batch?: never; count: number }
  | { batch: OutboxBatch; feed?: never; count: number }

/**
 * Opens a draft of the rejected items, to fix and send as a new feed. The feed stays under review until the
 * draft is queued.
 */
export function DraftRefusedButton({ feed, batch, count }: DraftRefusedProps) {
  const [, navigate] = useLocation()
  const draftRefused = useMutation(
    rpc.outbox.draftRefused.mutationOptions({
      onSuccess: (draft) => navigate(`/feeds/${draft.id}`),
      onError: (error) => toast.failed(t`The draft could not be made`, error),
    }),
  )
  return (
    <Button
      variant="primary"
      icon={<FilePenLine className="size-4" aria-hidden />}
      busy={draftRefused.isPending}
      onClick={() => draftRefused.mutate({ id: feed?.id ?? batch?.id ?? '' })}
    >
      <Plural value={count} one="Fix the refused item" other="Fix the # refused items" />
    </Button>
  )
}
