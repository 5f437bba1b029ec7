import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpkeepPhase, UpkeepRun, UpkeepState } from '../../../../src-shared/workspace/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { byteSize, useTick, wholeNumber } from '../../../ui/text/words.ts'
import { ReclaimDialog } from './reclaim-dialog.tsx'
import { UpkeepOutcomes } from './upkeep-outcomes.tsx'

/**
 * Polling interval in milliseconds for the progress. A check commits no changes, so there are no change
 * events.
 */
const pollInterval = 500

/** Check, rebuild and reclaiming of space of the workspace: progress, stop button and outcome. */
export function WorkspaceUpkeep() {
  useTick()
  const queries = useQueryClient()
  const [rebuildOpen, setRebuildOpen] = useState(false)
  const [reclaimOpen, setReclaimOpen] = useState(false)
  const { data: state = {} } = useQuery(
    rpc.upkeep.state.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.running ? pollInterval : false),
    }),
  )
  const handlers = {
    onSuccess: (next: UpkeepState) => void queries.setQueryData(rpc.upkeep.state.queryKey(), next),
  }
  const start = useMutation(
    rpc.upkeep.start.mutationOptions({
      ...handlers,
      onError: (error) => void toast.failed(t`The work was not started`, error),
    }),
  )
  const cancel = useMutation(
    rpc.upkeep.cancel.mutationOptions({
      ...handlers,
      onError: (error) => void toast.failed(t`The work was not stopped`, error),
    }),
  )
  const { running } = state
  return (
    <section aria-label={t`Upkeep`} className="flex flex-col gap-3">
      {running ? (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <UpkeepProgressBar run={running} />
          {running.isElsewhere && (
            <Button size="small" busy={start.isPending} onClick={() => start.mutate({ work: 'rebuild' })}>
              <Trans>Continue here</Trans>
            </Button>
          )}
          {!isWhole(running) && (
            <Button
              size="small"
              busy={cancel.isPending || running.isStopping === true}
              onClick={() => cancel.mutate(undefined)}
            >
              <Trans>Stop</Trans>
            </Button>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={start.isPending} onClick={() => start.mutate({ work: 'check' })}>
            <Trans>Check the workspace</Trans>
          </Button>
          <Button size="small" disabled={start.isPending} onClick={() => setRebuildOpen(true)}>
            <Trans>Rebuild the index…</Trans>
          </Button>
          <Button size="small" disabled={start.isPending} onClick={() => setReclaimOpen(true)}>
            <Trans>Reclaim space…</Trans>
          </Button>
        </div>
      )}
      {!running && <UpkeepOutcomes state={state} />}
      <ConfirmDialog
        open={rebuildOpen}
        onOpenChange={setRebuildOpen}
        title={t`Rebuild the index?`}
        description={t`Search and lists are rebuilt from the stored documents. Nothing is lost, and you can go on working: searches work as before until the new index is ready.`}
        confirmLabel={t`Rebuild`}
        onConfirm={() => {
          setRebuildOpen(false)
          start.mutate({ work: 'rebuild' })
        }}
      />
      <ReclaimDialog
        open={reclaimOpen}
        onOpenChange={setReclaimOpen}
        onConfirm={() => {
          setReclaimOpen(false)
          start.mutate({ work: 'reclaim' })
        }}
      />
    </section>
  )
}

/** Whether the database is being written again as a whole, which cannot be stopped. */
const isWhole = ({ phase, done, total }: UpkeepRun): boolean => phase === 'space' && done === 0 && total === 0

const phases: Record<UpkeepPhase, string> = {
  items: t`Rebuilding the index`,
  space: t`Reclaiming space`,
  database: t`Checking the database (1 of 3)`,
  index: t`Checking the search index (2 of 3)`,
  pictures: t`Checking the pictures (3 of 3)`,
}

/** The progress of a rebuild or check: count, rate and time left. */
function UpkeepProgressBar({ run }: { run: UpkeepRun }) {
  const label = run.isElsewhere ? t`A rebuild begun by another program` : phases[run.phase]
  const words = progressWords(run)
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-ink-soft">
        <span aria-live="polite">{run.isStopping ? t`Stopping…` : label}</span>
        <span className="tabular">{words}</span>
      </p>
      <ProgressBar value={run.total > 0 ? run.done / run.total : null} label={label} detail={words} />
    </div>
  )
}

function progressWords(run: UpkeepRun): string {
  const { phase, done, total, perSecond, secondsLeft } = run
  if (isWhole(run)) return t`The database is written again as a whole; this cannot be stopped.`
  if (total === 0) return ''
  // Parts of the database and of the index take long, so the number of the current part is shown.
  if (phase === 'database' || phase === 'index')
    return t`part ${wholeNumber(Math.min(done + 1, total))} of ${wholeNumber(total)}`
  return [
    amount(run),
    ...(perSecond === undefined ? [] : [t`${wholeNumber(perSecond)} a second`]),
    ...(secondsLeft === undefined ? [] : [t`${timeLeft(secondsLeft)} left`]),
  ].join(' · ')
}

function amount({ phase, done, total }: UpkeepRun): string {
  if (phase === 'space') return t`${byteSize(done)} of ${byteSize(total)}`
  return phase === 'pictures'
    ? t`${wholeNumber(done)} of ${plural(total, { one: '# picture', other: '# pictures' })}`
    : t`${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`
}

const timeLeft = (seconds: number): string =>
  seconds < 60
    ? plural(Math.max(1, seconds), { one: '# second', other: '# seconds' })
    : plural(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
