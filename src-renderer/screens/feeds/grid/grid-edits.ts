/** What a person does in the grid, as edits of the draft with a label for undoing. Nothing here asks or sends. */
import { plural, t } from '@lingui/core/macro'
import { withCell } from '../../../../src-shared/drafts/columns.ts'
import type { DraftEdit, DraftSelection } from '../../../../src-shared/drafts/edits.ts'
import type { DraftItemValue, FeedKind } from '../../../../src-shared/drafts/model.ts'
import type { GridColumn } from './grid-columns.ts'
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

/** Single cells: typed, pasted, or filled with a series. */
export function setCells(cells: readonly CellText[]): Step {
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
  texts: ReadonlyMap<GridColumn, string | null>,
  { items, keys, selection }: Chosen,
): Step {
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
  empty: () => DraftItemValue,
): DraftItemValue[] =>
  rows.map((texts) =>
    texts.reduce((item, text, index) => {
      const column = columns[index]
      return column && text ? withCell(kind, item, column.column, text) : item
    }, empty()),
  )
