import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpkeepState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTick } from '../../ui/words.ts'
import { UpkeepOutcomes } from './upkeep-outcomes.tsx'
import { UpkeepProgressBar } from './upkeep-progress.tsx'

/** While something goes on it is asked after so often, in milliseconds: a check writes nothing that would tell of it. */
const askEvery = 500

/** Checking and rebuilding the workspace: how far it is, stopping it, and what it came to. */
export function WorkspaceUpkeep() {
  useTick()
  const queries = useQueryClient()
  const [rebuildOpen, setRebuildOpen] = useState(false)
  const { data: state = {} } = useQuery(
    rpc.upkeep.state.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.running ? askEvery : false),
    }),
  )
  const answered = {
    onSuccess: (next: UpkeepState) => void queries.setQueryData(rpc.upkeep.state.queryKey(), next),
  }
  const start = useMutation(
    rpc.upkeep.start.mutationOptions({
      ...answered,
      onError: (error) => void toast.failed('It could not be started', error),
    }),
  )
  const cancel = useMutation(
    rpc.upkeep.cancel.mutationOptions({
      ...answered,
      onError: (error) => void toast.failed('It could not be stopped', error),
    }),
  )
  const { running } = state
  return (
    <section aria-label="Upkeep" className="flex flex-col gap-3">
      {running ? (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <UpkeepProgressBar run={running} />
          {running.isElsewhere && (
            <Button size="small" busy={start.isPending} onClick={() => start.mutate({ work: 'rebuild' })}>
              Go on here
            </Button>
          )}
          <Button
            size="small"
            busy={cancel.isPending || running.isStopping === true}
            onClick={() => cancel.mutate(undefined)}
          >
            Stop
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={start.isPending} onClick={() => start.mutate({ work: 'check' })}>
            Check the workspace
          </Button>
          <Button size="small" disabled={start.isPending} onClick={() => setRebuildOpen(true)}>
            Rebuild the index…
          </Button>
        </div>
      )}
      {!running && <UpkeepOutcomes state={state} />}
      <ConfirmDialog
        open={rebuildOpen}
        onOpenChange={setRebuildOpen}
        title="Rebuild the index?"
        description="Search and lists are made anew from the stored documents. Nothing is lost, and you can go on working: everything is found as before until the new index is ready."
        confirmLabel="Rebuild"
        onConfirm={() => {
          setRebuildOpen(false)
          start.mutate({ work: 'rebuild' })
        }}
      />
    </section>
  )
}
