/** Settings > Pictures: what is kept offline, the room it takes, and the works that look after it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PictureChoice } from '../../../src-shared/rpc/media-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { PicturesChoice } from './pictures-choice.tsx'
import { PicturesSpace } from './pictures-space.tsx'
import { PicturesUpkeep } from './pictures-upkeep.tsx'

export function PicturesPanel() {
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
  const choose = (change: Partial<PictureChoice>) => setChoice.mutate({ ...state.data.choice, ...change })
  return (
    <Panel
      title="Pictures"
      description="Which pictures are kept on this computer, to be seen without a network."
    >
      <div className="flex flex-col gap-5">
        {state.data.fetches ? (
          <PicturesChoice state={state.data} busy={setChoice.isPending} onChoose={choose} />
        ) : (
          <p className="text-sm text-ink-soft">
            This workspace is where its pictures live: all of them are kept, as they came, and none is ever
            removed to make room.
          </p>
        )}
        <PicturesSpace state={state.data} />
        <PicturesUpkeep state={state.data} />
      </div>
    </Panel>
  )
}
