import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Copy, Ellipsis, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { rpc } from '../../../../rpc/client.ts'
import { useCommands } from '../../../../shell/commands/command-registry.ts'
import { itemCommands } from '../../../../shell/commands/shortcuts.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { SearchField } from '../../../../ui/inputs/field.tsx'
import { PlainSelect } from '../../../../ui/inputs/plain-select.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { commandKey } from '../../../../ui/text/keys.tsx'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { useSearchText } from '../../../catalog/search/use-search-text.ts'
import { NameDialog } from '../../list/name-dialog.tsx'
import { keysBetween } from '../../list/use-draft-rows.ts'
import { groupText, problemOf } from '../problems/problem-words.ts'
import type { DraftWork } from '../session/use-draft.ts'
import { SetDialog } from '../set-dialog.tsx'
import { type ItemFilter, isFiltered, nonePicked, type PickedItems, selectionOf } from './item-filter.ts'
import { ItemList } from './item-list.tsx'
import { type TargetItems, useItemActions } from './use-item-actions.ts'

interface ItemsPanelProps {
  draft: Draft
  work: DraftWork
  filter: ItemFilter
  onFilter: (filter: ItemFilter) => void
  openKey: number | undefined
  openPosition: number
  onOpen: (key: number) => void
  /** Opens an item that was added, with the focus in its first field. */
  onAdded: (key: number) => void
  openErrors: number | undefined
  /** Name of the open item for use in a sentence. */
  openWords: string
  newItem: PayloadItem
}

/**
 * The items of a draft, with actions to find, add, copy, remove and move them, and to set a field of several
 * items.
 */
export function ItemsPanel(props: ItemsPanelProps) {
  const { draft, work, filter, onFilter, openKey, openPosition, onOpen, onAdded, openErrors, openWords } =
    props
  // Items selected under another filter may be hidden, so a change of the filter clears the selection.
  const [choice, setChoice] = useState({ filter, picked: nonePicked })
  const picked = choice.filter === filter ? choice.picked : nonePicked
  const setPicked = (next: PickedItems) => setChoice({ filter, picked: next })
  const [openDialog, setOpenDialog] = useState<'set' | 'split'>()
  const actions = useItemActions(draft, work, onAdded)
  const selection = selectionOf(filter)
  const shown = useQuery(
    rpc.feeds.draftRows.queryOptions({
      input: { id: draft.id, selection, offset: 0, limit: 1, columns: [] },
      enabled: picked.isAll,
    }),
  )
  const [text, setText] = useSearchText(filter.text, (next) => onFilter({ ...filter, text: next }))

  const hasSelection = picked.isAll || picked.keys.size > 0
  const count = picked.isAll ? (shown.data?.total ?? 0) : picked.keys.size
  const keys = hasSelection ? [...picked.keys] : openKey === undefined ? [] : [openKey]
  const targetItems: TargetItems | undefined = picked.isAll
    ? { selection, count, words: plural(count, { one: '# item', other: '# items' }) }
    : keys.length > 0
      ? {
          selection: { keys },
          count: keys.length,
          words: hasSelection ? plural(keys.length, { one: '# item', other: '# items' }) : openWords,
        }
      : undefined
  const toggleOpen = async () => {
    if (openKey === undefined) return
    const before = picked.isAll
      ? await keysBetween({ id: draft.id, selection }, 0, Math.max(0, count - 1))
      : picked.keys
    const next = new Set(before)
    if (!next.delete(openKey)) next.add(openKey)
    setPicked({ isAll: false, keys: next })
  }
  useCommands(t`Items`, [{ ...itemCommands.select, run: () => void toggleOpen() }])
  const remove = async () => {
    if (!targetItems) return
    setPicked(nonePicked)
    await actions.remove(targetItems)
  }
  return (
    <section
      aria-label={t`Items`}
      className={clsx(
        'flex flex-col gap-1.5',
        // The list of a single item does not grow in a small window: the sections and the form need the space.
        draft.itemCount > 1 || isFiltered(filter) ? 'min-h-52 flex-1' : 'min-h-24 md:flex-1',
      )}
    >
      <header className="flex h-7 items-center justify-between ps-2">
        <h2 className="text-xs font-semibold text-ink-soft">
          <Trans>
            Items <span className="tabular font-normal text-ink-faint">{wholeNumber(draft.itemCount)}</span>
          </Trans>
        </h2>
        <span className="flex">
          <IconButton
            size="small"
            label={t`Add item`}
            icon={<Plus className="size-3.5" aria-hidden />}
            disabled={actions.isBusy}
            onClick={() => void actions.add(props.newItem)}
          />
          <IconButton
            size="small"
            label={hasSelection ? t`Copy the selected items` : t`Copy the item`}
            icon={<Copy className="size-3.5" aria-hidden />}
            disabled={!targetItems || actions.isBusy}
            onClick={() => targetItems && void actions.duplicate(targetItems)}
          />
          <IconButton
            size="small"
            label={hasSelection ? t`Remove the selected items` : t`Remove the item`}
            keys={['Delete']}
            icon={<Trash2 className="size-3.5" aria-hidden />}
            disabled={!targetItems || actions.isBusy}
            onClick={() => void remove()}
          />
          <Menu
            trigger={
              <IconButton
                size="small"
                label={hasSelection ? t`More for the selected items` : t`More for the item`}
                icon={<Ellipsis className="size-3.5" aria-hidden />}
              />
            }
            actions={[
              {
                label: t`Select all that are shown`,
                keys: [commandKey, 'A'],
                onSelect: () => setPicked({ isAll: true, keys: new Set() }),
              },
              null,
              {
                label: hasSelection ? t`Set a field of the selected items…` : t`Set a field of the item…`,
                disabled: !targetItems,
                onSelect: () => setOpenDialog('set'),
              },
              {
                label: hasSelection
                  ? t`Move the selected items into a new draft…`
                  : t`Move the item into a new draft…`,
                disabled: !targetItems || targetItems.count >= draft.itemCount,
                onSelect: () => setOpenDialog('split'),
              },
            ]}
          />
        </span>
      </header>
      {(draft.itemCount > 1 || isFiltered(filter)) && (
        <div className="flex flex-col gap-1.5">
          <SearchField
            label={t`Find items by name or code`}
            placeholder={t`Name or code`}
            value={text}
            onValueChange={setText}
          />
          <ProblemFilter draft={draft} filter={filter} onFilter={onFilter} />
        </div>
      )}
      {hasSelection && (
        <p role="status" className="flex items-center justify-between ps-2 text-xs text-ink-soft">
          <span>
            <Trans>
              <Plural value={count} one="# item" other="# items" /> selected
            </Trans>
          </span>
          <Button size="small" variant="ghost" onClick={() => setPicked(nonePicked)}>
            <Trans>Clear</Trans>
          </Button>
        </p>
      )}
      <ItemList
        draft={draft}
        filter={filter}
        openKey={openKey}
        openPosition={openPosition}
        onOpen={onOpen}
        openErrors={openErrors}
        picked={picked}
        onPick={setPicked}
        onRemove={() => void remove()}
      />
      {openDialog === 'set' && targetItems && (
        <SetDialog
          kind={draft.kind}
          items={targetItems.words}
          onSet={({ column, label }, value) => actions.set(targetItems, column, label, value)}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'split' && targetItems && (
        <NameDialog
          title={t`Move ${targetItems.words} into a draft of their own`}
          label={t`Name of the new draft`}
          value={t`${draft.name}, part 2`}
          action={t`Move`}
          onName={async (name) => {
            const isMoved = await actions.split(targetItems, name)
            if (isMoved) setPicked(nonePicked)
            return isMoved
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </section>
  )
}

const anyError = 'any'
const optionOf = ({ code, path = '', found = '' }: { code: string; path?: string; found?: string }): string =>
  `${code} ${path} ${found}`

/** Filter of the items: all, those with any error, or those with one problem. */
function ProblemFilter({
  draft,
  filter,
  onFilter,
}: {
  draft: Draft
  filter: ItemFilter
  onFilter: (filter: ItemFilter) => void
}) {
  const problems = useQuery(rpc.feeds.draftProblems.queryOptions({ input: { id: draft.id } }))
  const chosen = filter.problem
  const groups = problems.data?.groups ?? []
  const value = chosen === undefined ? '' : chosen === 'any' ? anyError : optionOf(chosen)
  const options = [
    { value: anyError, label: t`Items with errors` },
    ...groups.map((group) => ({
      value: optionOf(group),
      label: groupText(draft.kind, group).title,
    })),
  ]
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <PlainSelect
      aria-label={t`Show`}
      height="small"
      none={t`All items`}
      options={isKnown ? options : [...options, { value, label: t`Items that had this problem` }]}
      value={value}
      onValueChange={(next) => {
        const group = groups.find((one) => optionOf(one) === next)
        onFilter({
          ...filter,
          problem: next === '' ? undefined : next === anyError ? 'any' : group && problemOf(group),
        })
      }}
    />
  )
}
