import type { DraftRow, DraftRows } from '../../../../../src-shared/feeds/draft/model.ts'
import { type GridQuestion, type GridSource, maxRowsAsked } from './grid-source.ts'

/** Which rows and columns, without the window. */
export type View = Omit<GridQuestion, 'offset' | 'limit'>

export interface GridRow {
  /** Undefined while the row is on its way. */
  data: DraftRow | undefined
  /** Where each column's text stands among the row's cells. */
  columns: ReadonlyMap<string, number>
  /** Texts of one's own edits that the answer does not know yet. */
  own: ReadonlyMap<string, string | null> | undefined
}

/** Whether the cell has come: its row may be there, and a column just chosen not yet. */
export const isThere = ({ data, columns }: GridRow, column: string): boolean =>
  data !== undefined && columns.has(column)

/** The text of a cell as the person sees it: one's own edits count before they are saved. */
export function textOf({ data, columns, own }: GridRow, column: string): string | null {
  const changed = own?.get(column)
  if (changed !== undefined) return changed
  return data?.cells[columns.get(column) ?? -1] ?? null
}

/** What is wrong with a cell; unknown again, and so nothing, once one has changed it. */
export const markOf = ({ data, columns, own }: GridRow, column: string): 'error' | 'warning' | null =>
  own?.has(column) ? null : (data?.marks[columns.get(column) ?? -1] ?? null)

/** An edit of one's own, shown before the source has answered. */
export interface OwnEdit {
  texts: (key: number) => ReadonlyMap<string, string | null> | undefined
  /** When it was saved: answers asked for later know it. */
  savedAt?: number
}

export interface Rows {
  /** As many as there are in the view. */
  rows: readonly GridRow[]
  /** Undefined until the first answer. */
  total: number | undefined
  /** The columns the rows were asked with. */
  view: View
  /** The rows shown belong to an earlier question. */
  isBehind: boolean
  error: unknown
}

interface Window {
  askedAt: number
  rows: readonly DraftRow[]
  made: GridRow[]
}

/** Answers to one question. */
interface Answers {
  view: View
  columns: ReadonlyMap<string, number>
  windows: Map<number, Window>
  underWay: Set<number>
  total: number | undefined
  error: unknown
}

const windowSize = 100
/** Rows asked for beyond those in sight, on either side: one goes on scrolling. */
const ahead = 60
/** A jump further than this is a drag of the scrollbar: only where it comes to rest, rows are asked for. */
const farRows = 150
const restMilliseconds = 60
/** Some 6,000 rows are kept; those furthest from what is in sight go first. */
const maxWindows = 60

const awaited: GridRow = { data: undefined, columns: new Map(), own: undefined }
const indexed = (columns: readonly string[]) => new Map(columns.map((column, index) => [column, index]))

/**
 * The rows of a view of which only those around what is in sight are there. Another question, or the same one asked
 * anew, takes the place of the rows shown as soon as all rows in sight have come.
 */
export class RowWindows {
  #source: GridSource
  #shown: Answers
  #next: Answers | undefined
  #inSight = { first: 0, last: 40 }
  #edits = new Set<OwnEdit>()
  /** Counts questions and savings, to tell which was first. */
  #clock = 0
  #snapshot: Rows
  #listeners = new Set<() => void>()
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(source: GridSource, view: View) {
    this.#source = source
    this.#shown = this.#answersTo(view)
    this.#snapshot = this.#drawn()
    this.#loadInSight()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  snapshot = (): Rows => this.#snapshot

  /** Asks another question, or the present one anew. */
  ask(view: View = (this.#next ?? this.#shown).view): void {
    this.#next = this.#answersTo(view)
    this.#loadInSight()
    this.#publish()
  }

  /** Says which rows are in sight. */
  look(first: number, last: number): void {
    const isFar = Math.abs(first - this.#inSight.first) > farRows
    this.#inSight = { first, last }
    clearTimeout(this.#rest)
    if (isFar) this.#rest = setTimeout(() => this.#loadInSight(), restMilliseconds)
    else this.#loadInSight()
  }

  /** Shows an edit at once. */
  show(edit: OwnEdit): void {
    this.#edits.add(edit)
    this.#publish()
  }

  /** The edit was saved: it stays in sight until the rows have been asked for anew, which begins now. */
  saved(edit: OwnEdit): void {
    edit.savedAt = ++this.#clock
    this.ask()
  }

  /** The edit was refused: the cells show again what they held. */
  takeBack(edit: OwnEdit): void {
    this.#edits.delete(edit)
    this.#publish()
  }

  /** The rows from `first` to `last`, when all of them are there. */
  present(first: number, last: number): GridRow[] | undefined {
    const rows = this.#snapshot.rows.slice(first, last + 1)
    return rows.length > 0 && rows.every(({ data }) => data) ? rows : undefined
  }

  /** The rows from `first` to `last`, asked for where they are not there. */
  async between(first: number, last: number): Promise<GridRow[]> {
    const present = this.present(first, last)
    if (present) return present
    const { view } = this.#shown
    const columns = indexed(view.columns)
    const rows: GridRow[] = []
    for (let offset = first; offset <= last; offset += maxRowsAsked) {
      const askedAt = ++this.#clock
      const limit = Math.min(maxRowsAsked, last + 1 - offset)
      const answer = await this.#source.rows({ ...view, offset, limit })
      rows.push(...answer.rows.map((data) => ({ data, columns, own: this.#ownTexts(data.key, askedAt) })))
      if (answer.rows.length < limit) break
    }
    return rows
  }

  #answersTo(view: View): Answers {
    return {
      view,
      columns: indexed(view.columns),
      windows: new Map(),
      underWay: new Set(),
      total: undefined,
      error: undefined,
    }
  }

  #loadInSight(): void {
    const coming = this.#next ?? this.#shown
    for (const window of this.#wanted(coming, ahead)) this.#load(coming, window)
    // One goes on scrolling while the next answers are awaited.
    if (this.#next && this.#shown.total !== undefined)
      for (const window of this.#wanted(this.#shown)) this.#load(this.#shown, window)
  }

  /** The windows of what is in sight, and `beyond` rows more. */
  #wanted({ total }: Answers, beyond = 0): number[] {
    const end = total === undefined ? Number.POSITIVE_INFINITY : Math.max(0, total - 1)
    const first = Math.floor(Math.min(Math.max(0, this.#inSight.first - beyond), end) / windowSize)
    const last = Math.floor(
      Math.min(this.#inSight.last + (total === undefined ? 0 : beyond), end) / windowSize,
    )
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  #load(answers: Answers, window: number): void {
    if (answers.windows.has(window) || answers.underWay.has(window)) return
    answers.underWay.add(window)
    const askedAt = ++this.#clock
    this.#source
      .rows({ ...answers.view, offset: window * windowSize, limit: windowSize })
      .then((answer) => this.#take(answers, window, askedAt, answer))
      .catch((error: unknown) => {
        answers.underWay.delete(window)
        answers.error = error
        if (answers === this.#next) {
          this.#shown.error = error
          this.#next = undefined
        }
        this.#publish()
      })
  }

  #take(answers: Answers, window: number, askedAt: number, { rows, total }: DraftRows): void {
    answers.underWay.delete(window)
    if (answers !== this.#shown && answers !== this.#next) return
    answers.windows.set(window, { askedAt, rows, made: [] })
    answers.total = total
    answers.error = undefined
    if (answers === this.#next && this.#wanted(answers).every((one) => answers.windows.has(one))) {
      this.#shown = answers
      this.#next = undefined
      this.#forgetSaved()
    }
    this.#forgetFar()
    this.#loadInSight()
    this.#publish()
  }

  /** Edits that every answer knows now need not be shown over them. */
  #forgetSaved(): void {
    const oldest = Math.min(...[...this.#shown.windows.values()].map(({ askedAt }) => askedAt))
    for (const edit of this.#edits)
      if (edit.savedAt !== undefined && edit.savedAt < oldest) this.#edits.delete(edit)
  }

  #forgetFar(): void {
    const { windows } = this.#shown
    if (windows.size <= maxWindows) return
    const here = this.#inSight.first / windowSize
    const [furthest] = [...windows.keys()].sort((one, other) => Math.abs(other - here) - Math.abs(one - here))
    if (furthest !== undefined) windows.delete(furthest)
  }

  #ownTexts(key: number, askedAt: number): ReadonlyMap<string, string | null> | undefined {
    let own: Map<string, string | null> | undefined
    for (const { texts, savedAt } of this.#edits) {
      const changed = savedAt === undefined || savedAt > askedAt ? texts(key) : undefined
      if (!changed) continue
      own ??= new Map()
      for (const [column, text] of changed) own.set(column, text)
    }
    return own
  }

  #drawn(): Rows {
    const { windows, total, columns, view, error } = this.#shown
    const rows = new Array<GridRow>(total ?? 0).fill(awaited)
    for (const [number, window] of windows)
      for (const [index, data] of window.rows.entries()) {
        const place = number * windowSize + index
        if (place >= rows.length) break
        const own = this.#edits.size > 0 ? this.#ownTexts(data.key, window.askedAt) : undefined
        const made = window.made[index]
        // A row that looks the same stays the same object, and is not drawn again.
        rows[place] = window.made[index] = made && isAlike(made.own, own) ? made : { data, columns, own }
      }
    return { rows, total, view, isBehind: this.#next !== undefined, error }
  }

  #publish(): void {
    this.#snapshot = this.#drawn()
    for (const listener of this.#listeners) listener()
  }
}

function isAlike(
  one: ReadonlyMap<string, string | null> | undefined,
  other: ReadonlyMap<string, string | null> | undefined,
): boolean {
  if (one === other) return true
  if (!one || !other || one.size !== other.size) return false
  return [...one].every(([column, text]) => other.get(column) === text)
}
