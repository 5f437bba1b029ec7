import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { Draft, DraftOutcome } from '../../../../src-shared/feeds/draft/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/layout/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ErrorState } from '../../../ui/layout/states.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { relativeTime } from '../../../ui/text/words.ts'
import { DraftEditor } from './draft-editor.tsx'
import { DraftGridView } from './draft-grid-view.tsx'
import { DraftSkeleton, feedsBack } from './draft-skeleton.tsx'
import { UnparsedDraftEditor } from './form/unread-editor.tsx'

/** Loads one draft and shows the editor of its items or, if they cannot be parsed, of its text. */
export function DraftScreen({ draftId }: { draftId: string }) {
  const draft = useQuery(rpc.feeds.draft.queryOptions({ input: { id: draftId } }))
  const unread = useQuery(rpc.feeds.unreadDraft.queryOptions({ input: { id: draftId } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const failed = [draft, unread].find((query) => query.isError && query.data === undefined)
  const isUnavailable = draft.isError || draft.data?.deletedAt !== undefined
  const outcome = useQuery(
    rpc.feeds.draftOutcome.queryOptions({ input: { id: draftId }, enabled: isUnavailable }),
  )
  if (failed && outcome.data?.kind === 'queued') return <Redirect to={feedHref(outcome.data)} replace />
  if (failed && !outcome.isLoading) {
    return (
      <div className="flex h-full flex-col">
        <PageHeader back={feedsBack} title={t`Draft`} />
        <ErrorState
          title={t`This draft cannot be opened`}
          error={failed.error}
          onRetry={() => void Promise.all([draft.refetch(), unread.refetch()])}
          action={
            <ButtonLink href="/outbox">
              <Trans>Look in the outbox</Trans>
            </ButtonLink>
          }
        />
      </div>
    )
  }
  if (!draft.data || unread.data === undefined || !workspace.data) return <DraftSkeleton />
  if (unread.data) return <UnparsedDraftEditor key={draft.data.id} draft={draft.data} unread={unread.data} />
  return (
    <DraftEditor
      // Feed kinds have different rules, so a change of the kind remounts the editor.
      key={`${draft.data.id} ${draft.data.kind}`}
      draft={draft.data}
      namespaceBase={workspace.data.connection?.namespaceBase}
      notice={
        isUnavailable &&
        !outcome.isLoading && <UnavailableNotice draft={draft.data} outcome={outcome.data ?? null} />
      }
      grid={(place) => <DraftGridView {...place} />}
    />
  )
}

/** Link to the feed or batch of a queued draft. */
const feedHref = ({ feed, isBatch }: { feed: string; isBatch: boolean }): string =>
  isBatch ? `/outbox/batch/${feed}` : `/outbox/${feed}`

/** Shown for an open draft that is no longer in the list: its outcome, and where its items are. */
function UnavailableNotice({ draft, outcome }: { draft: Draft; outcome: DraftOutcome | null }) {
  const undelete = useMutation(
    rpc.feeds.undeleteDraft.mutationOptions({
      onError: (error) => toast.failed(t`The draft was not taken back`, error),
    }),
  )
  const restoreButton = (
    <Button size="small" busy={undelete.isPending} onClick={() => undelete.mutate({ id: draft.id })}>
      <Trans>Take it back</Trans>
    </Button>
  )
  const { title, text, actions } = noticeOf(outcome, restoreButton)
  return (
    <Notice tone="warn" title={title} className="rounded-none! border-b border-line" actions={actions}>
      {text}
    </Notice>
  )
}

function noticeOf(outcome: DraftOutcome | null, restoreButton: ReactNode) {
  switch (outcome?.kind) {
    case 'queued':
      return {
        title: t`This draft was queued`,
        text: t`It is a feed now and cannot be changed any more.`,
        actions: (
          <ButtonLink href={feedHref(outcome)} size="small">
            <Trans>Open the feed</Trans>
          </ButtonLink>
        ),
      }
    case 'joined':
      return {
        title: t`This draft was joined into another one`,
        text: t`Its items were moved to “${outcome.into.name}” ${relativeTime(outcome.at)}. Taking this draft back undoes that.`,
        actions: (
          <>
            <OpenDraftLink {...outcome.into} />
            {restoreButton}
          </>
        ),
      }
    case 'split-undone':
      return {
        title: t`The split that made this draft was undone`,
        text: t`Its items are in “${outcome.into.name}” again. Redo there splits them off once more.`,
        actions: <OpenDraftLink {...outcome.into} />,
      }
    case 'deleted':
      return {
        title: t`This draft was deleted`,
        text: t`That was ${relativeTime(outcome.at)}. It can be taken back for 30 days.`,
        actions: restoreButton,
      }
    default:
      return {
        title: t`This draft is not in the list any more`,
        text: t`It was deleted or queued in another window or by another program.`,
        actions: (
          <ButtonLink href="/outbox" size="small">
            <Trans>Look in the outbox</Trans>
          </ButtonLink>
        ),
      }
  }
}

const OpenDraftLink = ({ id, name }: { id: string; name: string }) => (
  <ButtonLink href={`/feeds/${id}`} size="small">
    {t`Open “${name}”`}
  </ButtonLink>
)
