import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { Menu } from '../../../../../ui/overlays/menu.tsx'
import { useGrid } from '../grid-context.ts'
import { type GridColumn, hasFreeText } from './grid-columns.ts'
import { useColumnActions } from './use-column-actions.ts'

/** The corner cell; a click selects all cells. */
export function NumberHead() {
  const { selectAll } = useColumnActions()
  return (
    // The keyboard shortcut is Ctrl+A, anywhere in the grid.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span className="block" onClick={selectAll}>
      <span className="sr-only">
        <Trans>Row</Trans>
      </span>
      <span aria-hidden>#</span>
    </span>
  )
}

interface ColumnHeadProps {
  column: GridColumn
  index: number
  tabIndex: number
  sorted: 'ASC' | 'DESC' | undefined
}

/** Column header. A click selects the column; the menu sorts, filters, sets and moves it. */
export function ColumnHead({ column, index, tabIndex, sorted }: ColumnHeadProps) {
  const { selection } = useGrid()
  const actions = useColumnActions()
  const isSelected = useSyncExternalStore(selection.subscribe, () => {
    const { left, right } = selection.range
    return index >= left && index <= right
  })
  const SortIcon = sorted === 'ASC' ? ArrowUp : ArrowDown
  const { column: name } = column
  return (
    // The keyboard shortcut to select a column is Ctrl+Space.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span
      title={[...column.around, column.label].join(' › ')}
      onClick={(event) => actions.selectColumn(index, event.shiftKey)}
      className={clsx('dg-head flex h-full items-center gap-1', isSelected && 'dg-head-selected')}
    >
      <span className="min-w-0 flex-1 truncate">{column.title}</span>
      {sorted && <SortIcon className="size-3.5 shrink-0 text-accent" aria-hidden />}
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={t`${column.title}: sort, filter and more`}
            onClick={(event) => event.stopPropagation()}
            onKeyDown={leaveArrowsToGrid}
            className="dg-menu flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-pressed hover:text-ink data-popup-open:bg-pressed"
          >
            <ChevronDown className="size-3.5" aria-hidden />
          </button>
        }
        actions={[
          { label: t`Sort A to Z`, onSelect: () => actions.sort(name, false) },
          { label: t`Sort Z to A`, onSelect: () => actions.sort(name, true) },
          ...(sorted ? [{ label: t`Order of the feed`, onSelect: () => actions.sort(undefined) }] : []),
          null,
          { label: t`Only empty`, onSelect: () => actions.filterCell({ column: name, is: 'empty' }) },
          { label: t`Only filled`, onSelect: () => actions.filterCell({ column: name, is: 'filled' }) },
          { label: t`Only containing…`, onSelect: () => actions.askContaining(name) },
          null,
          { label: t`Set for all shown…`, onSelect: () => actions.setAllShown(index) },
          ...(hasFreeText(column)
            ? [{ label: t`Merge alike values…`, onSelect: () => actions.mergeAlike(name) }]
            : []),
          null,
          ...(index > 1 ? [{ label: t`Move left`, onSelect: () => actions.move(name, -1) }] : []),
          ...(index > 0 && index < actions.columnCount - 1
            ? [{ label: t`Move right`, onSelect: () => actions.move(name, 1) }]
            : []),
          ...(index + 1 === actions.frozen
            ? []
            : [{ label: t`Freeze up to this column`, onSelect: () => actions.freeze(index + 1) }]),
          ...(actions.frozen > 1
            ? [{ label: t`Freeze the name only`, onSelect: () => actions.freeze(1) }]
            : []),
          ...(index > 0 ? [{ label: t`Hide column`, onSelect: () => actions.hide(name) }] : []),
        ]}
      />
    </span>
  )
}

/** Arrow keys move between headers and cells; Enter and Space open the menu. */
function leaveArrowsToGrid(event: KeyboardEvent & { preventBaseUIHandler?: () => void }) {
  if (event.key.startsWith('Arrow')) event.preventBaseUIHandler?.()
}
