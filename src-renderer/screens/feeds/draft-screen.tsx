import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { DraftEditor } from './draft-editor.tsx'

const feedsBack = { href: '/feeds', label: 'Feeds' }

/** One draft, loaded and then handed to the editor. */
export function DraftScreen({ draftId }: { draftId: string }) {
  const draft = useQuery(rpc.feeds.draft.queryOptions({ input: { id: draftId } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if (draft.isError && !draft.data) {
    return (
      <div className="flex h-full flex-col">
        <PageHeader back={feedsBack} title="Draft" />
        <ErrorState
          title="This draft cannot be opened"
          error={draft.error}
          onRetry={() => void draft.refetch()}
        />
      </div>
    )
  }
  if (!draft.data || !workspace.data) {
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
  return (
    <DraftEditor
      // Another kind of feed is judged by other rules, and drawn anew.
      key={`${draft.data.id} ${draft.data.kind}`}
      draft={draft.data}
      namespaceBase={workspace.data.connection?.namespaceBase}
      gone={draft.isError}
    />
  )
}
