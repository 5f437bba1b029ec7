import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ChevronRight, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { CategoryFacetValue } from '../../../../src-shared/catalog/model.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { inputClass } from '../../../ui/inputs/field.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'

/** Number of values shown before "Show all". */
const fewValues = 7
/** Maximum number of rows drawn. The others are found by typing. */
const maxShown = 200

interface FacetListProps {
  label: string
  plural: string
  values: readonly CategoryFacetValue[]
  chosen: readonly string[]
  /** Returns the name of a chosen value that is not in `values`. */
  nameOf: (id: string) => string
  onChange: (ids: string[]) => void
}

/** A value with its depth in the tree. `folds`: whether it has child values. */
interface Line {
  value: CategoryFacetValue
  depth: number
  folds: boolean
  isUnfolded: boolean
}

/**
 * The values of a filter with their counts. Several can be chosen, long lists have a search field, and values
 * with a parent form a tree. One value is in the tab order; Up and Down move to the others, Right and Left
 * unfold and fold.
 */
export function FacetList({ label, plural, values, chosen, nameOf, onChange }: FacetListProps) {
  'use memo'
  const [text, setText] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const searchText = fold(text.trim())
  const valueIds = new Set(values.map(({ id }) => id))
  // A chosen value stays in the list even if no item has it.
  const complete: CategoryFacetValue[] = [
    ...chosen.filter((id) => !valueIds.has(id)).map((id) => ({ id, name: nameOf(id), count: 0 })),
    ...values,
  ]
  const isTree = complete.some(({ parentId }) => parentId !== undefined)
  const lines =
    searchText === ''
      ? isTree
        ? treeLines(complete, unfolded, chosen)
        : complete.map((value) => ({ value, depth: 0, folds: false, isUnfolded: false }))
      : complete
          .filter(({ name }) => fold(name).includes(searchText))
          .map((value) => ({ value, depth: 0, folds: false, isUnfolded: false }))
  const isLong = lines.length > fewValues + 1
  const isShort = isLong && !showsAll && searchText === ''
  const shown = lines.slice(0, isShort ? Math.max(fewValues, chosen.length) : maxShown)
  const tabbable = shown.some(({ value }) => value.id === current) ? current : shown[0]?.value.id

  const set = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  const setFold = (id: string, open: boolean) => {
    const next = new Set(unfolded)
    if (open) next.add(id)
    else next.delete(id)
    setUnfolded(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
    const index = boxes.findIndex((box) => box.isSameNode(event.target instanceof Node ? event.target : null))
    const line = shown[index]
    if (!line) return
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: boxes.length - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) boxes[Math.max(0, Math.min(boxes.length - 1, target))]?.focus()
    else if (event.key === 'ArrowRight' && line.folds) setFold(line.value.id, true)
    else if (event.key === 'ArrowLeft' && line.folds) setFold(line.value.id, false)
    else if (event.key === 'Enter') set(line.value.id, !chosen.includes(line.value.id))
    else return
    event.preventDefault()
  }

  return (
    <>
      {(isLong || text !== '') && (
        <div className="relative mb-1">
          <Search
            className="pointer-events-none absolute top-1.5 start-2 size-3.5 text-ink-faint"
            aria-hidden
          />
          <input
            type="search"
            aria-label={t`Search ${plural}`}
            placeholder={t`Search ${plural}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={clsx(inputClass(), 'h-7 appearance-none ps-7 text-xs!')}
          />
        </div>
      )}
      <ul aria-label={label} onKeyDown={onKeyDown} className={clsx(showsAll && 'max-h-72 overflow-y-auto')}>
        {shown.map(({ value, depth, folds, isUnfolded }) => (
          <li key={value.id} className="flex items-center" style={{ paddingInlineStart: depth * 14 }}>
            {isTree && searchText === '' && (
              <button
                type="button"
                tabIndex={-1}
                aria-hidden={!folds}
                aria-label={folds ? `${isUnfolded ? t`Fold` : t`Unfold`} ${value.name}` : undefined}
                onClick={() => setFold(value.id, !isUnfolded)}
                className={clsx('flex size-5 shrink-0 items-center justify-center', !folds && 'invisible')}
              >
                <ChevronRight
                  className={clsx('size-3 text-ink-faint transition-transform', isUnfolded && 'rotate-90')}
                  aria-hidden
                />
              </button>
            )}
            <label className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1 hover:bg-hover">
              <input
                type="checkbox"
                tabIndex={value.id === tabbable ? 0 : -1}
                checked={chosen.includes(value.id)}
                onFocus={() => setCurrent(value.id)}
                onChange={(event) => set(value.id, event.target.checked)}
                className="size-3.5 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 truncate" title={value.name} dir="auto">
                {value.name}
              </span>
              <span
                className={clsx(
                  'tabular text-xs',
                  value.count === 0 ? 'text-ink-faint opacity-70' : 'text-ink-faint',
                )}
              >
                {wholeNumber(value.count)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="px-1 py-1 text-xs text-ink-faint">
          {searchText === '' ? t`Nothing to choose.` : t`No ${plural} match.`}
        </p>
      )}
      {isShort && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="mt-0.5 rounded-sm px-1 py-1 text-xs text-accent hover:underline"
        >
          <Trans>
            Show all {wholeNumber(lines.length)} {plural}
          </Trans>
        </button>
      )}
      {lines.length > maxShown && !isShort && (
        <p className="px-1 py-1 text-xs text-ink-faint">
          <Trans>{wholeNumber(lines.length - maxShown)} more: type to narrow.</Trans>
        </p>
      )}
    </>
  )
}

/** The visible part of a tree in depth-first order. The ancestors of chosen values are unfolded. */
function treeLines(
  values: readonly CategoryFacetValue[],
  unfolded: ReadonlySet<string>,
  chosen: readonly string[],
): Line[] {
  const byId = new Map(values.map((value) => [value.id, value]))
  const below = Map.groupBy(values, ({ parentId }) =>
    parentId !== undefined && byId.has(parentId) ? parentId : '',
  )
  const open = new Set(unfolded)
  for (const id of chosen) {
    const seen = new Set<string>()
    for (let up = byId.get(id)?.parentId; up !== undefined && !seen.has(up); up = byId.get(up)?.parentId) {
      seen.add(up)
      open.add(up)
    }
  }
  const lines: Line[] = []
  const add = (parent: string, depth: number) => {
    for (const value of below.get(parent) ?? []) {
      const folds = below.has(value.id)
      const isUnfolded = folds && open.has(value.id)
      lines.push({ value, depth, folds, isUnfolded })
      // The depth limit stops a cycle of parents.
      if (isUnfolded && depth < 12) add(value.id, depth + 1)
    }
  }
  add('', 0)
  return lines
}
