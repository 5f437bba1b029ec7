import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { DraftItem, DraftProblem } from '../../../../../src-shared/feeds/draft/model.ts'
import { entryOf } from '../../../../../src-shared/feeds/draft/retailer-columns.ts'
import { isError } from '../../../../../src-shared/problem.ts'
import { EntryName } from '../../../../names/entry-name.tsx'
import { rpc } from '../../../../rpc/client.ts'
import { namedEntries } from '../../../../rpc/named-entries.ts'
import { Button } from '../../../../ui/button.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { type GridColumn, shownText } from './columns/grid-columns.ts'
import { useGrid } from './grid-context.ts'
import type { GridSource } from './grid-source.ts'
import { marksByRow, type Rows, textBefore, textOf } from './row-windows.ts'
import { cellsOf, type GridSelection, rowsOf } from './typing/selection.ts'

/**
 * Path below the item, without list indexes; undefined in another entry than those that columns show: the
 * first entry of each list, or the `entry`th of the outermost one.
 */
function pathBelowItem({ path }: DraftProblem, entry: number): string | undefined {
  const steps = path.split('/').slice(2)
  const indexes = steps.flatMap((step) => /\[(\d+)\]$/.exec(step)?.slice(1).map(Number) ?? [])
  if (indexes.some((index, depth) => index !== (depth === 0 ? entry : 1))) return undefined
  return steps.map((step) => step.replace(/\[\d+\]$/, '')).join('/')
}

/** The problems of a column's field, or, if it has none, of its parent elements. */
function problemsAt({ value, problems }: DraftItem, column: GridColumn): readonly DraftProblem[] {
  const entry = column.retailer === undefined ? 1 : entryOf(value, column.retailer)
  const placed = problems.map((problem) => ({ problem, path: pathBelowItem(problem, entry) }))
  const ownProblems = placed.filter(({ path }) => path === column.path)
  const parentProblems = placed.filter(({ path }) => path && column.path.startsWith(`${path}/`))
  return (ownProblems.length > 0 ? ownProblems : parentProblems).map(({ problem }) => problem)
}

const activeOf = (selection: GridSelection): string => `${selection.active.row} ${selection.active.column}`
const extentOf = ({ range }: GridSelection): string =>
  cellsOf(range) === 1
    ? ''
    : t`${plural(rowsOf(range), { one: '# item', other: '# items' })} × ${plural(range.right - range.left + 1, { one: '# column', other: '# columns' })} selected`

/** Maximum number of suggestions that fit next to the text. */
const maxSuggestions = 3

interface StatusLineProps {
  source: GridSource
  rows: Rows
  columns: readonly GridColumn[]
}

/** Content of the active cell with names for identifiers, or the column's help text if the cell is empty. */
function CellContent({ column, text }: { column: GridColumn; text: string | null }) {
  if (text === null) return column.help
  if (!column.lookup) return shownText(column, text)
  return (
    <>
      <EntryName kind={column.lookup} id={text} /> <Trans>· identifier {text}</Trans>
    </>
  )
}

/** Buttons that fix the active cell: the suggestion of its problem, or entries with a similar name. */
function Suggestions({
  column,
  text,
  suggestion,
  onUse,
}: {
  column: GridColumn
  text: string | null
  suggestion: DraftProblem['suggestion']
  onUse: (text: string) => void
}) {
  const { lookup: kind = 'brand' } = column
  const held = text ?? ''
  const isName = column.lookup !== undefined && held !== ''
  const named = useQuery({ ...namedEntries(kind, held), enabled: isName })
  const isUnknown = isName && named.data !== undefined && !named.data.some(({ id }) => id === held)
  const near = useQuery(rpc.catalog.near.queryOptions({ input: { kind, text: held }, enabled: isUnknown }))
  if (!isUnknown) {
    if (!suggestion) return null
    return (
      <Button size="small" title={suggestion.why} onClick={() => onUse(suggestion.value)}>
        <Trans>Use</Trans>{' '}
        {column.lookup ? (
          <EntryName kind={column.lookup} id={suggestion.value} />
        ) : (
          `“${shownText(column, suggestion.value)}”`
        )}
      </Button>
    )
  }
  const exact = named.data ?? []
  const offered = (exact.length > 0 ? exact : (near.data ?? [])).slice(0, maxSuggestions)
  return offered.map(({ id, name }) => (
    <Button key={id} size="small" title={t`The ${kind} with the identifier ${id}`} onClick={() => onUse(id)}>
      <Trans>Use {name}</Trans>
    </Button>
  ))
}

/** The text of the catalog for a changed cell, and a button that puts it back. */
function CatalogText({
  column,
  before,
  onUse,
}: {
  column: GridColumn
  before: string | null
  onUse: () => void
}) {
  return (
    <span className="flex max-w-[40%] min-w-0 shrink-0 items-center gap-2">
      <span className="truncate" title={before ?? undefined}>
        {before === null || before === '' ? (
          <Trans>Changed: the catalog has nothing here</Trans>
        ) : (
          <>
            <Trans>In the catalog:</Trans>{' '}
            {column.lookup ? <EntryName kind={column.lookup} id={before} /> : shownText(column, before)}
          </>
        )}
      </span>
      <Button size="small" onClick={onUse}>
        <Trans>Put back</Trans>
      </Button>
    </span>
  )
}

/** Status line: active cell, its problem with suggestions, and the size of the selection. */
export function StatusLine({ source, rows, columns }: StatusLineProps) {
  const { selection, actions } = useGrid()
  useSyncExternalStore(selection.subscribe, () => activeOf(selection))
  const extent = useSyncExternalStore(selection.subscribe, () => extentOf(selection))
  const column = columns[selection.active.column]
  const row = rows.rows[selection.active.row]
  const mark = row && column ? marksByRow(row, column.column) : null
  const before = row && column ? textBefore(row, column.column) : undefined
  const itemQuery = useQuery({
    queryKey: ['grid-problems', source.draft, row?.data?.key, row?.data?.revision, row?.data?.isChecked],
    queryFn: () => source.item(row?.data?.key ?? 0),
    enabled: mark !== null && row?.data !== undefined,
    networkMode: 'always',
    gcTime: 10_000,
  })
  const [problem, ...others] = mark && column && itemQuery.data ? problemsAt(itemQuery.data, column) : []
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-3 border-t border-line bg-surface px-3 text-xs text-ink-soft">
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {row && column && (
          <span className="shrink-0 font-medium text-ink">
            {column.title}
            <span className="tabular font-normal text-ink-faint">
              {' '}
              <Trans>· row {wholeNumber(row.data?.position ?? selection.active.row + 1)}</Trans>
            </span>
          </span>
        )}
        {problem ? (
          <>
            {isError(problem) ? (
              <CircleAlert className="size-3.5 shrink-0 text-bad" aria-label={t`Error`} role="img" />
            ) : (
              <TriangleAlert className="size-3.5 shrink-0 text-warn" aria-label={t`Warning`} role="img" />
            )}
            <span
              className={isError(problem) ? 'truncate text-bad' : 'truncate text-warn'}
              title={problem.message}
            >
              {problem.message}
            </span>
            {others.length > 0 && (
              <span className="shrink-0">
                <Trans>and {wholeNumber(others.length)} more</Trans>
              </span>
            )}
          </>
        ) : mark ? (
          <span>{itemQuery.isError ? t`What is wrong could not be read.` : t`Reading what is wrong…`}</span>
        ) : (
          <span className="truncate text-ink-faint">
            {row && column && <CellContent column={column} text={textOf(row, column.column)} />}
          </span>
        )}
      </p>
      {row && column && before !== undefined && (
        <CatalogText column={column} before={before} onUse={() => actions.type(before, row, column)} />
      )}
      {row && column && (
        <Suggestions
          column={column}
          text={textOf(row, column.column)}
          suggestion={problem?.suggestion}
          onUse={(text) => actions.type(text, row, column)}
        />
      )}
      {extent && <span className="tabular shrink-0">{extent}</span>}
      <span className="tabular shrink-0 text-ink-faint">
        {rows.total === undefined ? t`Reading…` : plural(rows.total, { one: '# item', other: '# items' })}
      </span>
    </div>
  )
}
