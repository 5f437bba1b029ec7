import type { GridLayout } from '../../../../src-shared/feeds/draft/grid-layout.ts'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import { actingName } from '../../../platform/acting-person.ts'
import type { Database, DraftRow as DraftColumns, WriterContext } from '../../../storage/index.ts'
import { openReviewTrail } from '../review/review-trail.ts'
import { isRepeated } from '../selection.ts'
import { nameColumns, namedIn } from './name-columns.ts'

/** A draft row without its raw text, which may be large. */
type DraftHead = Omit<DraftColumns, 'text' | 'frame' | 'kind' | 'changed_by'> & {
  kind: FeedKind
  undo: string | null
  redo: string | null
  review: Draft['review'] | null
  assigned: string | null
}

export const draftOf = (row: DraftHead): Draft => ({
  id: row.id,
  kind: row.kind,
  ...namedIn(row),
  group: row.group_name,
  isTemplate: row.is_template === 1,
  revision: row.revision,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
  itemCount: row.item_count,
  errorCount: row.error_count,
  warningCount: row.warning_count,
  uncheckedCount: row.unchecked_count,
  undo: row.undo ?? undefined,
  redo: row.redo ?? undefined,
  grid: row.grid === null ? undefined : JSON.parse(row.grid),
  deletedAt: row.deleted_at === null ? undefined : isoTime(row.deleted_at),
  ...(row.review !== null && { review: row.review }),
  ...(row.assigned !== null && { assigned: row.assigned }),
})

/** Columns of a draft's head, with the labels of the steps to undo and redo. */
export const headMembers = `d.id, d.kind, d.name, d.name_parts, d.group_name, d.is_template, d.revision, d.next_key, d.item_count,
  d.error_count, d.warning_count, d.unchecked_count, d.step, d.created_at, d.updated_at, d.deleted_at, d.grid,
  (SELECT state FROM draft_review WHERE draft = d.id) AS review,
  (SELECT person FROM draft_assignment WHERE draft = d.id AND key = 0) AS assigned,
  (SELECT label FROM draft_step WHERE draft = d.id AND number = d.step) AS undo,
  (SELECT label FROM draft_step WHERE draft = d.id AND number > d.step ORDER BY number LIMIT 1) AS redo`

export const prepareHead = (db: Database) =>
  db.prepare<[string], DraftHead>(`SELECT ${headMembers} FROM draft d WHERE d.id = ?`)

/** A new draft, with items, or with a payload that is still to be parsed. */
export interface NewDraft {
  id: string
  kind: FeedKind
  name: Name
  text?: string
  isTemplate?: boolean
  /** Not listed until it is restored, like a deleted draft. */
  isHidden?: boolean
  /** Grid columns of this draft; those of its kind if absent. */
  grid?: GridLayout
}

/** Reads and writes the head rows of drafts, inside a transaction of any writer store. */
export function openDraftTable(context: WriterContext) {
  const { db, now, record } = context
  const review = openReviewTrail(context)
  const head = prepareHead(db)
  const insert = db.prepare(
    `INSERT INTO draft (id, kind, name, name_parts, text, is_template, deleted_at, grid, created_at, updated_at, changed_by)
     VALUES (@id, @kind, @name, @name_parts, @text, @isTemplate, @deletedAt, @grid, @now, @now, @by)`,
  )
  const drop = db.prepare('DELETE FROM draft WHERE id = ?')
  const keepSent = db.prepare('INSERT INTO draft_sent (draft, sent_as, feeds) VALUES (?, ?, ?)')
  const count = db.prepare(
    `UPDATE draft SET (item_count, error_count, warning_count, unchecked_count) =
       (SELECT count(*), coalesce(sum(errors), 0), coalesce(sum(warnings), 0), coalesce(sum(is_checked = 0), 0)
        FROM draft_item WHERE draft = @id) WHERE id = @id`,
  )
  const addRepeated = db.prepare(
    `UPDATE draft SET error_count = error_count + (
       SELECT count(*) FROM (SELECT DISTINCT draft, key FROM draft_code WHERE draft = @id) i WHERE ${isRepeated})
     WHERE id = @id`,
  )
  const setGrid = db.prepare('UPDATE draft SET grid = ? WHERE id = ?')
  const touch = db.prepare(
    'UPDATE draft SET revision = revision + 1, updated_at = @now, changed_by = @by WHERE id = @id',
  )

  /** @throws if there is no such draft */
  const existing = (id: string): Draft => {
    const row = head.get(id)
    if (!row) throw new Error(`There is no draft ${id}`)
    return draftOf(row)
  }
  /** Deletes the draft with its items and steps; its discussion stays. */
  const remove = (id: string): boolean => {
    const isRemoved = drop.run(id).changes > 0
    if (isRemoved) record({ topic: 'drafts', ids: [id] })
    return isRemoved
  }
  return {
    /** The draft, including deleted ones. */
    get(id: string): Draft | undefined {
      const row = head.get(id)
      return row && draftOf(row)
    },
    existing,
    create({ text, isTemplate = false, isHidden = false, name, grid, ...draft }: NewDraft): Draft {
      insert.run({
        ...draft,
        ...nameColumns(name),
        text: text ?? null,
        isTemplate: Number(isTemplate),
        deletedAt: isHidden ? now() : null,
        grid: grid ? JSON.stringify(grid) : null,
        now: now(),
        by: actingName(),
      })
      record({ topic: 'drafts', ids: [draft.id] })
      return existing(draft.id)
    },
    /** Updates the counts in the head from the items. */
    recount(id: string): void {
      count.run({ id })
      addRepeated.run({ id })
      record({ topic: 'drafts', ids: [id] })
    },
    /** Increments the revision, so that readers notice the change. */
    touch(id: string): void {
      touch.run({ id, now: now(), by: actingName() })
      review.changed(id)
      record({ topic: 'drafts', ids: [id] })
    },
    /** Stores the grid columns. They are not part of the feed, so the revision stays. */
    setGrid(id: string, grid: GridLayout): void {
      setGrid.run(JSON.stringify(grid), id)
      record({ topic: 'drafts', ids: [id] })
    },
    remove,
    /** Deletes the draft for good, with its discussion. */
    forget(id: string): void {
      if (remove(id)) review.forget(id)
    },
    review,
    /** Deletes the draft, and stores the feed (or batch of several) that it became. */
    becomeFeeds(id: string, sentAs: string, feeds: number): void {
      review.add({ draft: id, event: 'queued' })
      if (remove(id)) keepSent.run(id, sentAs, feeds)
    },
  }
}
