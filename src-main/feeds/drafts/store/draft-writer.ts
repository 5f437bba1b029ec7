import type { ClashChoice } from '../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayout } from '../../../../src-shared/feeds/draft/grid-layout.ts'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft, DraftChanged } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { defineWriter } from '../../../storage/index.ts'
import { type CheckedItem, openItemChecks, type SuggestedCategory } from '../check/item-checks.ts'
import { type ItemRemarks, isRefusedCode, openRemarks } from '../check/item-remarks.ts'
import { type ItemChange, type ItemState, statesOf } from '../make/item-change.ts'
import { type HeadChange, isHeadChange, type StepChange, type StepPart } from '../steps/step-change.ts'
import { openStepUndoing, type UndoStepOutcome } from '../steps/undo-step.ts'
import { openAcrossDrafts } from './across-drafts.ts'
import { type ItemEdit, openDraftItems, type StalePlace } from './draft-items.ts'
import { type Blocked, openSteps } from './draft-steps.ts'
import { type NewDraft, openDraftTable } from './draft-table.ts'
import type { EditOutcome } from './edit-outcome.ts'
import { nameColumns } from './name-columns.ts'
import { openRefusedRules } from './refused-rules.ts'

/** An edit of the draft's own fields. */
type HeadEdit = { do: 'rename'; name: Name } | { do: 'group'; group: string } | { do: 'kind'; kind: FeedKind }
/** Removes root content other than items. */
type FrameEdit = { do: 'drop-frame' }
export type PreparedEdit = ItemEdit | HeadEdit | FrameEdit

const headEdits: ReadonlySet<string> = new Set<HeadEdit['do']>(['rename', 'group', 'kind'])
const isHeadEdit = (edit: PreparedEdit): edit is HeadEdit => headEdits.has(edit.do)

type Head = Record<Exclude<HeadChange['head'], 'deleted_at'>, string | null>

/** The head columns that an edit changes. */
function headChanges(head: Head, edit: HeadEdit): HeadChange[] {
  const after =
    edit.do === 'rename'
      ? nameColumns(edit.name)
      : edit.do === 'group'
        ? { group_name: edit.group }
        : { kind: edit.kind }
  return (Object.entries(after) as [keyof Head, string | null][])
    .map(([name, value]) => ({ head: name, before: head[name], after: value }))
    .filter((change) => change.before !== change.after)
}
/** Thrown to roll back the transaction; `edit` returns it as a `stale` outcome. */
class StaleItem extends Error {
  readonly place: StalePlace
  constructor(place: StalePlace) {
    super(`The item ${place.stale} was changed since.`)
    this.place = place
  }
}

export const draftWriter = defineWriter('drafts', (context) => {
  const { db, now } = context
  const table = openDraftTable(context)
  const items = openDraftItems(context)
  const checks = openItemChecks(context)
  const steps = openSteps(context)
  const remarks = openRemarks(context)
  const refusedRules = openRefusedRules(context)
  const setHead: Record<HeadChange['head'], { run(value: string | number | null, id: string): unknown }> = {
    name: db.prepare(`UPDATE draft SET name = ? WHERE id = ?`),
    name_parts: db.prepare(`UPDATE draft SET name_parts = ? WHERE id = ?`),
    group_name: db.prepare(`UPDATE draft SET group_name = ? WHERE id = ?`),
    kind: db.prepare(`UPDATE draft SET kind = ? WHERE id = ?`),
    frame: db.prepare(`UPDATE draft SET frame = ? WHERE id = ?`),
    deleted_at: db.prepare(`UPDATE draft SET deleted_at = ? WHERE id = ?`),
  }
  const kindAndHead = db.prepare<[string], Head & { kind: FeedKind }>(
    'SELECT kind, name, name_parts, group_name, frame FROM draft WHERE id = ? AND deleted_at IS NULL',
  )
  const itemsRead = db.prepare(
    'UPDATE draft SET text = NULL, frame = @frame WHERE id = @id AND text IS NOT NULL',
  )
  const setText = db.prepare('UPDATE draft SET text = ? WHERE id = ? AND text IS NOT NULL')
  const setDeleted = db.prepare(
    'UPDATE draft SET deleted_at = @at WHERE id = @id AND (deleted_at IS NULL) = @isThere',
  )
  // A draft that was joined into another one is kept while the other one can undo that.
  const longDeleted = db
    .prepare<[number], string>(
      `SELECT id FROM draft WHERE deleted_at < ? AND NOT EXISTS (
         SELECT 1 FROM draft_step s, json_each(s.shared) place JOIN draft other ON other.id = place.value ->> 'draft'
         WHERE s.draft = draft.id AND other.deleted_at IS NULL)`,
    )
    .pluck()
  const uncheckedDrafts = db
    .prepare<[], string>(
      `SELECT DISTINCT i.draft FROM draft_item i JOIN draft d ON d.id = i.draft
       WHERE i.checked_revision <> i.revision AND d.deleted_at IS NULL`,
    )
    .pluck()
  const copyItems = db.prepare(
    'INSERT INTO draft_item (draft, key, value, text, base) SELECT @to, key, value, text, base FROM draft_item WHERE draft = @from',
  )
  const copyCodes = db.prepare(
    'INSERT INTO draft_code SELECT @to, gtin, key FROM draft_code WHERE draft = @from',
  )
  const copyHead = db.prepare(
    `UPDATE draft SET (frame, text, next_key) = (SELECT frame, text, next_key FROM draft WHERE id = @from)
     WHERE id = @to`,
  )

  const changed = (id: string, count: number): DraftChanged => {
    table.touch(id)
    table.recount(id)
    return { draft: table.existing(id), items: count }
  }

  function putHead(id: string, { head }: HeadChange, value: string | number | null): void {
    setHead[head].run(value, id)
    // Another feed kind has other rules.
    if (head === 'kind') checks.uncheck(id)
  }

  const undoing = openStepUndoing(context, {
    ...{ items, steps, putHead, changed },
    draftOf: table.existing,
  })

  /** Undoes or redoes a step in all drafts that it spans. */
  function walk(id: string, parts: StepPart[] | Blocked, direction: 'do' | 'undo'): EditOutcome {
    if ('blocked' in parts) return { refused: 'blocked', reason: parts.blocked }
    const counts = new Map(parts.map((part) => [part.draft, walkPart(part, direction)]))
    return { draft: table.existing(id), items: counts.get(id) ?? 0, drafts: [...counts.keys()] }
  }

  /** @returns the number of changed items */
  function walkPart({ draft: id, changes }: StepPart, direction: 'do' | 'undo'): number {
    const head = changes.filter(isHeadChange)
    const targetValue = (change: HeadChange) => (direction === 'do' ? change.after : change.before)
    for (const change of head) if (change.head !== 'deleted_at') putHead(id, change, targetValue(change))
    const editing = items.editing(id, table.existing(id).kind)
    const itemChanges = changes.filter((change): change is ItemChange => !isHeadChange(change))
    editing.walk(itemChanges, direction)
    editing.write()
    const { draft, items: count } = changed(id, editing.count)
    for (const change of head) {
      if (change.head !== 'deleted_at') continue
      // An import may have appended items since, which no step contains: the draft is kept for them.
      if (targetValue(change) === null || draft.itemCount === 0) putHead(id, change, targetValue(change))
    }
    return count
  }

  /** Applies edits to an existing draft. @throws StaleItem */
  function apply(id: string, edits: readonly PreparedEdit[]): { changes: StepChange[]; count: number } {
    const head = kindAndHead.get(id)
    if (!head) throw new Error(`There is no draft ${id}`)
    const changes: StepChange[] = []
    const editing = items.editing(id, head.kind)
    for (const edit of edits) {
      if (isHeadEdit(edit)) {
        for (const change of headChanges(head, edit)) {
          changes.push(change)
          putHead(id, change, change.after)
        }
        continue
      }
      if (edit.do === 'drop-frame') {
        if (head.frame === null) continue
        const change: HeadChange = { head: 'frame', before: head.frame, after: null }
        changes.push(change)
        putHead(id, change, null)
        continue
      }
      const stale = editing.apply(edit)
      if (stale) throw new StaleItem(stale)
    }
    return { changes: changes.concat(editing.write()), count: editing.count }
  }

  const exists = (id: string): boolean => kindAndHead.get(id) !== undefined

  const acrossDrafts = openAcrossDrafts(context, {
    ...{ table, items, steps, remarks, putHead, apply, changed },
    kindOf: (id) => kindAndHead.get(id)?.kind,
  })

  return {
    ...acrossDrafts,
    /** Creates a draft with its items. `frame` is the root's content other than items. */
    create(draft: NewDraft, states: ItemState[], frame?: string, itemRemarks: ItemRemarks[] = []): Draft {
      table.create(draft)
      const keys = items.append(draft.id, draft.kind, states)
      for (const one of itemRemarks) {
        const [key, state] = [keys[one.position], states[one.position]]
        if (key !== undefined && state !== undefined)
          remarks.keep(draft.id, draft.kind, key, state.value, one)
      }
      if (frame !== undefined) setHead.frame.run(frame, draft.id)
      table.recount(draft.id)
      return table.existing(draft.id)
    },
    /** Copies a draft with its items. */
    copy(from: string, draft: NewDraft): Draft | undefined {
      if (!exists(from)) return undefined
      table.create(draft)
      copyHead.run({ from, to: draft.id })
      copyItems.run({ from, to: draft.id })
      copyCodes.run({ from, to: draft.id })
      remarks.copyAll(from, draft.id)
      table.recount(draft.id)
      return table.existing(draft.id)
    },
    /** Replaces the raw payload by the items parsed from it. */
    storeItems(id: string, values: PayloadItem[], frame: string | null): void {
      // Two windows may open the draft at once; only the first parse is stored.
      if (itemsRead.run({ id, frame }).changes === 0) return
      items.append(id, table.existing(id).kind, statesOf(values))
      table.recount(id)
    },
    /** Replaces a raw payload that cannot be parsed. */
    setText(id: string, text: string): boolean {
      if (setText.run(text, id).changes === 0) return false
      table.touch(id)
      return true
    },
    /**
     * Appends items of an import or a search as initial content, without an undo step.
     * @returns their keys; undefined if the draft does not exist
     */
    append(id: string, states: ItemState[]): number[] | undefined {
      if (!table.get(id)) return undefined
      const keys = items.append(id, table.existing(id).kind, states)
      changed(id, keys.length)
      return keys
    },
    edit(id: string, label: string, edits: PreparedEdit[]): EditOutcome {
      if (!exists(id)) return { refused: 'missing' }
      try {
        return db.transaction((): EditOutcome => {
          const { changes, count } = apply(id, edits)
          if (changes.length === 0) return { draft: table.existing(id), items: 0, drafts: [] }
          steps.keep({ draft: id, label, changes })
          return { ...changed(id, count), drafts: [id] }
        })()
      } catch (error) {
        if (error instanceof StaleItem)
          return { refused: 'stale', key: error.place.stale, isCell: error.place.isCell === true }
        throw error
      }
    },
    undo: (id: string): EditOutcome =>
      exists(id) ? walk(id, steps.othersStep(id, 'undo') ?? steps.undo(id), 'undo') : { refused: 'missing' },
    undoStep: (id: string, number: number, choice?: ClashChoice): UndoStepOutcome =>
      exists(id) ? undoing.undo(id, number, choice) : { refused: 'missing' },
    redo: (id: string): EditOutcome =>
      exists(id) ? walk(id, steps.othersStep(id, 'do') ?? steps.redo(id), 'do') : { refused: 'missing' },
    /**
     * Dismisses a refusal of the service: that of items refused without a field, or that of a rule of which
     * our check only warns.
     * @returns drafts with items to be checked again
     */
    allow(id: string, code: string, field: string): string[] {
      if (!isRefusedCode(code)) return refusedRules.accepted([{ code, field }])
      remarks.allow(id, code)
      checks.uncheck(id)
      return [id]
    },
    setGrid: (id: string, grid: GridLayout): void => table.setGrid(id, grid),
    delete(id: string): boolean {
      const isDeleted = setDeleted.run({ id, at: now(), isThere: 1 }).changes > 0
      if (isDeleted) table.touch(id)
      return isDeleted
    },
    /**
     * Restores a deleted draft. If it was joined into another, the join is undone, so that its items return.
     */
    undelete(id: string): EditOutcome {
      if (table.get(id)?.deletedAt !== undefined && steps.wasJoined(id))
        return walk(id, steps.undo(id), 'undo')
      setDeleted.run({ id, at: null, isThere: 0 })
      if (!exists(id)) return { refused: 'missing' }
      table.touch(id)
      return { draft: table.existing(id), items: 0, drafts: [id] }
    },
    /** Drafts with unchecked items. */
    unchecked: (): string[] => uncheckedDrafts.all(),
    /** Deletes drafts for good that were deleted before this time. @returns drafts with unchecked items */
    begin(before: number): string[] {
      for (const id of longDeleted.all(before)) table.forget(id)
      return uncheckedDrafts.all()
    },
    /** @returns the number of stored results; the other items have changed since they were checked */
    keepChecks(id: string, checked: CheckedItem[]): number {
      const kept = checked.filter((one) => checks.keep(id, one))
      table.recount(id)
      return kept.length
    },
    /** Adds suggestions to the category problems of items that have not changed since their check. */
    suggestCategories(id: string, suggestions: SuggestedCategory[]): void {
      const found = suggestions.filter((one) => checks.suggestCategory(id, one))
      if (found.length > 0) table.recount(id)
    },
    /** Unchecks items whose catalog record has changed. @returns their drafts */
    uncheckChanged(): string[] {
      const drafts = checks.uncheckChanged()
      for (const id of drafts) table.recount(id)
      return drafts
    },
    uncheck(id: string): void {
      if (checks.uncheck(id)) table.recount(id)
    },
  }
})
