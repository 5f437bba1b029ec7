import type { DraftOutcome } from '../../../../src-shared/feeds/draft/model.ts'
import type { Database, DraftSentRow } from '../../../storage/index.ts'
import { namedIn } from './name-columns.ts'

interface SharedStep {
  deleted_at: number
  /** 1 if the step is applied, 0 if it is undone. */
  is_done: number
  /** The draft that has the items. */
  id: string
  name: string
  name_parts: string | null
}

/** Reads the outcome of unlisted drafts: queued, joined, undone split, or deleted. */
export function readOutcomes(db: Database): (id: string) => DraftOutcome | null {
  const sent = db.prepare<[string], DraftSentRow>('SELECT * FROM draft_sent WHERE draft = ?')
  const deletedAt = db.prepare<[string], number | null>('SELECT deleted_at FROM draft WHERE id = ?').pluck()
  // The step that deleted the draft, or that created it and was undone. Its first draft is the one with the
  // items.
  const shared = db.prepare<[string], SharedStep>(
    `SELECT d.deleted_at, s.number = d.step AS is_done, other.id, other.name, other.name_parts
     FROM draft d JOIN draft_step s ON s.draft = d.id JOIN draft other ON other.id = s.shared ->> '$[0].draft'
     WHERE d.id = ? AND other.id <> d.id
       AND (s.number = d.step OR s.number = (SELECT min(number) FROM draft_step WHERE draft = d.id AND number > d.step))
       AND EXISTS (SELECT 1 FROM json_each(s.changes) change WHERE change.value ->> 'head' = 'deleted_at'
         AND change.value ->> iif(s.number = d.step, 'after', 'before') IS NOT NULL)`,
  )
  return (id) => {
    const feed = sent.get(id)
    if (feed) return { kind: 'queued', feed: feed.sent_as, isBatch: feed.feeds > 1 }
    const at = deletedAt.get(id)
    if (at == null) return null
    const step = shared.get(id)
    const moment = { at: new Date(at).toISOString() }
    if (!step) return { kind: 'deleted', ...moment }
    return {
      kind: step.is_done === 1 ? 'joined' : 'split-undone',
      ...moment,
      into: { id: step.id, ...namedIn(step) },
    }
  }
}
