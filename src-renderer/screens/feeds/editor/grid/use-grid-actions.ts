import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { FeedKind } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { type GridColumn, storedText } from './columns/grid-columns.ts'
import { type Chosen, itemsOf, labelOf, maxSeenCells, type Step, setCells, setColumns } from './grid-edits.ts'
import type { GridSource } from './grid-source.ts'
import { type GridRow, type RowWindows, seenText, textOf } from './row-windows.ts'
import { copiedText, withNames } from './typing/copied-names.ts'
import { namesReport, type PastedNames, storedTexts } from './typing/pasted-names.ts'
import { type GridSelection, type Range, rowsOf } from './typing/selection.ts'
import { continueSeries } from './typing/series.ts'

/** The current state that the actions read when they are called. */
interface GridState {
  kind: FeedKind
  source: GridSource
  columns: readonly GridColumn[]
  filter: DraftSelection
  /** Asks whether a paste may add items; resolves to undefined if the paste is cancelled. */
  confirmAddItems: (items: number) => Promise<'add' | 'cut' | undefined>
}

export interface GridActions {
  type: (text: string | null, row: GridRow, column: GridColumn) => void
  /** Stores the uncommitted text of the open editor; called without `row` to clear it. */
  hold: (text?: string | null, row?: GridRow, column?: GridColumn) => void
  /** Sets the same text in every selected cell. */
  typeIntoSelected: (text: string | null) => void
  empty: () => Promise<void>
  /** Copies the first row of the selection to its other rows. */
  fillDown: () => Promise<void>
  /** Continues the selection into `target`. With `counting`, a single number is counted up. */
  fillInto: (target: Range, counting: boolean) => Promise<void>
  /**
   * The texts of the selected cells for the clipboard, with names instead of identifiers. Synchronous if all
   * rows are loaded and no column has identifiers.
   */
  texts: () => string[][] | Promise<string[][]>
  paste: (table: string[][]) => Promise<void>
  /** Sends a step after all previous ones. Resolves to false if it was rejected; the error is shown here. */
  send: (step: Step) => Promise<boolean>
  /** The items of the selection. */
  chosen: (range?: Range) => Promise<Chosen>
}

const hasNoConditions = (filter: DraftSelection): boolean =>
  Object.values(filter).every((condition) => condition === undefined)

/** All actions that change the draft. Steps are sent one at a time, in order. */
export function useGridActions(
  windows: RowWindows,
  selection: GridSelection,
  state: { readonly current: GridState },
): GridActions {
  return useMemo(() => {
    let last: Promise<unknown> = Promise.resolve()

    const send = (step: Step): Promise<boolean> => {
      const { source } = state.current
      if (step.localEdit) windows.show(step.localEdit)
      const sent = last.then(async () => {
        try {
          await source.edit(step.label, step.edits)
          if (step.localEdit) windows.saved(step.localEdit)
          else windows.load()
          return true
        } catch (error) {
          if (step.localEdit) windows.revert(step.localEdit)
          toast.failed(t`Not saved: ${step.label}`, error)
          return false
        }
      })
      last = sent
      return sent
    }

    const columnsOf = ({ left, right }: Range) => state.current.columns.slice(left, right + 1)

    const chosen = async (range = selection.range): Promise<Chosen> => {
      const { filter } = state.current
      const items = rowsOf(range)
      const isEntireView = range.top === 0 && items === windows.snapshot().total
      // With a filter, setting one column may remove an item from the view before the next column is set, so
      // the keys are used.
      if (isEntireView && hasNoConditions(filter)) return { items, keys: undefined, selection: {} }
      const rows = await windows.between(range.top, range.bottom)
      const keys = rows.flatMap(({ data }) => (data ? [data.key] : []))
      return { items: keys.length, keys, selection: { keys }, rows }
    }

    /** Returns undefined and shows an error if the rows could not be loaded. */
    const orShowError = async <T>(failureTitle: string, load: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await load()
      } catch (error) {
        toast.failed(failureTitle, error)
        return undefined
      }
    }

    /** Keeps the active row, which an edit of the selection changes, in its place. */
    const keepActiveRow = () => {
      const key = windows.snapshot().rows[selection.active.row]?.data?.key
      if (key !== undefined) windows.keepOrder(key)
    }

    const setAll = async (columns: readonly GridColumn[], textFor: (column: GridColumn) => string | null) => {
      const targetItems = await orShowError(t`The selected items could not be found`, () => chosen())
      if (targetItems === undefined || targetItems.items === 0) return false
      keepActiveRow()
      return send(setColumns(new Map(columns.map((column) => [column, textFor(column)])), targetItems))
    }

    return {
      send,
      chosen,
      type(text, row, column) {
        if (!row.data || textOf(row, column.column) === text) return
        windows.keepOrder(row.data.key)
        void send(setCells([{ key: row.data.key, column, text, was: seenText(row, column.column) }]))
      },
      hold(text = null, row, column) {
        const key = row?.data?.key
        const isOther = row && column && key !== undefined && textOf(row, column.column) !== text
        const was = row && column && seenText(row, column.column)
        state.current.source.hold?.(isOther ? setCells([{ key, column, text, was }]) : undefined)
      },
      typeIntoSelected: (text) => void setAll(columnsOf(selection.range), () => text),
      async empty() {
        await setAll(columnsOf(selection.range), () => null)
      },
      async fillDown() {
        const { range } = selection
        // A single selected row is filled from the row above, as in other spreadsheets.
        const from = range.top === range.bottom ? range.top - 1 : range.top
        const [row] = from < 0 ? [] : await windows.between(from, from)
        const into = { ...range, top: from + 1 }
        const targetItems =
          row && (await orShowError(t`The rows to fill could not be read`, () => chosen(into)))
        if (!row || !targetItems) return
        await send(
          setColumns(
            new Map(columnsOf(range).map((column) => [column, textOf(row, column.column)])),
            targetItems,
          ),
        )
      },
      async fillInto(target, counting) {
        const { range } = selection
        const isDown = target.left === range.left && target.right === range.right
        const cells = await orShowError(t`The rows to fill could not be read`, async () => {
          const given = await windows.between(range.top, range.bottom)
          const rows = await windows.between(target.top, target.bottom)
          return isDown
            ? columnsOf(range).flatMap((column) =>
                continuedColumn(given, rows, column, target.top < range.top, counting),
              )
            : repeatedColumns(rows, columnsOf(range), columnsOf(target), target.left < range.left)
        })
        if (!cells || cells.length === 0) return
        const [{ column: first, text: only }] = cells as [(typeof cells)[number]]
        const isOne =
          cells.length > maxSeenCells && cells.every(({ column, text }) => column === first && text === only)
        await send(
          isOne
            ? setColumns(new Map([[first, only]]), {
                items: cells.length,
                keys: cells.map(({ key }) => key),
                selection: {},
              })
            : setCells(cells),
        )
      },
      texts() {
        const { range } = selection
        const columns = columnsOf(range)
        const textsOf = (rows: readonly GridRow[]) =>
          rows.map((row) => columns.map((column) => copiedText(column, textOf(row, column.column) ?? '')))
        const present = windows.present(range.top, range.bottom)
        if (present && columns.every(({ lookup }) => lookup === undefined)) return textsOf(present)
        return windows.between(range.top, range.bottom).then((rows) => withNames(columns, textsOf(rows)))
      },
      async paste(table) {
        const { kind, source, columns, confirmAddItems } = state.current
        const { range } = selection
        const [only] = table[0] ?? []
        if (only === undefined) return
        const resolveNames = (into: readonly GridColumn[], rows: readonly (readonly string[])[]) =>
          orShowError(t`The names that were pasted could not be looked up`, () => storedTexts(into, rows))
        if (table.length === 1 && table[0]?.length === 1) {
          const into = columnsOf(range)
          const pasted = await resolveNames(into, [into.map(() => only)])
          if (!pasted) return
          const [texts = []] = pasted.rows
          const isSaved = await setAll(into, (column) => texts[into.indexOf(column)] ?? null)
          if (isSaved) showNamesReport(pasted.names)
          return
        }
        const width = Math.max(...table.map((row) => row.length))
        const repeat = (there: number, given: number) => (there % given === 0 ? there / given : 1)
        const down = repeat(rowsOf(range), table.length)
        const over = repeat(range.right - range.left + 1, width)
        const pastedRows = Array.from({ length: down * table.length }, (_, index) => {
          const given = table[index % table.length] ?? []
          return Array.from({ length: over * width }, (_unused, place) => given[place % width] ?? '')
        })
        const into = columns.slice(range.left, range.left + over * width)
        const total = windows.snapshot().total ?? 0
        const rowsLeft = total - range.top
        const beyond = pastedRows.length - rowsLeft
        const { newItem } = source
        const answer = beyond > 0 && newItem ? await confirmAddItems(beyond) : 'cut'
        if (!answer) return
        const rows = await orShowError(t`The rows to paste into could not be read`, () =>
          windows.between(range.top, Math.min(total, range.top + pastedRows.length) - 1),
        )
        const pasted = rows && (await resolveNames(into, pastedRows))
        if (!rows || !pasted) return
        const cells = rows.flatMap((row, index) => {
          const { data } = row
          return data
            ? into.map((column, place) => ({
                key: data.key,
                column,
                text: pasted.rows[index]?.[place] ?? null,
                was: seenText(row, column.column),
              }))
            : []
        })
        const step = setCells(cells)
        const added =
          answer === 'add' && newItem
            ? itemsOf(kind, pasted.rows.slice(rowsLeft), into, () => newItem.call(source))
            : []
        const label = labelOf(into, rows.length + added.length)
        if (added.length === 0) keepActiveRow()
        const isSaved = await send(
          added.length > 0
            ? {
                ...step,
                label,
                edits: [...(cells.length > 0 ? step.edits : []), { do: 'add', values: added }],
              }
            : step,
        )
        if (!isSaved) return
        showNamesReport(pasted.names)
        const bottom = range.top + rows.length + added.length - 1
        selection.select(
          { row: range.top, column: range.left },
          { row: bottom, column: range.left + into.length - 1 },
        )
        if (beyond > 0 && !newItem)
          toast.tell(t`${plural(beyond, { one: '# row', other: '# rows' })} of the paste had no room`)
        const left = over * width - into.length
        if (left > 0)
          toast.tell(
            t`${plural(left, { one: '# column', other: '# columns' })} of the paste had no room`,
            t`Show more columns first.`,
          )
      },
    }
  }, [windows, selection, state])
}

function showNamesReport(names: PastedNames): void {
  const report = namesReport(names)
  if (report) toast.tell(...report)
}

/** The cells of one column, continuing the series of the given rows. */
function continuedColumn(
  given: readonly GridRow[],
  rows: readonly GridRow[],
  column: GridColumn,
  isUpwards: boolean,
  counting: boolean,
) {
  const texts = given.map((row) => textOf(row, column.column))
  const ordered = isUpwards ? [...rows].reverse() : rows
  const series = continueSeries(isUpwards ? texts.reverse() : texts, rows.length, column, counting)
  return ordered.flatMap((row, index) =>
    row.data
      ? [{ key: row.data.key, column, text: series[index] ?? null, was: seenText(row, column.column) }]
      : [],
  )
}

/**
 * The cells of each row, repeated into further columns. Columns have different meanings, so nothing is
 * counted up.
 */
function repeatedColumns(
  rows: readonly GridRow[],
  from: readonly GridColumn[],
  into: readonly GridColumn[],
  isLeftwards: boolean,
) {
  const [given, target] = isLeftwards ? [[...from].reverse(), [...into].reverse()] : [from, into]
  return rows.flatMap((row) =>
    target.flatMap((column, index) => {
      const source = given[index % given.length]
      const text = source ? textOf(row, source.column) : null
      return row.data
        ? [
            {
              key: row.data.key,
              column,
              text: text === null ? null : storedText(column, text),
              was: seenText(row, column.column),
            },
          ]
        : []
    }),
  )
}
