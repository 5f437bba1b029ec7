/**
 * Converts actions in the grid to edits of the draft with an undo label. These functions are pure; they
 * request and send nothing.
 */
import { plural, t } from '@lingui/core/macro'
import { withCell } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftEdit, DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { typedMeasure } from '../../../../form/fields/typed-number.ts'
import type { GridColumn } from './columns/grid-columns.ts'
import { type GridRow, type LocalEdit, seenText } from './row-windows.ts'

/** Edits that are sent and undone together. */
export interface Step {
  label: string
  edits: DraftEdit[]
  /** The change to display before it is saved; undefined if it is not known. */
  localEdit: LocalEdit | undefined
}

/** Label of a step, such as `Manufacturer of 96 items` or `4 columns of 96 items`. */
export const labelOf = (columns: readonly GridColumn[], items: number): string =>
  t`${columns.length === 1 ? (columns[0]?.title ?? '') : (plural(columns.length, { one: '# column', other: '# columns' }) ?? '')} of ${plural(items, { one: '# item', other: '# items' })}`

interface CellText {
  key: number
  column: GridColumn
  text: string | null
  /** Text that the cell showed before; undefined if it was not loaded. */
  was?: string | null | undefined
}

/**
 * Splits each entered measure such as `500 g` into a number and a unit, and adds the unit as a cell of the
 * unit column. A measure is left unchanged if its unit cell is set to another unit; the check then reports
 * it.
 */
export function withUnits<Cell extends Pick<CellText, 'column' | 'text' | 'was'> & { key?: number }>(
  cells: readonly Cell[],
): Cell[] {
  const isMeasured = ({ column, text }: Cell) => column.unit !== undefined && /\D/.test(text ?? '')
  if (!cells.some(isMeasured)) return [...cells]
  const result = new Map<string, Cell>()
  const cellKey = (key: number | undefined, column: GridColumn) => `${key ?? ''} ${column.column}`
  for (const cell of cells) result.set(cellKey(cell.key, cell.column), cell)
  for (const cell of cells) {
    const { unit } = cell.column
    const parsed = unit && isMeasured(cell) ? typedMeasure(cell.text ?? '') : undefined
    if (!unit || !parsed) continue
    const unitCell = result.get(cellKey(cell.key, unit))
    if (unitCell?.text && unitCell.text !== parsed.uom) continue
    result.set(cellKey(cell.key, cell.column), { ...cell, text: parsed.measure })
    result.set(cellKey(cell.key, unit), { ...cell, column: unit, text: parsed.uom, was: undefined })
  }
  return [...result.values()]
}

/** A step that sets single cells: typed, pasted, or filled with a series. */
export function setCells(changes: readonly CellText[]): Step {
  const cells = withUnits(changes)
  const texts = new Map<number, Map<string, string | null>>()
  for (const { key, column, text } of cells) {
    const row = texts.get(key) ?? new Map<string, string | null>()
    texts.set(key, row.set(column.column, text))
  }
  return {
    label: labelOf([...new Set(cells.map(({ column }) => column))], texts.size),
    edits: [
      {
        do: 'cells',
        cells: cells.map(({ key, column, text, was }) => ({
          ...{ key, column: column.column, value: text },
          ...(was !== undefined && { was }),
        })),
      },
    ],
    localEdit: { texts: (key) => texts.get(key) },
  }
}

/** The items to edit: all items of the view by its filter, or the items with these keys. */
export interface Chosen {
  items: number
  keys: readonly number[] | undefined
  selection: DraftSelection
  /** The rows of the items, if they are known. */
  rows?: readonly GridRow[]
}

/** Cells that are sent one by one, with the texts that they showed, so that no other change is overwritten. */
export const maxSeenCells = 2000

/** A step that sets one text per column for many items. Null clears the column. */
export function setColumns(
  changes: ReadonlyMap<GridColumn, string | null>,
  { items, keys, selection, rows }: Chosen,
): Step {
  if (rows && rows.length * changes.size <= maxSeenCells) {
    const cells = rows.flatMap((row) =>
      [...changes].flatMap(([column, text]) =>
        row.data ? [{ key: row.data.key, column, text, was: seenText(row, column.column) }] : [],
      ),
    )
    return setCells(cells)
  }
  const texts = new Map(
    withUnits([...changes].map(([column, text]) => ({ column, text }))).map(({ column, text }) => [
      column,
      text,
    ]),
  )
  const target: DraftSelection = keys ? { keys: [...keys] } : selection
  const chosen = keys && new Set(keys)
  const localEdit = new Map([...texts].map(([{ column }, text]) => [column, text]))
  return {
    label: labelOf([...texts.keys()], items),
    edits: [...texts].map(([{ column }, value]) => ({ do: 'set', selection: target, column, value })),
    localEdit: { texts: (key) => (!chosen || chosen.has(key) ? localEdit : undefined) },
  }
}

/** Items created from pasted rows. The texts of a row are assigned to the columns from `columns[0]` on. */
export const itemsOf = (
  kind: FeedKind,
  rows: readonly (readonly (string | null)[])[],
  columns: readonly GridColumn[],
  empty: () => PayloadItem,
): PayloadItem[] =>
  rows.map((texts) =>
    withUnits(
      texts.flatMap((text, index) => {
        const column = columns[index]
        return column ? [{ column, text }] : []
      }),
    ).reduce((item, { column, text }) => (text ? withCell(kind, item, column.column, text) : item), empty()),
  )
