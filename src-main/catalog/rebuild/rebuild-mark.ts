import type { CamelCase, Database, RebuildRow } from '../../storage/index.ts'

/** How far a rebuild is, or how the last one ended. Moments are milliseconds since the epoch. */
export interface RebuildMark extends CamelCase<Omit<RebuildRow, 'only' | 'state'>> {
  state: 'running' | 'completed' | 'cancelled'
}

/** The last rebuild of a workspace; undefined when there never was one. */
export function openRebuildMark(db: Database) {
  const one = db.prepare<[], RebuildMark>(
    'SELECT state, through, last, items, damaged, begun_at AS begunAt, ended_at AS endedAt FROM rebuild',
  )
  return (): RebuildMark | undefined => one.get()
}
