import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { draftColumns } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { client, rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { ColumnInput } from '../column-input.tsx'
import type { ItemFilter } from '../items/item-filter.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { fieldOf, groupText } from './problem-words.ts'

interface ProblemGroupsProps {
  draft: Draft
  work: DraftWork
  /** Filters the list and the grid to the items of a group. */
  onShow: (problem: NonNullable<ItemFilter['problem']>) => void
}

/** All problems of a draft, grouped by rule and field, each with actions that fix the entire group. */
export function ProblemGroups({ draft, work, onShow }: ProblemGroupsProps) {
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input: { id: draft.id } }))
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
      <p className="p-4 text-xs text-ink-faint">
        {draft.uncheckedCount > 0
          ? t`Problems appear here as they are found.`
          : t`Every item fits the schema and the service’s rules.`}
      </p>
    )
  const errorsFirst = groups.toSorted(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  )
  return (
    <ol className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      {errorsFirst.map((group) => (
        <li key={`${group.code} ${group.path} ${group.severity}`}>
          <ProblemGroup group={group} draft={draft} work={work} onShow={onShow} />
        </li>
      ))}
    </ol>
  )
}

function ProblemGroup({ group, draft, work, onShow }: ProblemGroupsProps & { group: DraftProblemGroup }) {
  const [isSetting, setSetting] = useState(false)
  const [busy, setBusy] = useState(false)
  const itemGroup = kinds[draft.kind].payload.item
  const problem = { code: group.code, path: group.path }
  const { title: words, more } = groupText(itemGroup, group)
  const field = fieldOf(itemGroup, group)
  const found = draftColumns(draft.kind).find((one) => one.column === group.column)
  // A code must be unique per item, so it cannot be set for several items.
  const column = found?.input === 'gtin' && group.items > 1 ? undefined : found
  const whileBusy = async <T,>(action: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await action()
    } finally {
      setBusy(false)
    }
  }
  const edit = (label: string, edits: DraftEdit) =>
    whileBusy(() =>
      work.edit(
        label,
        [edits],
        ({ items }) => `${label}: ${plural(items, { one: '# item', other: '# items' })}`,
      ),
    )
  return (
    <section aria-label={words} className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        {group.severity === 'error' ? (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label={t`Error`} />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label={t`Warning`} />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="text-sm break-words">{words}</h3>
          <p className="text-xs break-words text-ink-faint">
            {[field?.includes(' · ') && field, more].filter(Boolean).join('. ')}
          </p>
          {group.suggested > 0 && group.example && group.example.before !== group.example.after && (
            <p className="mt-1 text-xs break-words text-ink-soft">
              <Trans>
                For example “{group.example.before}” becomes “{group.example.after}”: {group.example.why}
              </Trans>
            </p>
          )}
          {group.canRefresh && (
            <p className="mt-1 text-xs text-ink-soft">
              <Trans>
                These are in the catalog already. A refresh replaces the whole record with what is written
                here: what you leave empty is gone from it.
              </Trans>
            </p>
          )}
        </div>
      </div>
      <div className="mt-1.5 ms-6 flex flex-wrap gap-1.5">
        {group.isBeside && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit(t`Took away what stands beside the items`, { do: 'drop-frame' })}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
        {group.suggested > 0 && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit(t`Took the suggestions`, { do: 'suggest', ...problem })}
          >
            {group.suggested === 1
              ? t`Take the suggestion`
              : t`Take ${wholeNumber(group.suggested)} suggestions`}
          </Button>
        )}
        {column && !isSetting && (
          <Button size="small" disabled={busy} onClick={() => setSetting(true)}>
            {group.items === 1 ? t`Set it…` : t`Set for all…`}
          </Button>
        )}
        {group.canRefresh && <RefreshButton group={group} draft={draft} work={work} />}
        {group.canDrop && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit(t`Dropped repeated items`, { do: 'drop-repeated' })}
          >
            <Trans>Drop the repeated</Trans>
          </Button>
        )}
        {group.isAllowable && <AllowButton draft={draft} problem={problem} />}
        {draft.itemCount > 1 && (
          <Button size="small" variant="ghost" onClick={() => onShow(problem)}>
            {group.items === 1 ? t`Show the item` : t`Show these items`}
          </Button>
        )}
      </div>
      {column && isSetting && (
        <SetForAll
          column={column}
          items={group.items}
          onCancel={() => setSetting(false)}
          onSet={async (value) => {
            const changed = await edit(t`Set ${column.label}`, {
              do: 'set',
              selection: { problem },
              column: column.column,
              value,
            })
            if (changed) setSetting(false)
          }}
        />
      )}
    </section>
  )
}

function SetForAll({
  column,
  items,
  onSet,
  onCancel,
}: {
  column: Parameters<typeof ColumnInput>[0]['column']
  items: number
  onSet: (value: string) => Promise<void>
  onCancel: () => void
}) {
  const [value, setValue] = useState('')
  return (
    <form
      className="mt-2 ms-6 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') void onSet(value)
      }}
    >
      <ColumnInput
        column={column}
        value={value}
        onChange={setValue}
        label={items === 1 ? column.label : t`${column.label} of all ${wholeNumber(items)}`}
      />
      <div className="flex gap-1.5">
        <Button size="small" variant="primary" type="submit" disabled={value === ''}>
          <Trans>Set</Trans>
        </Button>
        <Button size="small" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

/**
 * Button that sends items already in the catalog as a refresh: changes the kind of the draft, or moves the
 * items to a new draft.
 */
export function RefreshButton({
  group,
  draft,
  work,
}: {
  group: DraftProblemGroup
  draft: Draft
  work: DraftWork
}) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const isEntireDraft = group.items >= draft.itemCount
  const makeRefresh = async () => {
    setBusy(true)
    if (isEntireDraft)
      await work.edit(
        t`Made it a refresh`,
        [{ do: 'kind', kind: 'refresh' }],
        () => t`The draft is a refresh now`,
      )
    else {
      const newDraft = await work.attempt(t`The items were not moved`, () =>
        client.feeds.splitDraft({
          id: draft.id,
          selection: { problem: { code: group.code, path: group.path } },
          name: t`${draft.name}, refresh`,
          kind: 'refresh',
        }),
      )
      if (newDraft)
        toast.offer(
          t`Moved ${plural(newDraft.itemCount, { one: '# item', other: '# items' })} into “${newDraft.name}”`,
          {
            label: t`Open it`,
            onSelect: () => navigate(`/feeds/${newDraft.id}`),
          },
        )
    }
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void makeRefresh()}>
      {isEntireDraft ? t`Make this a refresh` : t`Move into a refresh`}
    </Button>
  )
}

/**
 * Button for a problem that only the service reported, not the checks of this program. It turns the problem
 * into a warning, because the service may accept the value now.
 */
function AllowButton({ draft, problem }: { draft: Draft; problem: { code: string; path: string } }) {
  const allow = useMutation(
    rpc.feeds.allowRefused.mutationOptions({
      onError: (error) => toast.failed(t`It is an error still`, error),
    }),
  )
  return (
    <Button size="small" busy={allow.isPending} onClick={() => allow.mutate({ id: draft.id, ...problem })}>
      {problem.path === '' ? t`Send again as it is` : t`Treat as a warning`}
    </Button>
  )
}
