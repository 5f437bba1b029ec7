import type { Database } from '../../storage/index.ts'

/** How far a rebuild is, or how the last one ended. Moments are milliseconds since the epoch. */
export interface RebuildMark {
  state: 'running' | 'completed' | 'cancelled'
  /** Everything up to this `item_document.seq` has been made anew. Rows are numbered without gaps. */
  through: number
  /** The highest one when it began: those that came later are right anyway. */
  last: number
  /** Made anew so far. */
  items: number
  /** Stored items that can no longer be read. */
  damaged: number
  begunAt: number
  endedAt: number | null
}

/** The last rebuild of a workspace; undefined when there never was one. */
export function openRebuildMark(db: Database) {
  const one = db.prepare<[], RebuildMark>(
    'SELECT state, through, last, items, damaged, begun_at AS begunAt, ended_at AS endedAt FROM rebuild',
  )
  return (): RebuildMark | undefined => one.get()
}
