/** Settings > Pictures: what is kept offline, the room it takes, and the works that look after it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { PicturesChoice } from './pictures-choice.tsx'
import { PicturesSpace } from './pictures-space.tsx'
import { PicturesUpkeep } from './pictures-upkeep.tsx'

export function PicturesPanel({
  workspace,
}: {
  workspace: Pick<WorkspaceState, 'role' | 'passwordMissing'>
}) {
  const queries = useQueryClient()
  const state = useQuery(rpc.media.state.queryOptions())
  const setChoice = useMutation(
    rpc.media.setChoice.mutationOptions({
      onSuccess: (next) => void queries.setQueryData(rpc.media.state.queryKey(), next),
      onError: (error) => void toast.failed('The choice was not kept', error),
    }),
  )
  if (state.isError && !state.data)
    return (
      <Panel title="Pictures">
        <ErrorState
          title="The pictures cannot be counted"
          error={state.error}
          onRetry={() => void state.refetch()}
        />
      </Panel>
    )
  if (!state.data) return <Skeleton className="h-48 rounded-lg" />
  return (
    <Panel
      title="Pictures"
      description="Which pictures are kept on this computer, to be seen without a network."
    >
      <div className="flex flex-col gap-5">
        {state.data.fetches ? (
          <PicturesChoice
            state={state.data}
            busy={setChoice.isPending}
            onChoose={(choice) => setChoice.mutate(choice)}
          />
        ) : (
          <NothingFetched workspace={workspace} />
        )}
        <PicturesSpace state={state.data} />
        <PicturesUpkeep state={state.data} />
      </div>
    </Panel>
  )
}

/** Why nothing can be chosen here. */
function NothingFetched({ workspace: { role, passwordMissing } }: Parameters<typeof PicturesPanel>[0]) {
  if (passwordMissing)
    return (
      <Notice tone="warn" title="No pictures can be fetched">
        This computer does not have the password of the service. Enter it above, under Connection. The
        pictures that are here stay, and can be looked at.
      </Notice>
    )
  return (
    <p className="text-sm text-ink-soft">
      {role === 'sandbox'
        ? 'This workspace is where its pictures live: all of them are kept, as they came, and none is ever removed to make room.'
        : 'No service is connected, so no pictures can be fetched. Those that are here stay.'}
    </p>
  )
}
