import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { Link } from 'wouter'
import type { ChangeKind } from '../../../src-shared/history/model.ts'
import type { SyncRun } from '../../../src-shared/sync/model.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import { said } from '../../texts/translate-message.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EmptyState } from '../../ui/layout/states.tsx'
import { Table, TableCell, TableRow } from '../../ui/layout/table.tsx'
import { byteSize, dateAndTime, wholeNumber } from '../../ui/text/words.ts'
import { changeKindWords, changesHref } from '../changes/changes-query.ts'
import { duration, planDetails, scopeWords } from './run-words.ts'

/** Sync runs, newest first, each with its outcome and the reason. */
export function RunHistory({ runs }: { runs: readonly SyncRun[] }) {
  return (
    <Panel flush>
      {runs.length === 0 ? (
        <EmptyState icon={RefreshCw} title={t`No run yet`}>
          <Trans>
            The first sync brings the whole catalog to this computer. After that only changes travel.
          </Trans>
        </EmptyState>
      ) : (
        <Table
          label={t`Earlier runs`}
          columns={[
            { label: t`Started`, className: 'w-40' },
            { label: t`Kind`, className: 'w-28' },
            { label: t`Outcome`, className: 'w-32' },
            { label: t`New`, numeric: true },
            { label: t`Changed`, numeric: true },
            { label: t`Unchanged`, numeric: true },
            { label: t`No longer listed`, numeric: true },
            { label: t`Received`, numeric: true },
            { label: t`Duration`, numeric: true },
          ]}
        >
          {runs.map((run) => (
            <RunRows key={run.id} run={run} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** The number of items that a run added, changed or found no longer listed, as a link to them. */
function ChangesLink({ run, kind, count }: { run: SyncRun; kind: ChangeKind; count: number }) {
  if (count === 0) return wholeNumber(0)
  return (
    <Link
      href={changesHref({ kind: 'sync', reference: run.id }, { kind })}
      aria-label={t`${wholeNumber(count)} ${spoken(changeKindWords[kind].label)}: show what changed`}
      className="text-accent underline underline-offset-2"
    >
      {wholeNumber(count)}
    </Link>
  )
}

function RunRows({ run }: { run: SyncRun }) {
  // The notice above the table gives the reason for the current run.
  const isCurrent = run.outcome === 'paused' || run.outcome === 'running'
  const note = isCurrent ? undefined : run.note
  return (
    <>
      <TableRow className={note ? 'border-b-0' : undefined}>
        <TableCell className="whitespace-nowrap">{dateAndTime(run.startedAt)}</TableCell>
        <TableCell className="text-ink-soft">
          {scopeWords[run.kind]}
          <span className="block max-w-56 truncate text-xs text-ink-faint" title={planDetails(run.plan)}>
            {planDetails(run.plan)}
          </span>
        </TableCell>
        <TableCell>
          <StatusBadge status={run.outcome} />
        </TableCell>
        <TableCell numeric>
          <ChangesLink run={run} kind="created" count={run.itemsNew} />
        </TableCell>
        <TableCell numeric>
          <ChangesLink run={run} kind="changed" count={run.itemsChanged} />
        </TableCell>
        <TableCell numeric>{wholeNumber(run.itemsUnchanged)}</TableCell>
        <TableCell numeric>
          <ChangesLink run={run} kind="gone" count={run.itemsGone} />
        </TableCell>
        <TableCell numeric>{byteSize(run.bytes)}</TableCell>
        <TableCell numeric className="whitespace-nowrap">
          {run.endedAt ? duration(run.startedAt, run.endedAt) : ''}
        </TableCell>
      </TableRow>
      {note && (
        <TableRow>
          <TableCell colSpan={9} className="h-auto! pt-0! text-xs text-ink-soft">
            {said(note)}
          </TableCell>
        </TableRow>
      )}
    </>
  )
}
