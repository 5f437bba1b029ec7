import type { DraftSelection } from '../../src-shared/drafts/edits.ts'
import { englishName, type Name } from '../../src-shared/drafts/made-name.ts'
import type { Draft, DraftChanged, DraftItemValue, FeedKind } from '../../src-shared/drafts/model.ts'
import { counted, say } from '../../src-shared/texts/say.ts'
import { defineWriter } from '../storage/index.ts'
import { type ItemEdit, openDraftItems } from './draft-items.ts'
import { type HeadChange, openSteps, type StepChange } from './draft-steps.ts'
import { type NewDraft, openDraftTable } from './draft-table.ts'
import { type ItemChange, type ItemState, statesOf } from './item-change.ts'
import { type CheckedItem, openItemChecks } from './item-checks.ts'
import { type ItemRemarks, openRemarks } from './item-remarks.ts'
import { nameColumns } from './name-columns.ts'

/** A change of the draft as a whole. */
type HeadEdit = { do: 'rename'; name: Name } | { do: 'group'; group: string } | { do: 'kind'; kind: FeedKind }
/** Takes away what stands beside the items. */
type FrameEdit = { do: 'drop-frame' }
export type PreparedEdit = ItemEdit | HeadEdit | FrameEdit

export type EditOutcome = DraftChanged | { refused: 'missing' } | { refused: 'stale'; key: number }

const headEdits: ReadonlySet<string> = new Set<HeadEdit['do']>(['rename', 'group', 'kind'])
const isHeadEdit = (edit: PreparedEdit): edit is HeadEdit => headEdits.has(edit.do)

/** What a head holds after an edit, where that is another thing than before. */
function headChanges(head: Record<HeadChange['head'], string | null>, edit: HeadEdit): HeadChange[] {
  const after =
    edit.do === 'rename'
      ? nameColumns(edit.name)
      : edit.do === 'group'
        ? { group_name: edit.group }
        : { kind: edit.kind }
  return (Object.entries(after) as [HeadChange['head'], string | null][])
    .map(([name, value]) => ({ head: name, before: head[name], after: value }))
    .filter((change) => change.before !== change.after)
}
const isHeadChange = (change: StepChange): change is HeadChange => 'head' in change

/** Thrown to take a transaction back; the outcome is what the caller is told. */
class Refused extends Error {
  readonly key: number
  constructor(key: number) {
    super(`The item ${key} was changed since.`)
    this.key = key
  }
}

export const draftWriter = defineWriter('drafts', (context) => {
  const { db, now } = context
  const table = openDraftTable(context)
  const items = openDraftItems(context)
  const checks = openItemChecks(context)
  const steps = openSteps(context)
  const remarks = openRemarks(context)
  const setHead: Record<HeadChange['head'], { run(value: string | null, id: string): unknown }> = {
    name: db.prepare(`UPDATE draft SET name = ? WHERE id = ?`),
    name_parts: db.prepare(`UPDATE draft SET name_parts = ? WHERE id = ?`),
    group_name: db.prepare(`UPDATE draft SET group_name = ? WHERE id = ?`),
    kind: db.prepare(`UPDATE draft SET kind = ? WHERE id = ?`),
    frame: db.prepare(`UPDATE draft SET frame = ? WHERE id = ?`),
  }
  const kindAndHead = db.prepare<[string], Record<HeadChange['head'], string | null> & { kind: FeedKind }>(
    'SELECT kind, name, name_parts, group_name, frame FROM draft WHERE id = ? AND deleted_at IS NULL',
  )
  const itemsRead = db.prepare(
    'UPDATE draft SET text = NULL, frame = @frame WHERE id = @id AND text IS NOT NULL',
  )
  const setText = db.prepare('UPDATE draft SET text = ? WHERE id = ? AND text IS NOT NULL')
  const setDeleted = db.prepare(
    'UPDATE draft SET deleted_at = @at WHERE id = @id AND (deleted_at IS NULL) = @isThere',
  )
  const longDeleted = db.prepare<[number], string>('SELECT id FROM draft WHERE deleted_at < ?').pluck()
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

  function putHead(id: string, { head }: HeadChange, value: string | null): void {
    setHead[head].run(value, id)
    // Another kind of feed has other rules.
    if (head === 'kind') checks.uncheck(id)
  }

  function walk(id: string, changes: StepChange[] | undefined, way: 'do' | 'undo'): DraftChanged {
    if (!changes) return { draft: table.existing(id), items: 0 }
    for (const change of changes.filter(isHeadChange))
      putHead(id, change, way === 'do' ? change.after : change.before)
    const editing = items.editing(id, table.existing(id).kind)
    const ofItems = changes.filter((change): change is ItemChange => !isHeadChange(change))
    editing.walk(ofItems, way)
    editing.write()
    return changed(id, editing.count)
  }

  /** Applies edits to a draft that is there. @throws Refused */
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
      if (stale) throw new Refused(stale.stale)
    }
    changes.push(...editing.write())
    return { changes, count: editing.count }
  }

  /** An item without what was typed and cannot be read; none where there is no such item. */
  const stateAt = (id: string, key: number): ItemState[] => {
    const found = items.read(id, key)
    return found ? [{ value: found.value, ...(found.base && { base: found.base }) }] : []
  }

  const isThere = (id: string): boolean => kindAndHead.get(id) !== undefined

  return {
    /** A new draft with its items; `frame` is what its root element holds beside them. */
    create(draft: NewDraft, states: ItemState[], frame?: string, said: ItemRemarks[] = []): Draft {
      table.create(draft)
      const keys = items.append(draft.id, draft.kind, states)
      for (const one of said) {
        const [key, state] = [keys[one.position], states[one.position]]
        if (key !== undefined && state !== undefined)
          remarks.keep(draft.id, draft.kind, key, state.value, one)
      }
      if (frame !== undefined) setHead.frame.run(frame, draft.id)
      table.recount(draft.id)
      return table.existing(draft.id)
    },
    /** The same items in a draft of their own. */
    copy(from: string, draft: NewDraft): Draft | undefined {
      if (!isThere(from)) return undefined
      table.create(draft)
      copyHead.run({ from, to: draft.id })
      copyItems.run({ from, to: draft.id })
      copyCodes.run({ from, to: draft.id })
      remarks.copyAll(from, draft.id)
      table.recount(draft.id)
      return table.existing(draft.id)
    },
    /** The items that were read out of the draft's text stand in its place. */
    readIn(id: string, values: DraftItemValue[], frame: string | null): void {
      // Two screens may open the draft at once: its items are read in once.
      if (itemsRead.run({ id, frame }).changes === 0) return
      items.append(id, table.existing(id).kind, statesOf(values))
      table.recount(id)
    },
    /** Another text in the place of one whose items cannot be read. */
    setText(id: string, text: string): boolean {
      if (setText.run(text, id).changes === 0) return false
      table.touch(id)
      return true
    },
    /** Items of an import, on behalf of the person who began it: part of what the draft begins with. */
    append(id: string, states: ItemState[]): number[] {
      const keys = items.append(id, table.existing(id).kind, states)
      changed(id, keys.length)
      return keys
    },
    drop(id: string, keys: number[]): void {
      items.drop(id, keys)
      changed(id, keys.length)
    },
    edit(id: string, label: string, edits: PreparedEdit[]): EditOutcome {
      if (!isThere(id)) return { refused: 'missing' }
      try {
        return db.transaction((): DraftChanged => {
          const { changes, count } = apply(id, edits)
          if (changes.length === 0) return { draft: table.existing(id), items: 0 }
          steps.keep(id, label, changes)
          return changed(id, count)
        })()
      } catch (error) {
        if (error instanceof Refused) return { refused: 'stale', key: error.key }
        throw error
      }
    },
    undo: (id: string): EditOutcome =>
      isThere(id) ? walk(id, steps.undo(id)?.changes, 'undo') : { refused: 'missing' },
    redo: (id: string): EditOutcome =>
      isThere(id) ? walk(id, steps.redo(id)?.changes, 'do') : { refused: 'missing' },
    /** Moves items into a draft of their own; undoing brings them back here. */
    split(id: string, selection: DraftSelection, draft: NewDraft): Draft | undefined {
      if (!isThere(id)) return undefined
      const { kind } = table.existing(id)
      const keys = items.keysWhere(kind, id, selection)
      const states = keys.flatMap((key) => stateAt(id, key))
      table.create(draft)
      const moved = items.append(draft.id, draft.kind, states)
      for (const [place, key] of keys.entries()) remarks.copy(id, key, draft.id, moved[place] ?? 0)
      table.recount(draft.id)
      const { changes } = apply(id, [{ do: 'remove', selection: { keys } }])
      steps.keep(id, say`${counted(keys.length, 'item')} moved to “${englishName(draft.name)}”`, changes)
      changed(id, keys.length)
      return table.existing(draft.id)
    },
    /** Moves the items of all drafts into the first. Nothing when one of them is missing, or of another kind. */
    join(ids: string[]): Draft | undefined {
      const [first, ...others] = ids
      const kinds = new Set(ids.map((id) => kindAndHead.get(id)?.kind))
      if (first === undefined || kinds.size !== 1 || kinds.has(undefined)) return undefined
      const { kind } = table.existing(first)
      const joining = others.flatMap((id) => items.keysWhere(kind, id, {}).map((key) => ({ id, key })))
      const states = joining.flatMap(({ id, key }) => stateAt(id, key))
      const { changes } = apply(first, [{ do: 'join', states }])
      const added = changes.flatMap((change) => (isHeadChange(change) ? [] : change.key))
      for (const [place, { id, key }] of joining.entries()) remarks.copy(id, key, first, added[place] ?? 0)
      steps.keep(first, say`${counted(states.length, 'item')} joined`, changes)
      for (const id of others) {
        setDeleted.run({ id, at: now(), isThere: 1 })
        table.touch(id)
      }
      return changed(first, states.length).draft
    },
    delete(id: string): boolean {
      const isDeleted = setDeleted.run({ id, at: now(), isThere: 1 }).changes > 0
      if (isDeleted) table.touch(id)
      return isDeleted
    },
    undelete(id: string): Draft | undefined {
      setDeleted.run({ id, at: null, isThere: 0 })
      if (!isThere(id)) return undefined
      table.touch(id)
      return table.existing(id)
    },
    /** Drafts deleted before this moment are gone for good. */
    forget(before: number): void {
      for (const id of longDeleted.all(before)) table.remove(id)
    },
    /** @returns how many were kept; the others were changed since they were checked */
    keepChecks(id: string, checked: CheckedItem[]): number {
      const kept = checked.filter((one) => checks.keep(id, one))
      table.recount(id)
      return kept.length
    },
    /** Items whose record in the catalog is another by now are to be checked again. @returns their drafts */
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
