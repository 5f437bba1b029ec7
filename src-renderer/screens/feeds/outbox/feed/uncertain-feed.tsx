import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { OutboxFeed, OutboxFeedDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/inputs/field.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { ConfirmDialog, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { useFeedAction } from '../use-feed-action.ts'

/** Actions for a feed that the service has or may have, if the service never reports a result. */
export function StuckFeed({ feed }: { feed: OutboxFeedDetail }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const [settling, setSettling] = useState(false)
  const settle = useMutation(rpc.outbox.settle.mutationOptions(useFeedAction(t`The feed is still watched`)))
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-ink-soft">
        <Trans>If the service never reports a result</Trans>
      </summary>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={() => setResolving('arrived')}>
          <Trans>Correct its identifier, or settle it</Trans>
        </Button>
        <Button size="small" onClick={() => setResolving('lost')}>
          <Trans>It did not arrive</Trans>
        </Button>
        <Button size="small" onClick={() => setSettling(true)}>
          <Trans>Stop tracking</Trans>
        </Button>
      </div>
      <ResolveDialog feed={feed} verdict={resolving} onClose={() => setResolving(undefined)} />
      <ConfirmDialog
        open={settling}
        onOpenChange={setSettling}
        title={t`Give up watching this feed?`}
        description={t`The service is no longer checked for results, and later feeds for the same items do not wait for it. The results of its items stay unknown.`}
        confirmLabel={t`Stop tracking`}
        busy={settle.isPending}
        onConfirm={() => settle.mutate({ id: feed.id }, { onSettled: () => setSettling(false) })}
      />
    </details>
  )
}

/** The feeds that a queued feed waits for, with an action to send it without waiting. */
export function WaitsFor({ feed }: { feed: OutboxFeedDetail }) {
  const [releasing, setReleasing] = useState(false)
  const release = useMutation(rpc.outbox.release.mutationOptions(useFeedAction(t`The feed still waits`)))
  return (
    <div className="mt-3 text-sm">
      <p>
        <Trans>It waits for earlier feeds about the same items, so that it does not overtake them:</Trans>
      </p>
      <ul className="mt-1 list-disc ps-5">
        {feed.waitsFor.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/outbox/${id}`} className="text-accent-strong underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={() => setReleasing(true)}>
        <Trans>Send without waiting</Trans>
      </Button>
      <ConfirmDialog
        open={releasing}
        onOpenChange={setReleasing}
        title={t`Send this feed without waiting?`}
        description={t`It may reach the service before the feeds it waits for. Where they are about the same items, the one that the service takes last wins.`}
        confirmLabel={t`Send without waiting`}
        busy={release.isPending}
        onConfirm={() => release.mutate({ id: feed.id }, { onSettled: () => setReleasing(false) })}
      />
    </div>
  )
}

/**
 * Explains the uncertain state and offers two actions: query the service, or decide whether the feed arrived.
 */
export function UncertainNotice({ feed }: { feed: OutboxFeed }) {
  const [resolving, setResolving] = useState<'arrived' | 'lost'>()
  const reconcile = useMutation(
    rpc.outbox.reconcile.mutationOptions(useFeedAction(t`The service could not be asked`)),
  )
  return (
    <Notice
      tone="warn"
      title={t`It is unknown whether the service has this feed`}
      actions={
        <>
          <Button
            size="small"
            variant="primary"
            busy={reconcile.isPending}
            onClick={() => reconcile.mutate({ id: feed.id })}
          >
            <Trans>Ask the service now</Trans>
          </Button>
          <Button size="small" onClick={() => setResolving('arrived')}>
            <Trans>It arrived</Trans>
          </Button>
          <Button size="small" onClick={() => setResolving('lost')}>
            <Trans>It did not arrive</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        {feed.attempts === 0
          ? t`This workspace was restored, copied or set back since the feed was queued, so the feed may have been sent from the original. `
          : t`It was sent, but no acknowledgement came. `}
        Sending it again could create duplicates, so this never happens automatically. The service is checked
        regularly. You can also decide here.
      </Trans>
      {feed.note && (
        <>
          <p className="mt-2 font-medium">
            <Trans>What is known</Trans>
          </p>
          <ul className="list-disc ps-5">
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

/** Dialog in which a person decides whether a feed with an unknown result arrived. */
function ResolveDialog({ feed, verdict, onClose }: ResolveDialogProps) {
  const formId = useId()
  const resolve = useMutation(rpc.outbox.resolve.mutationOptions(useFeedAction(t`The verdict was not kept`)))
  const arrived = verdict === 'arrived'
  return (
    <Dialog
      open={verdict !== undefined}
      onOpenChange={(open) => !open && onClose()}
      width="small"
      title={arrived ? t`The feed arrived` : t`The feed did not arrive`}
      description={
        arrived
          ? t`It is settled as arrived and never sent again. With its identifier at the service its items are followed.`
          : t`It counts as failed. You can then send it again, or take it back as a draft. Be sure: if it did arrive, sending it again creates everything twice.`
      }
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={resolve.isPending}>
            {arrived ? t`Settle as arrived` : t`Settle as not arrived`}
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
            label={t`Feed identifier at the service, if you know it`}
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
