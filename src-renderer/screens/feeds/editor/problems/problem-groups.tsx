import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import type { ItemFilter } from '../items/item-filter.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { ProblemGroup } from './problem-group.tsx'
import { problemOf } from './problem-words.ts'

/** Maximum number of groups shown. The others appear as these are fixed. */
const maxShown = 100

interface ProblemGroupsProps {
  draft: Draft
  work: DraftWork
  /** Filters the list and the grid to the items of a group. */
  onShow: (problem: NonNullable<ItemFilter['problem']>) => void
  /** Opens the field of the first item with a problem. */
  onField: (problem: ReturnType<typeof problemOf>) => void
}

/** All problems of a draft, grouped by rule, field and value, each with actions that fix the entire group. */
export function ProblemGroups({ draft, work, onShow, onField }: ProblemGroupsProps) {
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input: { id: draft.id } }))
  const list = useRef<HTMLElement>(null)
  const keepList = (element: HTMLElement | null) => {
    list.current = element
  }
  /** Position of the button that was pressed last, until it has gone. */
  const fixed = useRef<number>(undefined)
  const [isFixing, setFixing] = useState(false)
  const data = problems.data
  // A fixed group takes its focused button with it: the next one gets the focus.
  useEffect(() => {
    if (data === undefined || fixed.current === undefined || document.activeElement !== document.body) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-fix]') ?? []
    const next = buttons[Math.min(fixed.current, buttons.length - 1)] ?? list.current
    // Further groups disappear while the items are checked.
    if (data.uncheckedCount === 0) fixed.current = undefined
    next?.focus()
  }, [data])
  const noteFocus = () => {
    const buttons = [...(list.current?.querySelectorAll('[data-fix]') ?? [])]
    fixed.current = Math.max(0, document.activeElement ? buttons.indexOf(document.activeElement) : 0)
  }
  if (problems.isError && !problems.data)
    return (
      <ErrorState
        title={t`The problems cannot be shown`}
        error={problems.error}
        onRetry={() => void problems.refetch()}
      />
    )
  if (!problems.data) return <Skeleton className="m-4 h-16" />
  const { groups } = problems.data
  if (groups.length === 0)
    return (
      <p ref={keepList} tabIndex={-1} className="p-4 text-xs text-ink-faint outline-none">
        {draft.uncheckedCount > 0
          ? t`Problems appear here as they are found.`
          : t`Every item fits the schema and the service’s rules.`}
      </p>
    )
  const errorsFirst = groups.toSorted(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  )
  const shown = errorsFirst.slice(0, maxShown)
  const fixable = groups.filter(({ suggested, isLikely }) => suggested > 0 && !isLikely)
  const fixAll = () =>
    work.edit(
      t`Fixed all with a known value`,
      fixable.map((group) => ({ do: 'fix', problem: problemOf(group) })),
      ({ items }) => t`Fixed ${plural(items, { one: '# item', other: '# items' })}`,
    )
  return (
    <ol
      ref={keepList}
      tabIndex={-1}
      aria-label={t`Problems of all items`}
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto"
    >
      {fixable.length > 1 && (
        <li className="flex items-center gap-3 px-4 py-2.5">
          <p className="min-w-0 flex-1 text-xs text-ink-soft">
            <Plural
              value={fixable.length}
              one="For # problem the right value is known."
              other="For # problems the right value is known."
            />
          </p>
          <Button
            size="small"
            variant="primary"
            busy={isFixing}
            onClick={() => {
              setFixing(true)
              noteFocus()
              void fixAll().finally(() => setFixing(false))
            }}
          >
            <Trans>Fix all</Trans>
          </Button>
        </li>
      )}
      {shown.map((group) => (
        <li key={`${group.code} ${group.path} ${group.severity} ${group.found}`}>
          <ProblemGroup {...{ group, draft, work, onShow, onField }} onFix={noteFocus} />
        </li>
      ))}
      {groups.length > shown.length && (
        <li className="px-4 py-2 text-xs text-ink-faint">
          <Trans>
            and{' '}
            <Plural value={groups.length - shown.length} one="# further problem" other="# further problems" />
          </Trans>
        </li>
      )}
    </ol>
  )
}
