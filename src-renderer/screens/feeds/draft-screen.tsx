import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../src-shared/drafts/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { DraftGridView } from './draft-grid-view.tsx'
import { UnreadEditor } from './unread-editor.tsx'

const feedsBack = { href: '/feeds', label: t`Feeds` }

/** One draft, loaded and then handed to the editor: that of its items, or, while they cannot be read, that of its text. */
export function DraftScreen({ draftId }: { draftId: string }) {
  const draft = useQuery(rpc.feeds.draft.queryOptions({ input: { id: draftId } }))
  const unread = useQuery(rpc.feeds.unreadDraft.queryOptions({ input: { id: draftId } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const failed = [draft, unread].find((query) => query.isError && query.data === undefined)
  if (failed) {
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
  if (!draft.data || unread.data === undefined || !workspace.data) {
    return (
      <div className="flex h-full flex-col">
        <PageHeader back={feedsBack} title={<Skeleton className="my-1 h-4 w-48" />} />
        <div className="flex flex-col gap-3 p-6">
          {['w-2/3', 'w-1/2', 'w-3/5', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={`h-8 ${width}`} />
          ))}
        </div>
      </div>
    )
  }
  const isGone = draft.isError || draft.data.deletedAt !== undefined
  if (unread.data) return <UnreadEditor key={draft.data.id} draft={draft.data} unread={unread.data} />
  return (
    <DraftEditor
      // Another kind of feed is judged by other rules, and drawn anew.
      key={`${draft.data.id} ${draft.data.kind}`}
      draft={draft.data}
      namespaceBase={workspace.data.connection?.namespaceBase}
      notice={isGone && <GoneNotice draft={draft.data} />}
      grid={(place) => <DraftGridView {...place} />}
    />
  )
}

/** The draft was deleted or queued somewhere else while it is open here. */
function GoneNotice({ draft }: { draft: Draft }) {
  const undelete = useMutation(
    rpc.feeds.undeleteDraft.mutationOptions({
      onError: (error) => toast.failed(t`The draft was not taken back`, error),
    }),
  )
  return (
    <Notice
      tone="warn"
      title={t`This draft is not in the list any more`}
      className="rounded-none! border-b border-line"
      actions={
        draft.deletedAt === undefined ? (
          <ButtonLink href="/outbox" size="small">
            <Trans>Look in the outbox</Trans>
          </ButtonLink>
        ) : (
          <Button size="small" busy={undelete.isPending} onClick={() => undelete.mutate({ id: draft.id })}>
            <Trans>Take it back</Trans>
          </Button>
        )
      }
    >
      <Trans>It was deleted or queued in another window or by another program.</Trans>
    </Notice>
  )
}
