import { useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { DraftProblem } from '../../../../src-shared/drafts/model.ts'
import { isError } from '../../../../src-shared/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { counted, wholeNumber } from '../../../ui/words.ts'
import type { GridColumn } from './grid-columns.ts'
import { useGrid } from './grid-context.ts'
import type { GridSource } from './grid-source.ts'
import { markOf, type Rows, textOf } from './row-windows.ts'
import { cellsOf, type GridSelection, rowsOf } from './selection.ts'

/** The path below the item, without positions; undefined for an entry that a column does not show. */
function pathBelowItem({ path }: DraftProblem): string | undefined {
  const steps = path.split('/').slice(2)
  if (steps.some((step) => /\[\d+\]$/.test(step) && !step.endsWith('[1]'))) return undefined
  return steps.map((step) => step.replace(/\[\d+\]$/, '')).join('/')
}

/** The problems of a column's field; else those of the elements around it, where the field itself is missing. */
function problemsAt(problems: readonly DraftProblem[], column: GridColumn): readonly DraftProblem[] {
  const placed = problems.map((problem) => ({ problem, path: pathBelowItem(problem) }))
  const own = placed.filter(({ path }) => path === column.path)
  const around = placed.filter(({ path }) => path && column.path.startsWith(`${path}/`))
  return (own.length > 0 ? own : around).map(({ problem }) => problem)
}

const activeOf = (selection: GridSelection): string => `${selection.active.row} ${selection.active.column}`
const extentOf = ({ range }: GridSelection): string =>
  cellsOf(range) === 1
    ? ''
    : `${counted(rowsOf(range), 'item')} × ${counted(range.right - range.left + 1, 'column')} selected`

interface StatusLineProps {
  source: GridSource
  rows: Rows
  columns: readonly GridColumn[]
}

/** Where the active cell is, what is wrong with it and what would mend it; how much is selected. */
export function StatusLine({ source, rows, columns }: StatusLineProps) {
  const { selection, actions } = useGrid()
  useSyncExternalStore(selection.subscribe, () => activeOf(selection))
  const extent = useSyncExternalStore(selection.subscribe, () => extentOf(selection))
  const column = columns[selection.active.column]
  const row = rows.rows[selection.active.row]
  const mark = row && column ? markOf(row, column.column) : null
  const asked = useQuery({
    queryKey: ['grid-problems', row?.data?.key, row?.data?.revision, row?.data?.isChecked],
    queryFn: () => source.item(row?.data?.key ?? 0),
    enabled: mark !== null && row?.data !== undefined,
    networkMode: 'always',
    gcTime: 10_000,
  })
  const [problem, ...others] = mark && column && asked.data ? problemsAt(asked.data.problems, column) : []
  const suggestion = problem?.suggestion
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-3 border-t border-line bg-surface px-3 text-xs text-ink-soft">
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {row && column && (
          <span className="shrink-0 font-medium text-ink">
            {column.title}
            <span className="tabular font-normal text-ink-faint">
              {' '}
              · row {wholeNumber(selection.active.row + 1)}
            </span>
          </span>
        )}
        {problem ? (
          <>
            {isError(problem) ? (
              <CircleAlert className="size-3.5 shrink-0 text-bad" aria-label="Error" role="img" />
            ) : (
              <TriangleAlert className="size-3.5 shrink-0 text-warn" aria-label="Warning" role="img" />
            )}
            <span
              className={isError(problem) ? 'truncate text-bad' : 'truncate text-warn'}
              title={problem.message}
            >
              {problem.message}
            </span>
            {others.length > 0 && <span className="shrink-0">and {wholeNumber(others.length)} more</span>}
          </>
        ) : mark ? (
          <span>{asked.isError ? 'What is wrong could not be read.' : 'Reading what is wrong…'}</span>
        ) : (
          <span className="truncate text-ink-faint">
            {row && column && (textOf(row, column.column) ?? column.help)}
          </span>
        )}
      </p>
      {suggestion && (
        <Button
          size="small"
          title={suggestion.why}
          onClick={() => row && column && actions.type(suggestion.value, row, column)}
        >
          Use “{suggestion.value}”
        </Button>
      )}
      {extent && <span className="tabular shrink-0">{extent}</span>}
      <span className="tabular shrink-0 text-ink-faint">
        {rows.total === undefined ? 'Reading…' : counted(rows.total, 'item')}
      </span>
    </div>
  )
}
