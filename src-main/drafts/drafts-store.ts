import type { Draft, DraftList, DraftSummary, FeedKind } from '../../src-shared/drafts/model.ts'
import {
  type Database,
  defineReader,
  defineWriter,
  type WriterContext,
  windowStart,
} from '../storage/index.ts'

interface DraftRow {
  id: string
  kind: FeedKind
  name: string
  xml: string
  revision: number
  item_count: number
  error_count: number
  created_at: number
  updated_at: number
}

/** What checks count in a payload; kept beside it so that the list needs no parsing. */
interface DraftCounts {
  itemCount: number
  errorCount: number
}
export interface NewDraft extends DraftCounts {
  id: string
  kind: FeedKind
  name: string
  xml: string
}
interface SavedContent extends DraftCounts {
  id: string
  /** The revision the change started from. */
  revision: number
  xml: string
  /** Null or absent: stays. */
  name?: string | null
  /** Absent: stays. */
  kind?: FeedKind
}
export type SaveOutcome = { draft: Draft } | { refused: 'missing' | 'stale' }

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

const summaryOf = (row: Omit<DraftRow, 'xml'>): DraftSummary => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  revision: row.revision,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  itemCount: row.item_count,
  errorCount: row.error_count,
})
const draftOf = (row: DraftRow): Draft => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  xml: row.xml,
  revision: row.revision,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
})

const prepareGet = (db: Database) => {
  const one = db.prepare<[string], DraftRow>('SELECT * FROM draft WHERE id = ?')
  return (id: string): Draft | undefined => {
    const row = one.get(id)
    return row && draftOf(row)
  }
}

export const draftReader = defineReader('draft', ({ db }) => {
  const window = db.prepare<{ offset: number; limit: number }, Omit<DraftRow, 'xml'>>(
    `SELECT id, kind, name, revision, item_count, error_count, created_at, updated_at
     FROM draft ORDER BY updated_at DESC, id LIMIT @limit OFFSET @offset`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM draft').pluck()
  return {
    list(asked: { offset: number; limit: number }): DraftList {
      const total = count.get() ?? 0
      const offset = windowStart(asked, total)
      return { total, offset, drafts: window.all({ offset, limit: asked.limit }).map(summaryOf) }
    },
    get: prepareGet(db),
  }
})

/** The draft table inside a transaction of any writer store. */
export function openDraftTable({ db, now, record }: WriterContext) {
  const get = prepareGet(db)
  const insert = db.prepare(
    `INSERT INTO draft VALUES (@id, @kind, @name, @xml, 1, @itemCount, @errorCount, @now, @now)`,
  )
  const update = db.prepare(
    `UPDATE draft SET xml = @xml, name = coalesce(@name, name), kind = coalesce(@kind, kind), revision = revision + 1,
       item_count = @itemCount, error_count = @errorCount, updated_at = @now
     WHERE id = @id AND revision = @revision`,
  )
  const drop = db.prepare('DELETE FROM draft WHERE id = ?')
  const existing = (id: string): Draft => {
    const draft = get(id)
    if (!draft) throw new Error(`The draft ${id} is gone within its own transaction`)
    return draft
  }
  return {
    get,
    create(draft: NewDraft): Draft {
      insert.run({ ...draft, now: now() })
      record({ topic: 'drafts', ids: [draft.id] })
      return existing(draft.id)
    },
    save(change: SavedContent): SaveOutcome {
      if (update.run({ name: null, kind: null, ...change, now: now() }).changes === 0)
        return { refused: get(change.id) ? 'stale' : 'missing' }
      record({ topic: 'drafts', ids: [change.id] })
      return { draft: existing(change.id) }
    },
    remove(id: string): boolean {
      const removed = drop.run(id).changes > 0
      if (removed) record({ topic: 'drafts', ids: [id] })
      return removed
    },
  }
}

export const draftWriter = defineWriter('draft', (context) => {
  const { create, save, remove } = openDraftTable(context)
  return { create, save, remove }
})
