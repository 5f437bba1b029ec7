import type { Database } from '../store.ts'
import type { Migration } from './migration.ts'

/**
 * What a made name is made of stands beside it, so that nobody has to read it out of its English words. Here that is done
 * for the last time: names of before that were marked as made, of feeds in a batch, and of what was posted.
 */
export const migration: Migration = {
  number: 77,
  name: 'name parts',
  up(db) {
    for (const table of ['draft', 'feed', 'feed_batch'])
      db.exec(`ALTER TABLE ${table} ADD COLUMN name_parts TEXT CHECK (json_valid(name_parts))`)
    for (const table of ['draft_problem', 'draft_remark'])
      db.exec(`ALTER TABLE ${table} ADD COLUMN feed_name_parts TEXT CHECK (json_valid(feed_name_parts))`)
    keepParts(
      db,
      'draft',
      `SELECT rowid AS row, kind, name, 1 AS isMade, 0 AS isPart, NULL AS postedBy FROM draft WHERE name = made_name`,
    )
    keepParts(
      db,
      'feed_batch',
      `SELECT rowid AS row, kind, name, is_name_made AS isMade, 0 AS isPart, NULL AS postedBy FROM feed_batch
       WHERE is_name_made = 1`,
    )
    keepParts(
      db,
      'feed',
      `SELECT rowid AS row, kind, name, is_name_made AS isMade, batch IS NOT NULL AS isPart, posted_by AS postedBy FROM feed
       WHERE is_name_made = 1 OR batch IS NOT NULL OR name = 'Posted by ' || posted_by`,
    )
    db.exec(`
      ALTER TABLE draft DROP COLUMN made_name;
      ALTER TABLE feed DROP COLUMN is_name_made;
      ALTER TABLE feed_batch DROP COLUMN is_name_made;
    `)
  },
}

interface NamedRow {
  row: number
  kind: string
  name: string
  isMade: number
  isPart: number
  postedBy: string | null
}

function keepParts(db: Database, table: string, found: string): void {
  const keep = db.prepare(`UPDATE ${table} SET name_parts = ? WHERE rowid = ?`)
  for (const named of db.prepare<[], NamedRow>(found).all()) {
    const parts = partsOf(named)
    if (typeof parts === 'object') keep.run(JSON.stringify(parts), named.row)
  }
}

/** The parts, as they were when this was written; the name itself where a person gave it. */
function partsOf({ kind, name, isMade, isPart, postedBy }: NamedRow): string | object {
  const part = isPart === 1 ? /^(.*) \((\d+) of (\d+)(?:, part (\d+(?:\.\d+)*))?\)$/s.exec(name) : null
  if (part) {
    const [, first = '', number, of, inner] = part
    const whole = partsOf({ row: 0, kind, name: first, isMade, isPart: 0, postedBy: null })
    const within = inner === undefined ? {} : { inner: inner.split('.').map(Number) }
    return { made: 'part', whole, number: Number(number), of: Number(of), ...within }
  }
  if (postedBy !== null && name === `Posted by ${postedBy}`) return { made: 'posted', by: postedBy }
  return isMade === 1 ? madeOf(kind, name) : name
}

const kindTitles = new Map([
  ['create', 'New items'],
  ['update', 'Update'],
  ['refresh', 'Refresh'],
  ['contentplus', 'Content+'],
])

function madeOf(kind: string, name: string): object {
  const several = /^(.+) and (\d+) more$/s.exec(name)
  if (several) return { made: 'begun-from', first: several[1], more: Number(several[2]) }
  const title = kindTitles.get(kind)
  const contents = { made: 'contents', kind }
  if (name === title) return contents
  if (name.startsWith(`${title}: `)) {
    const about = name.slice(`${title}: `.length)
    const items = /^(\d+) items$/.exec(about)?.[1]
    return items === undefined ? { ...contents, about } : { ...contents, items: Number(items) }
  }
  return kind === 'create' ? { ...contents, about: name } : { made: 'begun-from', first: name, more: 0 }
}
