/** What a person does in the grid, as edits of the draft with a label for undoing. Nothing here asks or sends. */
import { plural, t } from '@lingui/core/macro'
import { withCell } from '../../../../../src-shared/feeds/draft/columns.ts'
import type { DraftEdit, DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { typedMeasure } from '../../../../form/fields/typed-number.ts'
import type { GridColumn } from './columns/grid-columns.ts'
import type { OwnEdit } from './row-windows.ts'

/** One step: sent together, undone together. */
export interface Step {
  label: string
  edits: DraftEdit[]
  /** How it looks before it is saved; absent where that is not known. */
  own: OwnEdit | undefined
}

/** `Manufacturer of 96 items`, `4 columns of 96 items` */
export const labelOf = (columns: readonly GridColumn[], items: number): string =>
  t`${columns.length === 1 ? (columns[0]?.title ?? '') : (plural(columns.length, { one: '# column', other: '# columns' }) ?? '')} of ${plural(items, { one: '# item', other: '# items' })}`

interface CellText {
  key: number
  column: GridColumn
  text: string | null
}

/**
 * The cells with each measure such as `500 g` cut into its number and its unit, which goes into the column beside it. A
 * measure whose unit cell is given another unit stays as it is, for the check to name.
 */
export function withUnits<Cell extends { key?: number; column: GridColumn; text: string | null }>(
  cells: readonly Cell[],
): Cell[] {
  const isMeasured = ({ column, text }: Cell) => column.unit !== undefined && /\D/.test(text ?? '')
  if (!cells.some(isMeasured)) return [...cells]
  const made = new Map<string, Cell>()
  const placeOf = (key: number | undefined, column: GridColumn) => `${key ?? ''} ${column.column}`
  for (const cell of cells) made.set(placeOf(cell.key, cell.column), cell)
  for (const cell of cells) {
    const { unit } = cell.column
    const typed = unit && isMeasured(cell) ? typedMeasure(cell.text ?? '') : undefined
    if (!unit || !typed) continue
    const beside = made.get(placeOf(cell.key, unit))
    if (beside?.text && beside.text !== typed.uom) continue
    made.set(placeOf(cell.key, cell.column), { ...cell, text: typed.measure })
    made.set(placeOf(cell.key, unit), { ...cell, column: unit, text: typed.uom })
  }
  return [...made.values()]
}

/** Single cells: typed, pasted, or filled with a series. */
export function setCells(given: readonly CellText[]): Step {
  const cells = withUnits(given)
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
        cells: cells.map(({ key, column, text }) => ({ key, column: column.column, value: text })),
      },
    ],
    own: { texts: (key) => texts.get(key) },
  }
}

/** The items that are meant: all of the view, by its conditions, or those of these keys. */
export interface Chosen {
  items: number
  keys: readonly number[] | undefined
  selection: DraftSelection
}

/** One text in each of these columns of many items; null empties them. */
export function setColumns(
  given: ReadonlyMap<GridColumn, string | null>,
  { items, keys, selection }: Chosen,
): Step {
  const texts = new Map(
    withUnits([...given].map(([column, text]) => ({ column, text }))).map(({ column, text }) => [
      column,
      text,
    ]),
  )
  const meant: DraftSelection = keys ? { keys: [...keys] } : selection
  const chosen = keys && new Set(keys)
  const own = new Map([...texts].map(([{ column }, text]) => [column, text]))
  return {
    label: labelOf([...texts.keys()], items),
    edits: [...texts].map(([{ column }, value]) => ({ do: 'set', selection: meant, column, value })),
    own: { texts: (key) => (!chosen || chosen.has(key) ? own : undefined) },
  }
}

/** Items made of pasted rows, each with its texts from `columns[0]` on. */
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
