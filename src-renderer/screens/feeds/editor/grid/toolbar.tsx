import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert, Columns3, ListChecks, Replace, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import { Button } from '../../../../ui/button.tsx'
import { SearchField } from '../../../../ui/inputs/field.tsx'
import { commandKey, Kbd } from '../../../../ui/text/keys.tsx'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import type { GridColumn } from './columns/grid-columns.ts'
import type { View } from './row-windows.ts'

interface ToolbarProps {
  columns: ReadonlyMap<string, GridColumn>
  filter: DraftSelection
  onFilterChange: (filter: DraftSelection) => void
  sort: View['sort']
  onSortChange: (sort: View['sort']) => void
  onSet: () => void
  onReplace: () => void
  onColumns: () => void
}

/** Toolbar with the search, the active filters, and the actions for many cells. */
export function Toolbar(props: ToolbarProps) {
  const { columns, filter, onFilterChange, sort, onSortChange, onSet, onReplace, onColumns } = props
  const conditions = conditionsOf(filter, columns)
  const hasErrors = filter.problem === 'any'
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line bg-surface px-3 py-2">
      <TextFilter
        text={filter.text ?? ''}
        onText={(text) => onFilterChange(without(filter, 'text', text === '' ? undefined : text))}
      />
      <Button
        size="small"
        variant={hasErrors ? 'primary' : 'secondary'}
        aria-pressed={hasErrors}
        icon={<CircleAlert className="size-3.5" aria-hidden />}
        onClick={() => onFilterChange(without(filter, 'problem', hasErrors ? undefined : 'any'))}
      >
        <Trans>With errors</Trans>
      </Button>
      {conditions.map(({ name, words }) => (
        <Chip key={name} words={words} onRemove={() => onFilterChange(without(filter, name, undefined))} />
      ))}
      {sort && (
        <Chip
          words={
            sort.isDescending
              ? t`By ${columns.get(sort.column)?.title ?? sort.column}, Z to A`
              : t`By ${columns.get(sort.column)?.title ?? sort.column}, A to Z`
          }
          onRemove={() => onSortChange(undefined)}
        />
      )}
      <span className="min-w-0 flex-1" />
      <Button size="small" icon={<ListChecks className="size-3.5" aria-hidden />} onClick={onSet}>
        <Trans>Set selected…</Trans>
      </Button>
      <Button size="small" icon={<Replace className="size-3.5" aria-hidden />} onClick={onReplace}>
        <Trans>Replace</Trans>
        <span className="ms-1 hidden xl:inline" aria-hidden>
          <Kbd keys={[commandKey, 'H']} />
        </span>
      </Button>
      <Button size="small" icon={<Columns3 className="size-3.5" aria-hidden />} onClick={onColumns}>
        <Trans>Columns</Trans>
      </Button>
    </div>
  )
}

/** Returns the filter with one condition replaced; undefined removes it. */
function without<K extends keyof DraftSelection>(
  filter: DraftSelection,
  name: K,
  value: DraftSelection[K] | undefined,
): DraftSelection {
  const { [name]: _former, ...others } = filter
  return value === undefined ? others : { ...others, [name]: value }
}

/** The conditions without their own control, as display text. */
function conditionsOf(
  { keys, problem, cell }: DraftSelection,
  columns: ReadonlyMap<string, GridColumn>,
): { name: keyof DraftSelection; words: string }[] {
  const found: { name: keyof DraftSelection; words: string }[] = []
  if (keys) found.push({ name: 'keys', words: t`${keys.length} chosen items` })
  // A problem without a path has a control of its own.
  if (problem && problem !== 'any' && problem.path !== undefined) {
    const column = [...columns.values()].find(({ path }) => path === problem.path)
    found.push({ name: 'problem', words: `${column?.title ?? t`Item`} ${faultWords(problem.code)}` })
  }
  if (cell) {
    const title = columns.get(cell.column)?.title ?? cell.column
    const is = typeof cell.is === 'object' ? t`contains “${cell.is.containing}”` : t`is ${cell.is}`
    found.push({ name: 'cell', words: `${title} ${is}` })
  }
  return found
}

/** Display text of a problem code. */
function faultWords(code: string): string {
  if (/^missing|_REQUIRED$|MISSING/.test(code)) return t`is missing`
  if (code.endsWith('_INVALID')) return t`is not valid`
  if (code.endsWith('_UNKNOWN')) return t`is in no list`
  if (code === 'GTIN_EXISTS') return t`is in the catalog already`
  if (code === 'GTIN_TWICE') return t`stands more than once`
  return t`has a problem (${code.toLowerCase().replaceAll('_', ' ')})`
}

const Chip = ({ words, onRemove }: { words: string; onRemove: () => void }) => (
  <span className="flex h-7 max-w-80 items-center gap-1 rounded-full bg-accent-wash pe-1 ps-3 text-xs text-accent-strong forced-colors:border">
    <span className="truncate">{words}</span>
    <button
      type="button"
      aria-label={t`Remove: ${words}`}
      onClick={onRemove}
      className="flex size-5 items-center justify-center rounded-full hover:bg-pressed"
    >
      <X className="size-3.5" aria-hidden />
    </button>
  </span>
)

/** Search field that calls `onText` after a pause in typing. */
function TextFilter({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [lastText, setGiven] = useState(text)
  // The text was changed from outside, by its chip or by the screen.
  if (lastText !== text) {
    setGiven(text)
    setTyped(text)
  }
  const settled = useDebounced(typed, 250)
  // Runs only after typing pauses; the resulting change of `text` must not run it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (settled === typed && settled !== text) onText(settled)
  }, [settled])
  return (
    <SearchField
      label={t`Find items`}
      placeholder={t`Name or code`}
      value={typed}
      onValueChange={setTyped}
      className="w-56 max-lg:w-32"
    />
  )
}
