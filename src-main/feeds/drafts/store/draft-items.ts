import { cellOf, draftColumns, withCell } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftCell, DraftEdit, DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { withoutPictures } from '../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { replacement } from '../../../../src-shared/feeds/draft/replacement.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { actingName } from '../../../platform/acting-person.ts'
import type { DraftItemRow, WriterContext } from '../../../storage/index.ts'
import { changesBetween, type ItemChange, type ItemState, withChange } from '../make/item-change.ts'
import { repeatedCode, selectionCondition } from '../selection.ts'
import { changedText } from './stale-cells.ts'

/** An edit of items, after typed texts were parsed. */
export type ItemEdit =
  | Exclude<
      DraftEdit,
      { do: 'text' | 'settle' | 'drop-doubles' | 'rename' | 'group' | 'kind' | 'drop-frame' }
    >
  | { do: 'read'; key: number; revision: number; value?: PayloadItem; text?: string }
  | { do: 'settled'; items: SettledItem[] }

/** The state of an item after a decision. */
export interface SettledItem {
  key: number
  revision: number
  state: ItemState
}

/** Item that has changed since an edit began. `isCell`: one of its cells has another text than the edit expects. */
export interface StalePlace {
  stale: number
  isCell?: true
}

/** Reads and writes the items of drafts, inside a transaction of a writer store. */
export function openDraftItems({ db, now }: WriterContext) {
  const stateOf = db.prepare<[string, number], Pick<DraftItemRow, 'value' | 'text' | 'base' | 'revision'>>(
    'SELECT value, text, base, revision FROM draft_item WHERE draft = ? AND key = ?',
  )
  const keysWhere = (kind: FeedKind, draft: string, selection: DraftSelection): number[] => {
    const { where, values } = selectionCondition(kind, selection)
    return db
      .prepare<unknown[], number>(`SELECT i.key FROM draft_item i WHERE ${where} ORDER BY i.key`)
      .pluck()
      .all({ draft, ...values })
  }
  const nextKey = db
    .prepare<[string], number>('UPDATE draft SET next_key = next_key + 1 WHERE id = ? RETURNING next_key - 1')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO draft_item (draft, key, value, text, base, changed_by, changed_at)
     VALUES (@draft, @key, @value, @text, @base, @by, @at)`,
  )
  const update = db.prepare(
    `UPDATE draft_item SET value = @value, text = @text, base = @base, revision = revision + 1,
       changed_by = @by, changed_at = @at WHERE draft = @draft AND key = @key`,
  )
  const remove = db.prepare('DELETE FROM draft_item WHERE draft = ? AND key = ?')
  const dropCodes = db.prepare('DELETE FROM draft_code WHERE draft = ? AND key = ?')
  const insertCode = db.prepare('INSERT OR IGNORE INTO draft_code VALUES (?, ?, ?)')
  const dropProblems = db.prepare('DELETE FROM draft_problem WHERE draft = ? AND key = ?')
  const problemsOfGroup = db.prepare<
    unknown[],
    { key: number; path: string; field: string; suggestion: string | null }
  >(
    // An item that was edited since its check may have other values at these paths.
    `SELECT p.key, p.path, p.field, p.suggestion
     FROM draft_problem p JOIN draft_item i ON i.draft = p.draft AND i.key = p.key
     WHERE p.draft = @draft AND p.code = @code AND p.field = @field AND (@found IS NULL OR p.found = @found)
       AND (i.checked_revision <= 0 OR i.is_checked) ORDER BY p.key, p.number`,
  )

  const read = (draft: string, key: number): (ItemState & { revision: number }) | undefined => {
    const row = stateOf.get(draft, key)
    return (
      row && {
        value: JSON.parse(row.value),
        revision: row.revision,
        ...(row.text !== null && { text: row.text }),
        ...(row.base !== null && { base: JSON.parse(row.base) }),
      }
    )
  }

  /** Replaces the stored state of an item. */
  function put(
    draft: string,
    kind: FeedKind,
    key: number,
    isNew: boolean,
    state: ItemState | undefined,
  ): void {
    if (state === undefined) {
      remove.run(draft, key)
      dropProblems.run(draft, key)
      dropCodes.run(draft, key)
      return
    }
    const { value, text, base } = state
    const kept = base === undefined ? null : JSON.stringify(base)
    const by = actingName()
    const row = { draft, key, value: JSON.stringify(value), text: text ?? null, base: kept, by, at: now() }
    if (isNew) insert.run(row)
    else {
      update.run(row)
      dropCodes.run(draft, key)
    }
    for (const gtin of kinds[kind].payload.gtins(value)) insertCode.run(draft, gtin14(gtin), key)
  }

  /** Applies edits in order, and writes each changed item once. */
  class Editing {
    readonly #states = new Map<number, { before: ItemState | undefined; after: ItemState | undefined }>()
    readonly #draft: string
    readonly #kind: FeedKind
    constructor(draft: string, kind: FeedKind) {
      this.#draft = draft
      this.#kind = kind
    }

    /** @returns an item that has changed since the edit began */
    apply(edit: ItemEdit): StalePlace | undefined {
      if (edit.do === 'set')
        for (const key of this.#keys(edit.selection)) this.#setCell(key, edit.column, edit.value)
      else if (edit.do === 'cells') return this.#setCells(edit.cells)
      else if (edit.do === 'replace') this.#replace(edit)
      else if (edit.do === 'merge') this.#merge(edit)
      else if (edit.do === 'add') for (const value of edit.values) this.#add({ value })
      else if (edit.do === 'settled') return this.#settle(edit.items)
      else if (edit.do === 'remove') for (const key of this.#keys(edit.selection)) this.#put(key, undefined)
      else if (edit.do === 'duplicate') this.#duplicate(edit.selection)
      else if (edit.do === 'fix') this.#fix(edit)
      else if (edit.do === 'drop-pictures') this.#dropPictures(edit)
      else if (edit.do === 'drop-repeated')
        for (const key of this.#keys({ problem: { code: repeatedCode } })) this.#put(key, undefined)
      else {
        const present = read(this.#draft, edit.key)
        if (present?.revision !== edit.revision) return { stale: edit.key }
        const text = edit.do === 'read' && edit.text !== undefined ? { text: edit.text } : {}
        const base = present.base && { base: present.base }
        this.#put(edit.key, { value: edit.value ?? present.value, ...base, ...text })
      }
      return undefined
    }

    /** Writes the changed items. @returns the changes */
    write(): ItemChange[] {
      const changes: ItemChange[] = []
      for (const [key, { before, after }] of this.#states) {
        const found = changesBetween(key, before, after)
        if (found.length === 0) continue
        for (const change of found) changes.push(change)
        put(this.#draft, this.#kind, key, before === undefined, after)
      }
      return changes
    }

    /** Applies or undoes the changes of a step. Changes of items that no longer exist are skipped. */
    walk(changes: ItemChange[], direction: 'do' | 'undo'): void {
      for (const change of direction === 'do' ? changes : changes.toReversed()) {
        const state = this.#state(change.key)
        if (state !== undefined || change.at.length === 0)
          this.#put(change.key, withChange(state, change, direction))
      }
    }

    /** Number of changed items. */
    get count(): number {
      return this.#states.size
    }

    #keys(selection: DraftSelection): number[] {
      return keysWhere(this.#kind, this.#draft, selection)
    }

    #state(key: number): ItemState | undefined {
      const known = this.#states.get(key)
      if (known) return known.after
      const stored = read(this.#draft, key)
      if (!stored) return undefined
      const { revision: _, ...state } = stored
      this.#states.set(key, { before: state, after: state })
      return state
    }

    #put(key: number, after: ItemState | undefined): void {
      this.#state(key)
      const before = this.#states.get(key)?.before
      this.#states.set(key, { before, after })
    }

    #add(state: ItemState): void {
      this.#put(nextKey.get(this.#draft) ?? 0, state)
    }

    #settle(items: readonly SettledItem[]): StalePlace | undefined {
      for (const { key, revision, state } of items) {
        if (read(this.#draft, key)?.revision !== revision) return { stale: key }
        this.#put(key, state)
      }
      return undefined
    }

    #setCells(cells: readonly DraftCell[]): StalePlace | undefined {
      for (const cell of cells) {
        this.#state(cell.key)
        // An earlier cell of the same step may have changed the item.
        const stored = this.#states.get(cell.key)?.before
        if (stored && changedText(this.#kind, stored.value, cell) !== undefined)
          return { stale: cell.key, isCell: true }
        this.#setCell(cell.key, cell.column, cell.value)
      }
      return undefined
    }

    #setCell(key: number, column: string, text: string | null): void {
      const state = this.#state(key)
      if (!state) return
      const { text: _, ...rest } = state
      this.#put(key, { ...rest, value: withCell(this.#kind, state.value, column, text ?? undefined) })
    }

    #replace(edit: Extract<ItemEdit, { do: 'replace' }>): void {
      const replace = replacement(edit)
      for (const key of this.#keys(edit.selection))
        for (const column of edit.columns) {
          const state = this.#state(key)
          const text = state && cellOf(state.value, column)
          const changed = text && replace(text)
          if (changed !== undefined && changed !== text)
            this.#setCell(key, column, changed === '' ? null : changed)
        }
    }

    #merge({ selection, column, merges }: Extract<ItemEdit, { do: 'merge' }>): void {
      const kept = new Map(merges.map(({ from, to }) => [from, to]))
      for (const key of this.#keys(selection)) {
        const state = this.#state(key)
        const to = state && kept.get(cellOf(state.value, column) ?? '')
        if (to !== undefined) this.#setCell(key, column, to)
      }
    }

    #duplicate(selection: DraftSelection): void {
      for (const key of this.#keys(selection)) {
        const state = this.#state(key)
        if (state) this.#put(nextKey.get(this.#draft) ?? 0, state)
      }
    }

    #problems({ code, path, found }: Extract<ItemEdit, { do: 'fix' }>['problem']) {
      return problemsOfGroup.all({ draft: this.#draft, code, field: path, found: found ?? null })
    }

    #dropPictures({ problem, at }: Extract<ItemEdit, { do: 'drop-pictures' }>): void {
      const chosen = this.#problems(problem).filter(
        ({ key, path }) => at === undefined || (key === at.key && path === at.path),
      )
      for (const [key, found] of Map.groupBy(chosen, (one) => one.key)) {
        const state = this.#state(key)
        const paths = found.map(({ path }) => path)
        if (state) this.#put(key, { ...state, value: withoutPictures(this.#kind, state.value, paths) })
      }
    }

    #fix({ problem, value }: Extract<ItemEdit, { do: 'fix' }>): void {
      for (const one of this.#problems(problem)) {
        const column = columnAt(this.#kind, one.path, one.field)
        const text = value ?? one.suggestion
        if (column !== undefined && text !== null) this.#setCell(one.key, column, text)
      }
    }
  }

  return {
    read,
    keysWhere,
    editing: (draft: string, kind: FeedKind) => new Editing(draft, kind),
    /** Appends items as initial content, without an undo step. */
    append(draft: string, kind: FeedKind, states: readonly ItemState[]): number[] {
      return states.map((state) => {
        const key = nextKey.get(draft) ?? 0
        put(draft, kind, key, true, state)
        return key
      })
    },
  }
}

/** The column of a problem's field, with the list indexes of the problem's path. */
export function columnAt(kind: FeedKind, path: string, field: string): string | undefined {
  const column = draftColumns(kind).find((one) => one.path === field)?.column
  const positions = [...path.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number) - 1)
  const withIndex = (key: string): string => (/^\d+$/.test(key) ? String(positions.shift() ?? 0) : key)
  return column?.split('/').map(withIndex).join('/')
}
