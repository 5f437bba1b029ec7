import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { Draft, DraftRow } from '../../../../../src-shared/feeds/draft/model.ts'
import { type FeedKind, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { ErrorCount } from '../../../../ui/badge.tsx'
import { Skeleton } from '../../../../ui/layout/states.tsx'
import { selectedClass } from '../../../../ui/selected-class.ts'
import { wholeNumber } from '../../../../ui/text/words.ts'
import { Grid, GridCell, GridRow, RowGroup } from '../../../catalog/list/grid-parts.tsx'
import { keysBetween, useDraftRows } from '../../list/use-draft-rows.ts'
import { OthersInItem } from '../review/presence-mark.tsx'
import { DraftPicture } from './draft-picture.tsx'
import { type ItemFilter, isFiltered, nonePicked, type PickedItems, selectionOf } from './item-filter.ts'
import { itemName } from './item-name.ts'

interface ItemListProps {
  draft: Draft
  filter: ItemFilter
  /** Key of the item shown in the form. */
  openKey: number | undefined
  /** 1-based position of the open item in the draft. */
  openPosition: number
  onOpen: (key: number) => void
  /** Number of errors shown for the open item; undefined: the number in its row. */
  openErrors: number | undefined
  picked: PickedItems
  onPick: (picked: PickedItems) => void
  /** Removes the selected items, or the open item if none is selected. */
  onRemove: () => void
}

const rowHeight = 52

/**
 * Virtualized list of the items of a draft. Marks the open item, the selected items, and items with errors.
 */
export function ItemList(props: ItemListProps) {
  const { draft, filter, openKey, onOpen, picked, onPick, onRemove } = props
  const listId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rowQuery = {
    id: draft.id,
    selection: selectionOf(filter),
    columns: kinds[draft.kind].payload.pictures,
  }
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const rows = useDraftRows(rowQuery, visible)
  const total = rows.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    onChange: ({ range }) => {
      const next = { first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 }
      if (next.first !== visible.first || next.last !== visible.last) setVisible(next)
    },
  })
  const shown = virtual.getVirtualItems()
  /** Index of the row with the keyboard focus, also the start of a range selection. */
  const [active, setActive] = useState<number>()
  const anchor = useRef<number>(undefined)
  const openIndex = shown.find(({ index }) => rows.rowAt(index)?.key === openKey)?.index
  const activeIndex = active ?? openIndex ?? 0

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index))
    setActive(next)
    virtual.scrollToIndex(next)
    return next
  }
  // Scrolls to an item opened from elsewhere, such as one just added.
  const showOpen = useEffectEvent(() => {
    if (openKey === undefined || isFiltered(filter)) return
    setActive(undefined)
    virtual.scrollToIndex(props.openPosition - 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when another item is opened
  useEffect(() => showOpen(), [openKey])
  const keyAt = async (index: number) =>
    rows.rowAt(index)?.key ?? (await keysBetween(rowQuery, index, index))[0]
  const open = async (index: number) => {
    const target = goTo(index)
    anchor.current = target
    onPick(nonePicked)
    const key = await keyAt(target)
    if (key !== undefined) onOpen(key)
  }
  const pickTo = async (index: number) => {
    const from = anchor.current ?? activeIndex
    anchor.current = from
    const keys = await keysBetween(rowQuery, from, goTo(index))
    onPick({ isAll: false, keys: new Set(keys) })
  }
  const toggle = async (index: number) => {
    const key = await keyAt(goTo(index))
    if (key === undefined) return
    anchor.current = index
    const before = picked.isAll ? new Set(await keysBetween(rowQuery, 0, total - 1)) : picked.keys
    // The open item counts as selected when another one is added to it.
    const isAdded = before.size === 0 && openKey !== undefined && key !== openKey
    const keys = new Set(isAdded ? [openKey] : before)
    if (!keys.delete(key)) keys.add(key)
    onPick({ isAll: false, keys })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: total - 1,
    }
    const target = steps[event.key]
    if (target !== undefined && event.shiftKey) void pickTo(Math.max(0, Math.min(total - 1, target)))
    else if (target !== undefined && isCommand) goTo(target)
    else if (target !== undefined) void open(target)
    else if (isCommand && event.key.toLowerCase() === 'a') onPick({ isAll: true, keys: new Set() })
    else if (event.key === ' ') void toggle(activeIndex)
    else if (event.key === 'Enter') void open(activeIndex)
    else if (event.key === 'Escape' && (picked.isAll || picked.keys.size > 0)) onPick(nonePicked)
    else if (event.key === 'Delete') onRemove()
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number) => {
    if (event.shiftKey) void pickTo(index)
    else if (event.ctrlKey || event.metaKey) void toggle(index)
    else void open(index)
  }
  const rowId = (index: number) => `${listId}-${index}`
  if (rows.total === 0)
    return (
      <p className="px-2 py-3 text-xs text-ink-faint">
        {isFiltered(filter) ? t`No item matches.` : t`This draft holds no items.`}
      </p>
    )
  return (
    <Grid
      ref={scroller}
      aria-label={t`Items of this draft`}
      aria-multiselectable
      aria-rowcount={total}
      aria-activedescendant={
        shown.some(({ index }) => index === activeIndex) ? rowId(activeIndex) : undefined
      }
      onKeyDown={onKeyDown}
      className="group/items min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <RowGroup className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows.rowAt(index)
          return (
            <ItemRow
              key={index}
              id={rowId(index)}
              kind={draft.kind}
              row={row}
              index={index}
              top={start}
              errors={row && row.key === openKey ? (props.openErrors ?? row.errors) : (row?.errors ?? 0)}
              isOpen={row !== undefined && row.key === openKey}
              isActive={index === activeIndex}
              isPicked={row !== undefined && (picked.isAll || picked.keys.has(row.key))}
              onClick={onClick}
            />
          )
        })}
      </RowGroup>
    </Grid>
  )
}

interface ItemRowProps {
  id: string
  kind: FeedKind
  row: DraftRow | undefined
  index: number
  top: number
  errors: number
  isOpen: boolean
  isActive: boolean
  isPicked: boolean
  onClick: (event: MouseEvent, index: number) => void
}

function ItemRow({ id, kind, row, index, top, errors, isOpen, isActive, isPicked, onClick }: ItemRowProps) {
  const name = row && itemName(row)
  const isStarted = row && (row.title.trim() !== '' || row.code.trim() !== '')
  return (
    <GridRow
      id={id}
      aria-rowindex={index + 1}
      aria-selected={isPicked}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => onClick(event, index)}
      className={clsx(
        'absolute inset-x-0 cursor-default rounded-sm px-2 select-none',
        isPicked ? selectedClass : isOpen ? 'bg-pressed' : 'hover:bg-hover',
        isActive &&
          'group-focus-visible/items:outline-2 group-focus-visible/items:-outline-offset-2 group-focus-visible/items:outline-focus',
        isOpen && !isPicked && 'forced-colors:outline-2 forced-colors:-outline-offset-2',
      )}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      <GridCell className="flex h-full items-center gap-2">
        {row ? (
          <>
            <span className="tabular w-6 shrink-0 text-end text-2xs text-ink-faint">
              {wholeNumber(row.position)}
            </span>
            <DraftPicture
              kind={kind}
              code={row.code}
              urls={row.cells.flatMap((cell) => cell ?? [])}
              className="size-8"
            />
            <span className="min-w-0 flex-1">
              <span
                className={clsx(
                  'line-clamp-2 text-sm leading-4 break-words',
                  isOpen ? 'font-medium' : 'text-ink-soft',
                )}
              >
                {name}
              </span>
              {row.code.trim() !== '' && row.code !== name && (
                <span className="tabular block truncate text-2xs text-ink-faint">{row.code}</span>
              )}
            </span>
            <OthersInItem itemKey={row.key} />
            {row.errors > 0 && !isStarted && (
              <span className="text-2xs text-ink-faint">
                <Trans>to fill</Trans>
              </span>
            )}
            {errors > 0 && isStarted && <ErrorCount errors={errors} />}
          </>
        ) : (
          <Skeleton className="h-3 w-2/3" />
        )}
      </GridCell>
    </GridRow>
  )
}
