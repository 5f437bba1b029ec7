import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, FilePenLine, RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OutboxFeed, OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { checkFeed } from '../../../src-shared/vocabulary/rules/check-feed.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { wholeNumber } from '../../ui/words.ts'

/** The actions for a feed in its present state, by the table of states. Uncertain feeds have their own notice. */
export function FeedActions({ feed }: { feed: OutboxFeedDetail }) {
  const [, navigate] = useLocation()
  const [retrying, setRetrying] = useState(false)
  const { actions } = outboxStateDescriptions[feed.state]
  const retry = useMutation(
    rpc.outbox.retry.mutationOptions(useFeedAction(feed.id, 'The feed was not queued again')),
  )
  const sendNow = useMutation(
    rpc.outbox.sendNow.mutationOptions({ onError: (error) => toast.failed('Nothing was sent', error) }),
  )
  const withdraw = useMutation(
    rpc.outbox.withdraw.mutationOptions({
      onSuccess: (draft) => {
        toast.done('Taken back', 'The feed is a draft again.')
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed('The feed was not taken back', error),
    }),
  )
  const settle = useMutation(
    rpc.outbox.settle.mutationOptions(useFeedAction(feed.id, 'The feed was not closed')),
  )
  const hasEnded = feed.state === 'done' || feed.state === 'partly-done'
  const refused = hasEnded ? refusedItems(feed).size : 0
  return (
    <>
      {feed.state === 'partly-done' && (
        <Button
          icon={<Check className="size-4" aria-hidden />}
          busy={settle.isPending}
          onClick={() => settle.mutate({ id: feed.id })}
        >
          Settle
        </Button>
      )}
      {refused > 0 && <DraftRefusedButton feed={feed} count={refused} />}
      {actions.includes('withdraw') && (
        <Button
          icon={<Undo2 className="size-4" aria-hidden />}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: feed.id })}
        >
          Take back as a draft
        </Button>
      )}
      {actions.includes('sendNow') && (
        <Button variant="primary" busy={sendNow.isPending} onClick={() => sendNow.mutate(undefined)}>
          Send now
        </Button>
      )}
      {actions.includes('retry') && (
        <Button
          variant="primary"
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={() => setRetrying(true)}
        >
          Send again
        </Button>
      )}
      <ConfirmDialog
        open={retrying}
        onOpenChange={setRetrying}
        title="Send this feed again, unchanged?"
        description="The same XML is queued once more. If the service refused its content, it will refuse it again: take the feed back as a draft to correct it."
        confirmLabel="Send again"
        busy={retry.isPending}
        onConfirm={() => retry.mutate({ id: feed.id }, { onSettled: () => setRetrying(false) })}
      />
    </>
  )
}

/** A button that makes a draft of the refused items, to be corrected and sent as a new feed. */
function DraftRefusedButton({ feed, count }: { feed: OutboxFeedDetail; count: number }) {
  const [, navigate] = useLocation()
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const settle = useMutation(
    rpc.outbox.settle.mutationOptions(useFeedAction(feed.id, 'The feed was not closed')),
  )
  const createDraft = useMutation(
    rpc.feeds.createDraft.mutationOptions({
      async onSuccess(draft) {
        // The refused items continue in the draft, so the feed is settled.
        if (feed.state === 'partly-done') await settle.mutateAsync({ id: feed.id })
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed('The draft could not be made', error),
    }),
  )
  return (
    <Button
      variant="primary"
      icon={<FilePenLine className="size-4" aria-hidden />}
      busy={createDraft.isPending}
      onClick={() =>
        createDraft.mutate({
          kind: feed.kind,
          name: feed.name,
          xml: refusedPayload(feed, workspace.data?.connection?.namespaceBase),
        })
      }
    >
      Mend {count === 1 ? 'the refused item' : `the ${wholeNumber(count)} refused items`}
    </Button>
  )
}

const refused = new Set(['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED'])

/** The positions, from 0, of the refused items. */
const refusedItems = ({ results }: OutboxFeedDetail): Set<number> =>
  new Set(results.filter(({ ingestionStatus }) => refused.has(ingestionStatus)).map(({ index }) => index))

/** The payload of a feed with only its refused items. */
export function refusedPayload(feed: OutboxFeedDetail, namespaceBase: string | undefined): string {
  const places = refusedItems(feed)
  const { items, contentPlus } = checkFeed(feed.kind, feed.xml, { namespaceBase })
  const only = <Item,>(all: readonly Item[]) => all.filter((_, index) => places.has(index))
  const options = { namespaceBase, indent: 2 }
  if (items) return writeDocument(documents.ingestItems, { ...items, item: only(items.item) }, options)
  if (contentPlus)
    return writeDocument(documents.contentPlus, { ...contentPlus, item: only(contentPlus.item) }, options)
  return feed.xml
}

/** Options for every action on a feed: its state is fetched again, and an error is shown. */
export function useFeedAction(id: string, failure: string) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: rpc.outbox.feed.queryKey({ input: { id } }) }),
      queries.invalidateQueries({ queryKey: rpc.outbox.overview.key() }),
      queries.invalidateQueries({ queryKey: rpc.outbox.list.key() }),
    ])
  return {
    onSuccess: (_feed: OutboxFeed) => void refresh(),
    onError: (error: unknown) => {
      toast.failed(failure, error)
      void refresh()
    },
  }
}
