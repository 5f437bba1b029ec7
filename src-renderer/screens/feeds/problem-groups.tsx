import { useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { draftColumns } from '../../../src-shared/drafts/columns.ts'
import type { DraftEdit } from '../../../src-shared/drafts/edits.ts'
import type { Draft, DraftProblemGroup } from '../../../src-shared/drafts/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'
import { ColumnInput } from './column-input.tsx'
import { itemGroupOf } from './draft-session.ts'
import type { ItemFilter } from './item-filter.ts'
import { fieldOf, groupWords } from './problem-words.ts'
import type { DraftWork } from './use-draft.ts'

interface ProblemGroupsProps {
  draft: Draft
  work: DraftWork
  /** Shows the items of a group in the list and the grid. */
  onShow: (problem: NonNullable<ItemFilter['problem']>) => void
}

/** Everything that is wrong in a draft, by rule and field, each with what mends it at once. */
export function ProblemGroups({ draft, work, onShow }: ProblemGroupsProps) {
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input: { id: draft.id } }))
  const groups = problems.data?.groups ?? []
  if (groups.length === 0)
    return (
      <p className="p-4 text-xs text-ink-faint">
        {draft.uncheckedCount > 0
          ? 'Problems appear here as they are found.'
          : 'Every item fits the schema and the service’s rules.'}
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
  const itemGroup = itemGroupOf(draft.kind)
  const problem = { code: group.code, path: group.path }
  const { title: words, more } = groupWords(itemGroup, group)
  const field = fieldOf(itemGroup, group)
  const found = draftColumns(draft.kind).find((one) => one.column === group.column)
  // No two items have the same code.
  const column = found?.input === 'gtin' && group.items > 1 ? undefined : found
  const mend = async (act: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }
  const edit = (label: string, edits: DraftEdit) =>
    mend(() => work.edit(label, [edits], ({ items }) => `${label}: ${counted(items, 'item')}`))
  return (
    <section aria-label={words} className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        {group.severity === 'error' ? (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label="Error" />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label="Warning" />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="text-sm break-words">{words}</h3>
          <p className="text-xs break-words text-ink-faint">
            {[field?.includes(' · ') && field, more].filter(Boolean).join('. ')}
          </p>
          {group.suggested > 0 && group.example && group.example.before !== group.example.after && (
            <p className="mt-1 text-xs break-words text-ink-soft">
              For example “{group.example.before}” becomes “{group.example.after}”: {group.example.why}
            </p>
          )}
          {group.canRefresh && (
            <p className="mt-1 text-xs text-ink-soft">
              These are in the catalog already. A refresh replaces the whole record with what is written here:
              what you leave empty is gone from it.
            </p>
          )}
        </div>
      </div>
      <div className="mt-1.5 ml-6 flex flex-wrap gap-1.5">
        {group.isBeside && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit('Took away what stands beside the items', { do: 'drop-frame' })}
          >
            Take it away
          </Button>
        )}
        {group.suggested > 0 && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit('Took the suggestions', { do: 'suggest', ...problem })}
          >
            {group.suggested === 1
              ? 'Take the suggestion'
              : `Take ${wholeNumber(group.suggested)} suggestions`}
          </Button>
        )}
        {column && !isSetting && (
          <Button size="small" disabled={busy} onClick={() => setSetting(true)}>
            {group.items === 1 ? 'Set it…' : 'Set for all…'}
          </Button>
        )}
        {group.canRefresh && <RefreshButton group={group} draft={draft} work={work} />}
        {group.canDrop && (
          <Button
            size="small"
            busy={busy}
            onClick={() => void edit('Dropped repeated items', { do: 'drop-repeated' })}
          >
            Drop the repeated
          </Button>
        )}
        {draft.itemCount > 1 && (
          <Button size="small" variant="ghost" onClick={() => onShow(problem)}>
            {group.items === 1 ? 'Show the item' : 'Show these items'}
          </Button>
        )}
      </div>
      {column && isSetting && (
        <SetForAll
          column={column}
          items={group.items}
          onCancel={() => setSetting(false)}
          onSet={(value) => {
            setSetting(false)
            void edit(`Set ${column.label}`, {
              do: 'set',
              selection: { problem },
              column: column.column,
              value,
            })
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
  onSet: (value: string) => void
  onCancel: () => void
}) {
  const [value, setValue] = useState('')
  return (
    <form
      className="mt-2 ml-6 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') onSet(value)
      }}
    >
      <ColumnInput
        column={column}
        value={value}
        onChange={setValue}
        label={items === 1 ? column.label : `${column.label} of all ${wholeNumber(items)}`}
      />
      <div className="flex gap-1.5">
        <Button size="small" variant="primary" type="submit" disabled={value === ''}>
          Set
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What is in the catalog already goes into a refresh: the draft as a whole, or these items as a draft of their own. */
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
  const isWhole = group.items >= draft.itemCount
  const makeRefresh = async () => {
    setBusy(true)
    if (isWhole)
      await work.edit(
        'Made it a refresh',
        [{ do: 'kind', kind: 'refresh' }],
        () => 'The draft is a refresh now',
      )
    else {
      const made = await work.attempt('The items were not moved', () =>
        client.feeds.splitDraft({
          id: draft.id,
          selection: { problem: { code: group.code, path: group.path } },
          name: `${draft.name}, refresh`,
          kind: 'refresh',
        }),
      )
      if (made)
        toast.offer(`Moved ${counted(made.itemCount, 'item')} into “${made.name}”`, {
          label: 'Open it',
          onSelect: () => navigate(`/feeds/${made.id}`),
        })
    }
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void makeRefresh()}>
      {isWhole ? 'Make this a refresh' : 'Move into a refresh'}
    </Button>
  )
}
