import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import { pictureOfProblem } from '../../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { sliceAt } from '../../../../../src-shared/feeds/draft/slices.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { isError } from '../../../../../src-shared/problem.ts'
import { keysOfPath } from '../../../../../src-shared/vocabulary/kit/keys-of-path.ts'
import { rpc } from '../../../../rpc/client.ts'
import { Segmented } from '../../../../ui/inputs/segmented.tsx'
import { checkingText } from '../draft-header.tsx'
import type { ItemFilter } from '../items/item-filter.ts'
import { useIsChecked } from '../items/use-open-item.ts'
import type { ItemSession } from '../session/draft-session.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { ProblemGroups } from './problem-groups.tsx'
import { type PlacedProblem, ProblemPanel } from './problem-panel.tsx'
import type { problemOf } from './problem-words.ts'
import { RefreshButton } from './refresh-button.tsx'

interface ProblemsAsideProps {
  draft: Draft
  work: DraftWork
  session: ItemSession
  problems: readonly PlacedProblem[]
  toFill: number
  showLines: boolean
  onOpen: (problem: PlacedProblem) => void
  onFill: () => void
  /** Opens a field of the open item in the form. */
  onField: (path: string) => void
  /** Opens the field of the first item with a problem in the form. */
  onFieldOf: (problem: ReturnType<typeof problemOf>) => void
  onShow: (problem: NonNullable<ItemFilter['problem']>) => void
}

/** Problems of all items of the draft by rule and field, or of the open item. */
export function ProblemsAside({ draft, work, onShow, onFieldOf, ...itemProps }: ProblemsAsideProps) {
  const hasSeveralItems = draft.itemCount > 1
  const [scope, setScope] = useState<'all' | 'item'>('all')
  const isChecked = useIsChecked(itemProps.session)
  const showsAll = hasSeveralItems && scope === 'all'
  const errors = itemProps.problems.filter(isError).length
  const warnings = itemProps.problems.length - errors
  return (
    <section aria-label={t`Problems`} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-1.5">
        {showsAll ? (
          <Heading
            errors={draft.errorCount}
            warnings={draft.warningCount}
            awaited={draft.uncheckedCount > 0 ? checkingText(draft) : undefined}
          />
        ) : (
          <Heading
            errors={errors}
            warnings={warnings}
            toFill={itemProps.toFill}
            awaited={
              isChecked && !(hasSeveralItems === false && draft.uncheckedCount > 0) ? undefined : noErrorsYet
            }
          />
        )}
        {hasSeveralItems && (
          <Segmented
            label={t`Problems of`}
            labelHidden
            value={scope}
            onValueChange={setScope}
            options={[
              { value: 'all', label: t`All items` },
              { value: 'item', label: t`This item` },
            ]}
          />
        )}
      </div>
      {!hasSeveralItems && <RefreshOffer draft={draft} work={work} />}
      {showsAll ? (
        <ProblemGroups draft={draft} work={work} onShow={onShow} onField={onFieldOf} />
      ) : (
        <ProblemPanel
          problems={itemProps.problems}
          toFill={itemProps.toFill}
          checking={!isChecked}
          showLines={itemProps.showLines}
          onOpen={itemProps.onOpen}
          onFill={itemProps.onFill}
          pictureOf={({ path }) => pictureAt(draft.kind, itemProps.session, path)}
          onField={itemProps.onField}
          onSuggestion={({ path, suggestion }) => {
            const keys = keysOfPath(kinds[draft.kind].payload.item, path.split('/').slice(2).join('/'))
            if (keys && suggestion) itemProps.session.store.set(['item', 0, ...keys], suggestion.value)
          }}
          onDropPicture={({ code, path }) => dropPicture(work, draft.kind, itemProps.session, { code, path })}
        />
      )}
    </section>
  )
}

/** The picture in the form that a problem is about. */
function pictureAt(kind: FeedKind, { store }: ItemSession, path: string): string | undefined {
  const item = sliceAt(store.value(), [kinds[kind].payload.itemMember.key, 0])
  const relative = pathInItem(kind, path)
  return relative === undefined ? undefined : pictureOfProblem(kind, item as PayloadItem, relative)
}

/** Path relative to the item. The form holds a payload with the item alone. */
function pathInItem(kind: FeedKind, path: string): string | undefined {
  const { onlyItem } = kinds[kind].payload
  return path.startsWith(`${onlyItem}/`) ? path.slice(onlyItem.length + 1) : undefined
}

/** Removes the picture that a problem is about from the item in the form. */
async function dropPicture(
  work: DraftWork,
  kind: FeedKind,
  { key }: ItemSession,
  { code, path }: { code: string; path: string },
): Promise<void> {
  const relative = pathInItem(kind, path)
  if (relative === undefined) return
  const problem = { code, path: relative.replaceAll(/\[\d+\]/g, '') }
  await work.edit(
    t`Removed a picture`,
    [{ do: 'drop-pictures', problem, at: { key, path: relative } }],
    ({ items }) =>
      items > 0
        ? t`Removed the picture from the item`
        : t`Nothing was removed: the item has changed. Look at its problems again.`,
  )
}

const noErrorsYet = t`No errors so far`

/** Number of errors and warnings. Shows `No errors` only if no checks are pending. */
function Heading({
  errors,
  warnings,
  toFill = 0,
  awaited,
}: {
  errors: number
  warnings: number
  toFill?: number
  awaited: string | undefined
}) {
  const [icon, words]: [ReactNode, string] =
    errors > 0
      ? [
          <CircleAlert key="errors" className="size-4 text-bad" aria-hidden />,
          plural(errors, { one: '# error', other: '# errors' }),
        ]
      : toFill > 0
        ? [<CircleDashed key="fill" className="size-4 text-ink-faint" aria-hidden />, noErrorsYet]
        : awaited !== undefined
          ? [
              <LoaderCircle key="awaited" className="size-4 animate-spin text-ink-faint" aria-hidden />,
              awaited,
            ]
          : [<CircleCheck key="good" className="size-4 text-good" aria-hidden />, t`No errors`]
  return (
    <h2 aria-live="polite" className="flex items-center gap-2 text-sm font-semibold">
      {icon}
      {words}
      {warnings > 0 && (
        <span className="font-normal text-ink-faint">
          <span className="sr-only">, </span>
          <Plural value={warnings} one="# warning" other="# warnings" />
        </span>
      )}
      {errors > 0 && awaited !== undefined && awaited !== noErrorsYet && (
        <span className="text-xs font-normal text-ink-faint">{awaited}</span>
      )}
    </h2>
  )
}

/** For a draft of one item that is already in the catalog: offers to send it as a refresh. */
function RefreshOffer({ draft, work }: { draft: Draft; work: DraftWork }) {
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input: { id: draft.id } }))
  const group = problems.data?.groups.find(({ canRefresh }) => canRefresh)
  if (!group) return null
  return (
    <div className="border-b border-line px-4 py-3 text-xs text-ink-soft">
      <p className="mb-2">
        <Trans>
          The item is in the catalog already. A refresh replaces the whole record with what is written here:
          what you leave empty is gone from it.
        </Trans>
      </p>
      <RefreshButton group={group} draft={draft} work={work} />
    </div>
  )
}
