import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  CheckOutcome,
  RebuildOutcome,
  UpkeepPhase,
  UpkeepRun,
  UpkeepState,
  WorkspaceState,
} from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { oneDigit, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'

const roles: Record<WorkspaceState['role'], string> = {
  new: t`Not set up yet`,
  connected: t`Connected: a copy of a service’s catalog`,
  sandbox: t`Sandbox: this catalog is the service`,
}

/** The folder of the workspace, and its maintenance. */
export function WorkspacePanel({ workspace }: { workspace: WorkspaceState }) {
  return (
    <Panel title={t`Workspace`}>
      <div className="flex flex-col gap-4">
        <KeyValue
          entries={[
            {
              label: t`Folder`,
              value: (
                <span className="flex items-start gap-1">
                  <code className="min-w-0 py-0.5 font-mono text-xs break-all">{workspace.directory}</code>
                  <span className="-my-0.5">
                    <CopyButton text={workspace.directory} label={t`Copy the folder`} />
                  </span>
                </span>
              ),
            },
            { label: t`Role`, value: roles[workspace.role] },
            { label: t`Items`, value: <span className="tabular">{wholeNumber(workspace.items)}</span> },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" href="/workspaces">
            <Trans>Workspaces and backups</Trans>
          </ButtonLink>
          {desktop && (
            <Button size="small" onClick={() => void desktop?.showInFolder(workspace.directory)}>
              <Trans>Show the folder</Trans>
            </Button>
          )}
        </div>
        <WorkspaceUpkeep />
      </div>
    </Panel>
  )
}

/**
 * Polling interval in milliseconds for the progress. A check commits no changes, so there are no change
 * events.
 */
const pollInterval = 500

/** The check and the rebuild of the workspace: progress, stop button and outcome. */
function WorkspaceUpkeep() {
  useTick()
  const queries = useQueryClient()
  const [rebuildOpen, setRebuildOpen] = useState(false)
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
          <Button
            size="small"
            busy={cancel.isPending || running.isStopping === true}
            onClick={() => cancel.mutate(undefined)}
          >
            <Trans>Stop</Trans>
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={start.isPending} onClick={() => start.mutate({ work: 'check' })}>
            <Trans>Check the workspace</Trans>
          </Button>
          <Button size="small" disabled={start.isPending} onClick={() => setRebuildOpen(true)}>
            <Trans>Rebuild the index…</Trans>
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
    </section>
  )
}

/** The outcomes of the last check and the last rebuild. */
function UpkeepOutcomes({ state: { lastCheck, lastRebuild } }: { state: UpkeepState }) {
  return (
    <div role="status" className="flex flex-col gap-2 text-xs empty:hidden">
      {lastCheck && <CheckResult outcome={lastCheck} />}
      {lastRebuild && <RebuildResult outcome={lastRebuild} />}
    </div>
  )
}

function CheckResult({ outcome: { state, findings, note, endedAt } }: { outcome: CheckOutcome }) {
  if (state === 'failed')
    return (
      <Notice tone="bad" title={t`The check could not be finished`}>
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        <Trans>The check was stopped {relativeTime(endedAt)}, before its end.</Trans>
      </p>
    )
  if (findings.length === 0)
    return (
      <p className="text-good">
        <Trans>Checked {relativeTime(endedAt)}: everything is in order.</Trans>
      </p>
    )
  return (
    <Notice tone="warn" title={plural(findings.length, { one: '# finding', other: '# findings' })}>
      <ul className="list-disc ps-4">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Notice>
  )
}

function RebuildResult({ outcome }: { outcome: RebuildOutcome }) {
  const { state, items, damaged, milliseconds, note, endedAt } = outcome
  if (state === 'failed')
    return (
      <Notice tone="bad" title={t`The rebuild could not be finished`}>
        {note}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <p className="text-ink-faint">
        <Trans>The rebuild was stopped {relativeTime(endedAt)}. Searches work as before.</Trans>
      </p>
    )
  return (
    <>
      <p className="text-good">
        <Trans>
          Rebuilt {relativeTime(endedAt)} from <Plural value={items} one="# item" other="# items" /> in{' '}
          {oneDigit(milliseconds / 1000)} seconds.
        </Trans>
      </p>
      {damaged > 0 && (
        <Notice
          tone="warn"
          title={t`${plural(damaged, { one: '# stored item', other: '# stored items' })} can no longer be read`}
        >
          <Trans>
            They are kept, but cannot be searched. Sync everything again, or restore a backup, to have them
            back.
          </Trans>
        </Notice>
      )}
    </>
  )
}

const phases: Record<UpkeepPhase, string> = {
  items: t`Rebuilding the index`,
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

function progressWords({ phase, done, total, perSecond, secondsLeft }: UpkeepRun): string {
  if (total === 0) return ''
  // Parts of the database and of the index take long, so the number of the current part is shown.
  if (phase === 'database' || phase === 'index')
    return t`part ${wholeNumber(Math.min(done + 1, total))} of ${wholeNumber(total)}`
  return [
    phase === 'pictures'
      ? t`${wholeNumber(done)} of ${plural(total, { one: '# picture', other: '# pictures' })}`
      : t`${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`,
    ...(perSecond === undefined ? [] : [t`${wholeNumber(perSecond)} a second`]),
    ...(secondsLeft === undefined ? [] : [t`${timeLeft(secondsLeft)} left`]),
  ].join(' · ')
}

const timeLeft = (seconds: number): string =>
  seconds < 60
    ? plural(Math.max(1, seconds), { one: '# second', other: '# seconds' })
    : plural(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
