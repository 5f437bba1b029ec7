import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { withoutFormulas } from '../../../../src-shared/export/spreadsheet-text.ts'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { ImportJob, RejectedRow, RejectedSummary } from '../../../../src-shared/import/model.ts'
import type { CheckedRows } from '../../../../src-shared/import/rejected-grid.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { isTyping } from '../../../ui/text/keys.tsx'
import { fileName, wholeNumber } from '../../../ui/text/words.ts'
import { saveCsv } from '../import-report.tsx'
import { problemName } from './rejected-words.ts'

const RejectedGrid = lazy(() => import('./rejected-grid.tsx'))

/** Maximum number of rows per response. */
const largestPage = 1000

/** The rejected rows of a job: a grid in which they are corrected, and checked again. */
export function RejectedRows({ job }: { job: ImportJob }) {
  const { id } = job
  const [filter, setFilter] = useState<DraftSelection>({})
  const summary = useQuery(rpc.imports.rejectedSummary.queryOptions({ input: { id } }))
  const undo = useMutation(
    rpc.imports.undoRejected.mutationOptions({
      onError: (error) => toast.failed(t`The step was not undone`, error),
    }),
  )
  const redo = useMutation(
    rpc.imports.redoRejected.mutationOptions({
      onError: (error) => toast.failed(t`The step was not applied again`, error),
    }),
  )
  if (summary.isError)
    return (
      <ErrorState
        title={t`The rejected rows cannot be shown`}
        error={summary.error}
        onRetry={() => void summary.refetch()}
      />
    )
  if (!summary.data) return <Skeleton className="mt-3 h-24" />
  const { data } = summary
  if (data.rejected === 0) return <NoneLeft />
  const onKey = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    event.stopPropagation()
    if (isRedo && data.redo !== undefined) redo.mutate({ id })
    else if (!isRedo && data.undo !== undefined) undo.mutate({ id })
  }
  return (
    <section
      aria-label={t`Rows that cannot be read`}
      className="mt-3 overflow-hidden rounded-lg border border-line"
      onKeyDown={onKey}
    >
      <Header job={job} summary={data} undo={() => undo.mutate({ id })} redo={() => redo.mutate({ id })} />
      <Problems faults={data.faults} filter={filter} onFilter={setFilter} />
      <div className="h-[min(28rem,52vh)]">
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <RejectedGrid key={id} job={id} summary={data} filter={filter} onFilter={setFilter} />
        </Suspense>
      </div>
    </section>
  )
}

/** Shown when the last rejected row has joined the others. It takes the focus of the button that is gone. */
const NoneLeft = () => (
  <p
    ref={(element) => {
      if (document.activeElement === document.body) element?.focus()
    }}
    tabIndex={-1}
    role="status"
    className="mt-3 text-sm text-good"
  >
    <Trans>Every rejected row has joined the others.</Trans>
  </p>
)

interface HeaderProps {
  job: ImportJob
  summary: RejectedSummary
  undo: () => void
  redo: () => void
}

function Header({ job, summary: { rejected, edited, editable, ...steps }, undo, redo }: HeaderProps) {
  const check = useMutation(
    rpc.imports.checkRejected.mutationOptions({
      onSuccess: (checked) => tellChecked(checked, job.dry),
      onError: (error) => toast.failed(t`The rows were not checked`, error),
    }),
  )
  const save = useMutation({
    mutationFn: async () => {
      const rows = await allRejected(job.id)
      saveCsv(`${fileName(job.file)}.rejected.csv`, rejectedAsCsv(rows))
    },
    onError: (error) => toast.failed(t`The rejected rows were not exported`, error),
  })
  const icon = 'size-3.5'
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-canvas px-4 py-2">
      <div className="me-auto min-w-64">
        <h3 className="text-sm font-semibold">
          <Plural value={rejected} one="# row cannot be read" other="# rows cannot be read" />
        </h3>
        <p className="text-xs text-ink-soft">
          {edited > 0 ? (
            <Plural
              value={edited}
              one="# row is edited. Check it again: without a problem it joins the others."
              other="# rows are edited. Check them again: those without a problem join the others."
            />
          ) : (
            <Trans>
              Select a marked cell: the line below the grid gives the reason. Correct it, then check the rows
              again.
            </Trans>
          )}
          {editable < rejected && (
            <>
              {' '}
              <Plural
                value={rejected - editable}
                one="# row can only be corrected in the file."
                other="# rows can only be corrected in the file."
              />
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        icon={<Undo2 className={icon} aria-hidden />}
        disabled={steps.undo === undefined}
        title={steps.undo === undefined ? undefined : t`Undo: ${steps.undo}`}
        onClick={undo}
      >
        <Trans>Undo</Trans>
      </Button>
      <Button
        size="small"
        icon={<Redo2 className={icon} aria-hidden />}
        disabled={steps.redo === undefined}
        title={steps.redo === undefined ? undefined : t`Redo: ${steps.redo}`}
        onClick={redo}
      >
        <Trans>Redo</Trans>
      </Button>
      <Button
        size="small"
        busy={save.isPending}
        icon={<Download className={icon} aria-hidden />}
        onClick={() => save.mutate()}
      >
        <Trans>Export all as CSV</Trans>
      </Button>
      <Button
        size="small"
        variant="primary"
        busy={check.isPending}
        // Stays focusable: a check that was started here ends with no edited row.
        disabledReason={edited === 0 ? t`No row is edited.` : undefined}
        onClick={() => check.mutate({ id: job.id })}
      >
        {edited === 0 ? t`Check again` : t`Check ${plural(edited, { one: '# row', other: '# rows' })} again`}
      </Button>
    </header>
  )
}

interface ProblemsProps {
  faults: RejectedSummary['faults']
  filter: DraftSelection
  onFilter: (filter: DraftSelection) => void
}

/** The problems of the rows, most frequent first. Each shows only its rows. */
function Problems({ faults, filter, onFilter }: ProblemsProps) {
  const { problem, ...others } = filter
  const shown = typeof problem === 'object' ? problem.code : undefined
  if (faults.length < 2 && shown === undefined) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
      {faults.map(({ code, rows, reason }) => (
        <Button
          key={code}
          size="small"
          variant={code === shown ? 'primary' : 'secondary'}
          aria-pressed={code === shown}
          title={reason}
          onClick={() => onFilter(code === shown ? others : { ...others, problem: { code } })}
        >
          {problemName(code)} <span className="tabular ms-1 opacity-70">{wholeNumber(rows)}</span>
        </Button>
      ))}
    </div>
  )
}

function tellChecked({ created, updated, unchanged, left, rejected }: CheckedRows, isDry: boolean): void {
  const joined = created + updated + unchanged + left
  const still =
    rejected > 0
      ? plural(rejected, { one: '# row still has a problem.', other: '# rows still have a problem.' })
      : undefined
  if (joined === 0) {
    toast.tell(t`No row joined the others`, still)
    return
  }
  const parts = [
    created > 0 && plural(created, { one: '# new', other: '# new' }),
    updated > 0 && plural(updated, { one: '# changed', other: '# changed' }),
    unchanged > 0 && plural(unchanged, { one: '# unchanged', other: '# unchanged' }),
    left > 0 && plural(left, { one: '# left out', other: '# left out' }),
  ].filter((part) => part !== false)
  const rows = plural(joined, { one: '# row', other: '# rows' })
  toast.tell(
    isDry ? t`${rows} joined the others: ${parts.join(', ')}` : t`${rows} imported: ${parts.join(', ')}`,
    still,
  )
}

async function allRejected(id: string): Promise<RejectedRow[]> {
  const rows: RejectedRow[] = []
  for (;;) {
    const page = await client.imports.rejected({ id, offset: rows.length, limit: largestPage })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

/** Rejected rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function rejectedAsCsv(rows: readonly RejectedRow[]): string {
  const lines = rows.map(({ line, code, reason, raw }) =>
    [String(line), code, reason, raw].map(cell).join(','),
  )
  return `\uFEFF${['line,code,reason,row', ...lines].join('\r\n')}\r\n`
}
