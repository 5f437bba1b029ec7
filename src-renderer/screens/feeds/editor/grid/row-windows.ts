import type { DraftRow, DraftRows } from '../../../../../src-shared/feeds/draft/model.ts'
import { type GridQuery, type GridSource, maxRowsAsked } from './grid-source.ts'

/** A query for rows and columns, without offset and limit. */
export type View = Omit<GridQuery, 'offset' | 'limit'>

export interface GridRow {
  /** Undefined while the row is loading. */
  data: DraftRow | undefined
  /** Index of each column in the row's cells. */
  columns: ReadonlyMap<string, number>
  /** Texts of local edits that the response does not contain yet. */
  localTexts: ReadonlyMap<string, string | null> | undefined
}

/** Whether the cell is loaded. A row can be loaded while a newly shown column is not. */
export const isLoaded = ({ data, columns }: GridRow, column: string): boolean =>
  data !== undefined && columns.has(column)

/** The text to display in a cell. A local edit overrides the loaded text before it is saved. */
export function textOf({ data, columns, localTexts }: GridRow, column: string): string | null {
  const changed = localTexts?.get(column)
  if (changed !== undefined) return changed
  return data?.cells[columns.get(column) ?? -1] ?? null
}

/** The text that a cell shows; undefined while it is not loaded. */
export const seenText = (row: GridRow, column: string): string | null | undefined =>
  isLoaded(row, column) ? textOf(row, column) : undefined

/** Whether a cell has a problem; null after a local edit, until the item is checked again. */
export const marksByRow = (
  { data, columns, localTexts }: GridRow,
  column: string,
): 'error' | 'warning' | null =>
  localTexts?.has(column) ? null : (data?.marks[columns.get(column) ?? -1] ?? null)

/**
 * The text that a cell had in the catalog when the item was drafted, if it differs from the shown one; undefined
 * otherwise.
 */
export function textBefore(row: GridRow, column: string): string | null | undefined {
  const before = row.data?.befores?.[row.columns.get(column) ?? -1]
  return before === undefined || (before ?? '') === (textOf(row, column) ?? '') ? undefined : before
}

/** A local edit, displayed before the backend has confirmed it. */
export interface LocalEdit {
  texts: (key: number) => ReadonlyMap<string, string | null> | undefined
  /** Clock value when the edit was saved. Responses to later requests include it. */
  savedAt?: number
}

export interface Rows {
  /** One entry per item of the view. */
  rows: readonly GridRow[]
  /** Undefined until the first response. */
  total: number | undefined
  /** The query that the rows belong to. */
  view: View
  /** Whether the rows belong to a previous query. */
  isStale: boolean
  error: unknown
}

interface LoadedWindow {
  requestedAt: number
  rows: readonly DraftRow[]
  rendered: GridRow[]
}

/** The windows loaded for one query. */
interface ViewCache {
  view: View
  columns: ReadonlyMap<string, number>
  windows: Map<number, LoadedWindow>
  loading: Set<number>
  total: number | undefined
  error: unknown
}

const windowSize = 100
/** Rows requested beyond the visible ones on each side, for continued scrolling. */
const prefetchRows = 60
/**
 * A jump of more rows than this is a drag of the scrollbar. Rows are then requested only when scrolling
 * pauses.
 */
const jumpRows = 150
const pauseMilliseconds = 60
/**
 * Maximum number of cached windows, about 6,000 rows. The windows furthest from the visible rows are evicted
 * first.
 */
const maxWindows = 60

const loadingRow: GridRow = { data: undefined, columns: new Map(), localTexts: undefined }
const indexByColumn = (columns: readonly string[]) => new Map(columns.map((column, index) => [column, index]))

/**
 * The rows of a view, of which only those around the visible ones are loaded. A new query, or a reload of the
 * same one, replaces the displayed rows once all visible rows are loaded.
 */
export class RowWindows {
  #source: GridSource
  #shown: ViewCache
  #next: ViewCache | undefined
  #visible = { first: 0, last: 40 }
  #edits = new Set<LocalEdit>()
  /** Logical clock that orders requests and saves. */
  #clock = 0
  #snapshot: Rows
  /** Key of an edited row that keeps its place until it is left; whether a reload waits for that. */
  #keptRow: number | undefined
  #isLoadDue = false
  #listeners = new Set<() => void>()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(source: GridSource, view: View) {
    this.#source = source
    this.#shown = this.#createCache(view)
    this.#snapshot = this.#render()
    this.#loadVisible()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  snapshot = (): Rows => this.#snapshot

  /** Shows another query, or reloads the current one. */
  load(view: View = (this.#next ?? this.#shown).view): void {
    const isSameView = view === this.#shown.view && this.#next === undefined
    this.#isLoadDue = this.#keptRow !== undefined && isSameView
    if (this.#isLoadDue) return
    this.#keptRow = undefined
    this.#next = this.#createCache(view)
    this.#loadVisible()
    this.#publish()
  }

  /**
   * Keeps the order of the rows while an edited row is active: in a sorted or filtered view, a reload would
   * move or hide it.
   */
  keepOrder(key: number): void {
    const { sort, selection } = this.#shown.view
    if (sort || Object.values(selection).some((condition) => condition !== undefined)) this.#keptRow = key
  }

  /** Reports the active row. Leaving the edited row reloads the rows. */
  setActiveRow(key: number | undefined): void {
    if (this.#keptRow === undefined || key === this.#keptRow) return
    this.#keptRow = undefined
    if (this.#isLoadDue) this.load()
  }

  /** Sets the range of visible rows. */
  setVisibleRange(first: number, last: number): void {
    const isJump = Math.abs(first - this.#visible.first) > jumpRows
    this.#visible = { first, last }
    clearTimeout(this.#rest)
    if (isJump) this.#rest = setTimeout(() => this.#loadVisible(), pauseMilliseconds)
    else this.#loadVisible()
  }

  /** Displays an edit immediately. */
  show(edit: LocalEdit): void {
    this.#edits.add(edit)
    this.#publish()
  }

  /** Marks an edit as saved and reloads the rows. The edit is displayed until the reload is complete. */
  saved(edit: LocalEdit): void {
    edit.savedAt = ++this.#clock
    this.load()
  }

  /** Reverts a rejected edit: its cells show the loaded texts again. */
  revert(edit: LocalEdit): void {
    this.#edits.delete(edit)
    this.#publish()
  }

  /** The rows from `first` to `last` if all of them are loaded; otherwise undefined. */
  present(first: number, last: number): GridRow[] | undefined {
    const rows = this.#snapshot.rows.slice(first, last + 1)
    return rows.length > 0 && rows.every(({ data }) => data) ? rows : undefined
  }

  /** The rows from `first` to `last`; requests them if they are not loaded. */
  async between(first: number, last: number): Promise<GridRow[]> {
    const present = this.present(first, last)
    if (present) return present
    const { view } = this.#shown
    const columns = indexByColumn(view.columns)
    const rows: GridRow[] = []
    for (let offset = first; offset <= last; offset += maxRowsAsked) {
      const requestedAt = ++this.#clock
      const limit = Math.min(maxRowsAsked, last + 1 - offset)
      const answer = await this.#source.rows({ ...view, offset, limit })
      rows.push(
        ...answer.rows.map((data) => ({
          data,
          columns,
          localTexts: this.#localTextsOf(data.key, requestedAt),
        })),
      )
      if (answer.rows.length < limit) break
    }
    return rows
  }

  #createCache(view: View): ViewCache {
    return {
      view,
      columns: indexByColumn(view.columns),
      windows: new Map(),
      loading: new Set(),
      total: undefined,
      error: undefined,
    }
  }

  #loadVisible(): void {
    const target = this.#next ?? this.#shown
    for (const window of this.#windowsAround(target, prefetchRows)) this.#loadWindow(target, window)
    // The displayed view is also loaded, because scrolling continues while the next view is loading.
    if (this.#next && this.#shown.total !== undefined)
      for (const window of this.#windowsAround(this.#shown)) this.#loadWindow(this.#shown, window)
  }

  /** The windows of the visible rows, plus `beyond` rows on each side. */
  #windowsAround({ total }: ViewCache, beyond = 0): number[] {
    const end = total === undefined ? Number.POSITIVE_INFINITY : Math.max(0, total - 1)
    const first = Math.floor(Math.min(Math.max(0, this.#visible.first - beyond), end) / windowSize)
    const last = Math.floor(
      Math.min(this.#visible.last + (total === undefined ? 0 : beyond), end) / windowSize,
    )
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  #loadWindow(cache: ViewCache, window: number): void {
    if (cache.windows.has(window) || cache.loading.has(window)) return
    cache.loading.add(window)
    const requestedAt = ++this.#clock
    this.#source
      .rows({ ...cache.view, offset: window * windowSize, limit: windowSize })
      .then((answer) => this.#receive(cache, window, requestedAt, answer))
      .catch((error: unknown) => {
        cache.loading.delete(window)
        cache.error = error
        if (cache === this.#next) {
          this.#shown.error = error
          this.#next = undefined
        }
        this.#publish()
      })
  }

  #receive(cache: ViewCache, window: number, requestedAt: number, { rows, total }: DraftRows): void {
    cache.loading.delete(window)
    if (cache !== this.#shown && cache !== this.#next) return
    cache.windows.set(window, { requestedAt, rows, rendered: [] })
    cache.total = total
    cache.error = undefined
    if (cache === this.#next && this.#windowsAround(cache).every((one) => cache.windows.has(one))) {
      this.#shown = cache
      this.#next = undefined
      this.#forgetSaved()
    }
    this.#forgetFar()
    this.#loadVisible()
    this.#publish()
  }

  /** Removes saved edits that all loaded windows already contain. */
  #forgetSaved(): void {
    const oldest = Math.min(...[...this.#shown.windows.values()].map(({ requestedAt }) => requestedAt))
    for (const edit of this.#edits)
      if (edit.savedAt !== undefined && edit.savedAt < oldest) this.#edits.delete(edit)
  }

  #forgetFar(): void {
    const { windows } = this.#shown
    if (windows.size <= maxWindows) return
    const firstWindow = this.#visible.first / windowSize
    const [furthest] = [...windows.keys()].sort(
      (one, other) => Math.abs(other - firstWindow) - Math.abs(one - firstWindow),
    )
    if (furthest !== undefined) windows.delete(furthest)
  }

  #localTextsOf(key: number, requestedAt: number): ReadonlyMap<string, string | null> | undefined {
    let localTexts: Map<string, string | null> | undefined
    for (const { texts, savedAt } of this.#edits) {
      const changed = savedAt === undefined || savedAt > requestedAt ? texts(key) : undefined
      if (!changed) continue
      localTexts ??= new Map()
      for (const [column, text] of changed) localTexts.set(column, text)
    }
    return localTexts
  }

  #render(): Rows {
    const { windows, total, columns, view, error } = this.#shown
    const rows = new Array<GridRow>(total ?? 0).fill(loadingRow)
    for (const [number, window] of windows)
      for (const [index, data] of window.rows.entries()) {
        const position = number * windowSize + index
        if (position >= rows.length) break
        const localTexts = this.#edits.size > 0 ? this.#localTextsOf(data.key, window.requestedAt) : undefined
        const previous = window.rendered[index]
        // A row with the same content keeps its object, so that it is not rendered again.
        rows[position] = window.rendered[index] =
          previous && hasSameTexts(previous.localTexts, localTexts) ? previous : { data, columns, localTexts }
      }
    return { rows, total, view, isStale: this.#next !== undefined, error }
  }

  #publish(): void {
    this.#snapshot = this.#render()
    for (const listener of this.#listeners) listener()
  }
}

function hasSameTexts(
  one: ReadonlyMap<string, string | null> | undefined,
  other: ReadonlyMap<string, string | null> | undefined,
): boolean {
  if (one === other) return true
  if (!one || !other || one.size !== other.size) return false
  return [...one].every(([column, text]) => other.get(column) === text)
}
