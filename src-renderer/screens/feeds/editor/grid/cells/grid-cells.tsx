import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { Cell, type CellRendererProps, type Column } from 'react-data-grid'
import { kinds } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { EntryName } from '../../../../../names/entry-name.tsx'
import { isPictureAddress, useAddressPicture } from '../../../../../pictures/use-address-picture.ts'
import { rpc } from '../../../../../rpc/client.ts'
import { Skeleton } from '../../../../../ui/layout/states.tsx'
import { wholeNumber } from '../../../../../ui/text/words.ts'
import { Thumbnail } from '../../../../../ui/thumbnail.tsx'
import { DraftPicture } from '../../items/draft-picture.tsx'
import {
  type GridColumn,
  leadingColumns,
  nameColumnOf,
  shownText,
  standardWidth,
} from '../columns/grid-columns.ts'
import { ColumnHead, NumberHead } from '../columns/grid-head.tsx'
import { useGrid } from '../grid-context.ts'
import { type GridRow, isLoaded, marksByRow, textBefore, textOf } from '../row-windows.ts'
import { Part } from '../typing/selection.ts'
import { CellEditor } from './cell-editor.tsx'

/** In pixels. */
export const rowHeight = 32

/** Keys of the columns for row numbers and pictures, which are not columns of the draft. */
export const numberKey = '#'
export const pictureKey = '@'

const partClasses: readonly [number, string][] = [
  [Part.selected, 'dg-selected'],
  [Part.active, 'dg-active'],
  [Part.top, 'dg-top'],
  [Part.right, 'dg-right'],
  [Part.bottom, 'dg-bottom'],
  [Part.left, 'dg-left'],
  [Part.handle, 'dg-handle'],
  [Part.target, 'dg-target'],
]
const classesOf = (parts: number): string =>
  partClasses
    .filter(([part]) => (parts & part) !== 0)
    .map(([, name]) => name)
    .join(' ')

/**
 * A cell of the library that subscribes to the selection. It is rendered again only when its own part of the
 * selection changes.
 */
const SelectableCell = memo(function SelectableCell(props: CellRendererProps<GridRow, unknown>) {
  const { selection } = useGrid()
  const { rowIdx, column, row } = props
  const isNumber = column.key === numberKey
  const isLeading = column.idx < leadingColumns
  const parts = useSyncExternalStore(selection.subscribe, () =>
    isLeading ? rowPart(selection.range, rowIdx) : selection.partsAt(rowIdx, column.idx - leadingColumns),
  )
  const mark = isLeading ? null : marksByRow(row, column.key)
  const before = isLeading ? undefined : textBefore(row, column.key)
  return (
    <Cell
      {...props}
      role={isNumber ? 'rowheader' : 'gridcell'}
      aria-selected={column.key === pictureKey ? undefined : (parts & Part.selected) !== 0}
      aria-invalid={mark === 'error' || undefined}
      aria-busy={!row.data || undefined}
      aria-description={before === undefined ? undefined : t`Changed`}
      className={clsx(
        classesOf(parts),
        mark && `dg-${mark}`,
        before !== undefined && 'dg-changed',
        row.localTexts?.has(column.key) && 'dg-unsaved',
      )}
    />
  )
})

const rowPart = ({ top, bottom }: { top: number; bottom: number }, row: number): number =>
  row >= top && row <= bottom ? Part.selected : 0

export const renderGridCell = (key: React.Key, props: CellRendererProps<GridRow, unknown>) => (
  <SelectableCell key={key} {...props} />
)

/** Width in pixels of the row number column, including a problem icon. A character is about 7 pixels wide. */
const numberWidth = (maxNumber: string): number => Math.max(56, 42 + 7 * maxNumber.length)

/**
 * Column definitions for the library: row numbers and pictures, then the shown columns of the draft.
 * @param maxNumberLength the largest row number, formatted
 */
export function libraryColumns(
  columns: readonly GridColumn[],
  frozen: number,
  maxNumberLength: string,
): Column<GridRow>[] {
  return [
    {
      key: numberKey,
      name: t`Row`,
      width: numberWidth(maxNumberLength),
      frozen: true,
      renderHeaderCell: () => <NumberHead />,
      renderCell: ({ row, rowIdx }) => <RowNumber row={row} index={rowIdx} />,
    },
    {
      key: pictureKey,
      name: t`Picture`,
      width: 40,
      minWidth: 40,
      frozen: true,
      cellClass: 'dg-picture',
      renderHeaderCell: () => (
        <span className="sr-only">
          <Trans>Picture</Trans>
        </span>
      ),
      renderCell: ({ row }) => <PictureCell row={row} />,
    },
    ...columns.map((column, index): Column<GridRow> => {
      const isName = index === 0
      return {
        key: column.column,
        name: column.title,
        width: standardWidth(column, isName),
        minWidth: 60,
        maxWidth: 1200,
        frozen: index < frozen,
        resizable: true,
        draggable: !isName,
        editable: (row) => isLoaded(row, column.column),
        editorOptions: { commitOnOutsideClick: false, closeOnExternalRowChange: false },
        headerCellClass: clsx(column.isNumber && 'dg-number', index === frozen - 1 && 'dg-last-frozen'),
        cellClass: clsx(
          column.isNumber && 'dg-number',
          (column.isNumber || column.input === 'gtin') && 'tabular',
          isName && 'dg-name',
          index === frozen - 1 && 'dg-last-frozen',
        ),
        renderHeaderCell: ({ tabIndex, sortDirection }) => (
          <ColumnHead column={column} index={index} tabIndex={tabIndex} sorted={sortDirection} />
        ),
        renderCell: ({ row }) => <CellText row={row} column={column} isName={isName} />,
        renderEditCell: ({ row, onClose }) => (
          <CellEditor column={column} row={row} onClose={(isFocused) => onClose(false, isFocused)} />
        ),
      }
    }),
  ]
}

function PictureCell({ row }: { row: GridRow }) {
  const { kind } = useGrid()
  const urls = kinds[kind].payload.pictures.flatMap((column) => textOf(row, column) ?? [])
  return row.data && <DraftPicture kind={kind} code={row.data.code} urls={urls} className="mx-auto size-6" />
}

function RowNumber({ row: { data }, index }: { row: GridRow; index: number }) {
  const worst = data?.errors ? 'error' : data?.warnings ? 'warning' : null
  return (
    <span className="flex items-center justify-between gap-1">
      {worst ? (
        <MarkSign mark={worst} label={worst === 'error' ? t`Has errors` : t`Has warnings`} />
      ) : (
        <span />
      )}
      {wholeNumber(data?.position ?? index + 1)}
    </span>
  )
}

function CellText({ row, column, isName }: { row: GridRow; column: GridColumn; isName: boolean }) {
  const text = textOf(row, column.column)
  if (!isLoaded(row, column.column)) return <Skeleton isStill className="h-2.5 w-3/5" />
  const mark = marksByRow(row, column.column)
  const nameColumn = nameColumnOf(column)
  const standIn = nameColumn && textOf(row, nameColumn)
  const content =
    text === null && standIn ? (
      <span className="text-ink-soft" title={t`A name without an identifier of the list`}>
        {standIn}
      </span>
    ) : text === null ? (
      isName && row.data?.title !== '' && <span className="text-ink-faint italic">{row.data?.title}</span>
    ) : column.lookup ? (
      <EntryName kind={column.lookup} id={text} />
    ) : column.input === 'url' ? (
      <AddressCell url={text} />
    ) : column.input === 'item' ? (
      <ItemName row={row} id={text} />
    ) : (
      shownText(column, text)
    )
  if (!mark) return content
  return (
    <span className={clsx('flex items-center gap-1.5', column.isNumber && 'flex-row-reverse')}>
      <span className="min-w-0 flex-1 truncate">{content}</span>
      <MarkSign mark={mark} label={mark === 'error' ? t`Error` : t`Warning`} />
    </span>
  )
}

/** An address, with its picture. */
function AddressCell({ url }: { url: string }) {
  const found = useAddressPicture(url)
  return (
    <span className="flex items-center gap-1.5" title={url}>
      {isPictureAddress(url) && (
        <Thumbnail url={found?.thumbnail} placeholder={found?.placeholder} className="size-6" />
      )}
      <span className="min-w-0 truncate">{url}</span>
    </span>
  )
}

/** Name and identifier of a catalog item; only the identifier if the catalog does not have it. */
function ItemName({ row: { data }, id }: { row: GridRow; id: string }) {
  // Rows contain the item name found by the last check.
  const checkedName = data?.about === id ? data.title : ''
  const itemQuery = useQuery(rpc.catalog.itemRow.queryOptions({ input: { id }, enabled: checkedName === '' }))
  const name = checkedName || itemQuery.data?.name
  if (!name) return <span className="tabular">{id}</span>
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="truncate">{name}</span>
      <span className="tabular ms-auto shrink-0 text-xs font-normal text-ink-faint">{id}</span>
    </span>
  )
}

/** A circle for an error and a triangle for a warning, distinguishable without color. */
const MarkSign = ({ mark, label }: { mark: 'error' | 'warning'; label: string }) =>
  mark === 'error' ? (
    <CircleAlert role="img" aria-label={label} className="size-3.5 shrink-0 text-bad" />
  ) : (
    <TriangleAlert role="img" aria-label={label} className="size-3.5 shrink-0 text-warn" />
  )
