import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { DraftColumn } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { unreachablePictureCode } from '../../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { AddressPicture } from '../../../../pictures/address-picture.tsx'
import { rpc } from '../../../../rpc/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { ColumnInput } from '../column-input.tsx'
import { choicesOf } from '../grid/columns/grid-columns.ts'
import type { ItemFilter } from '../items/item-filter.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { PictureFixes } from './picture-fixes.tsx'
import { columnOf, fieldOf, fixLabel, groupText, isOutsideFeed, problemOf } from './problem-words.ts'
import { DraftRefreshButton, RefreshButton } from './refresh-button.tsx'

interface ProblemGroupProps {
  group: DraftProblemGroup
  draft: Draft
  work: DraftWork
  /** Filters the list and the grid to the items of a group. */
  onShow: (problem: NonNullable<ItemFilter['problem']>) => void
  /** Opens the field of the first item of the group. */
  onField: (problem: ReturnType<typeof problemOf>) => void
  /** Called before a fix, which usually removes the group with its focused button. */
  onFix: () => void
}

/** One problem of several items: what is wrong, how to fix it, and buttons that fix all of the items. */
export function ProblemGroup({ group, draft, work, onShow, onField, onFix }: ProblemGroupProps) {
  const [isSetting, setSetting] = useState(false)
  const [busy, setBusy] = useState(false)
  const problem = problemOf(group)
  const { title, more } = groupText(draft.kind, group)
  const field = fieldOf(draft.kind, group)
  const column = columnOf(draft.kind, group)
  const isUnused = isOutsideFeed(draft.kind, group)
  const isPicture = group.code === unreachablePictureCode
  // One address cannot be that of several pictures.
  const settable = column && !isPicture && mayHaveOneValue(column, group) ? column : undefined
  const edit = async (
    label: string,
    edits: DraftEdit,
    done = (items: number) => `${label}: ${plural(items, { one: '# item', other: '# items' })}`,
  ) => {
    setBusy(true)
    onFix()
    try {
      return await work.edit(label, [edits], ({ items }) => done(items))
    } finally {
      setBusy(false)
    }
  }
  const left = group.items - group.suggested
  const fix = () => {
    if (group.isLikely) return edit(t`Set ${column?.label ?? title}`, { do: 'fix', problem })
    return edit(t`Fixed ${column?.label ?? title}`, { do: 'fix', problem }, (items) => {
      const fixed = t`Fixed ${plural(items, { one: '# item', other: '# items' })}`
      return left > 0
        ? t`${fixed}; ${plural(left, { one: '# item has', other: '# items have' })} no known value and stay as they are`
        : fixed
    })
  }
  return (
    <section aria-label={title} className="px-4 py-2.5">
      <div className="flex items-start gap-2">
        {group.severity === 'error' ? (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-label={t`Error`} />
        ) : (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label={t`Warning`} />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="text-sm break-words">{title}</h3>
          <p className="text-xs break-words text-ink-faint">
            {[field?.includes(' · ') && field, more].filter(Boolean).join('. ')}
          </p>
          <Fixes group={group} column={column} />
          {group.pictures && (
            <div className="mt-1.5 flex flex-wrap gap-1">
              {group.pictures.map((url) => (
                <AddressPicture key={url} url={url} className="size-10" />
              ))}
            </div>
          )}
          {isUnused && (
            <p className="mt-1 text-xs text-ink-soft">
              <Trans>
                An update does not change this field. A refresh does: it starts from the catalog’s records.
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
        {isPicture && (
          <PictureFixes
            isWaiting={busy}
            onAddress={() => onField(problem)}
            dropLabel={plural(group.items, { one: 'Remove from # item', other: 'Remove from # items' })}
            onDrop={() =>
              edit(
                t`Removed pictures`,
                { do: 'drop-pictures', problem },
                (items) => t`Removed pictures from ${plural(items, { one: '# item', other: '# items' })}`,
              )
            }
          />
        )}
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
          <Button size="small" data-fix busy={busy} onClick={() => void fix()}>
            {group.isLikely
              ? t`Use for ${plural(group.suggested, { one: '# item', other: '# items' })}`
              : t`Fix ${wholeNumber(group.suggested)}`}
          </Button>
        )}
        {settable && !isSetting && (
          <Button size="small" disabled={busy} onClick={() => setSetting(true)}>
            {group.items === 1 ? t`Set it…` : t`Set for all…`}
          </Button>
        )}
        {isUnused && <DraftRefreshButton group={group} draft={draft} work={work} />}
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
            {group.items === 1 ? t`Show the item` : t`Show items`}
          </Button>
        )}
      </div>
      {settable && isSetting && (
        <SetForAll
          column={settable}
          items={group.items}
          onCancel={() => setSetting(false)}
          onSet={async (value) => {
            if (await edit(t`Set ${settable.label}`, { do: 'fix', problem, value })) setSetting(false)
          }}
        />
      )}
    </section>
  )
}

/**
 * Whether one value can be right for all items of a group: an entry of a list or a code can, an amount, a
 * text or a product code differs from item to item.
 */
function mayHaveOneValue(column: DraftColumn, { items, found }: DraftProblemGroup): boolean {
  if (items === 1) return true
  if (column.input === 'gtin' || column.input === 'item') return false
  return column.lookup !== undefined || choicesOf(column) !== undefined || found !== undefined
}

/** What the fix of a group does, unless its title says it: an example, or the values with their numbers of items. */
function Fixes({ group, column }: { group: DraftProblemGroup; column: DraftColumn | undefined }) {
  const { fixes, example, suggested, items, isLikely } = group
  const [first, another] = fixes
  if (first === undefined || example === undefined) return null
  const isInTitle = another === undefined && group.found !== undefined
  const named = fixes.filter(({ items: count }) => count > 1)
  const others = suggested - named.reduce((sum, { items: count }) => sum + count, 0)
  const after = fixLabel(column, first.value === example.after ? first : { value: example.after, items: 1 })
  return (
    <div className="mt-1 flex flex-col gap-0.5 text-xs break-words text-ink-soft">
      {isInTitle ? null : named.length > 1 ? (
        <p>
          {named
            .map((fix) => t`${fixLabel(column, fix)} for ${wholeNumber(fix.items)}`)
            .concat(others > 0 ? [t`other values for ${wholeNumber(others)}`] : [])
            .join(', ')}
        </p>
      ) : (
        <p>
          {example.before === '' ? (
            <Trans>
              For example {after}: {example.why}
            </Trans>
          ) : (
            <Trans>
              For example “{example.before}” becomes “{after}”: {example.why}
            </Trans>
          )}
        </p>
      )}
      {suggested < items && (
        <p>
          {isLikely ? (
            <Plural
              value={items - suggested}
              one="For # item there is no suggestion: it stays as it is."
              other="For # items there is no suggestion: they stay as they are."
            />
          ) : (
            <Plural
              value={items - suggested}
              one="For # item no right value is known: it stays as it is."
              other="For # items no right value is known: they stay as they are."
            />
          )}
        </p>
      )}
    </div>
  )
}

function SetForAll({
  column,
  items,
  onSet,
  onCancel,
}: {
  column: DraftColumn
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
