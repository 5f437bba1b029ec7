import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import { fold } from '../../src-shared/values/fold.ts'
import type { Database, LookupRow } from '../storage/index.ts'

export interface LookupQuery {
  /** A single entry by its identifier. */
  id?: string | undefined
  /** Index of the first entry, from 0. */
  idx?: number | undefined
  /** All entries when absent. */
  limit?: number | undefined
  /** Substrings that the folded name must contain, in any order. */
  text?: string | undefined
}
export interface LookupAnswer {
  total: number
  entries: LookupEntry[]
}

/** Finds lookup entries, ordered by name, then identifier. */
export function openLookups(db: Database): (kind: ListKind, query?: LookupQuery) => LookupAnswer {
  const one = db.prepare<[string, string], Pick<LookupRow, 'id' | 'name'>>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )
  const contains = `NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(lookup.folded, word.value) = 0)`
  const count = db
    .prepare<[string, string], number>(`SELECT count(*) FROM lookup WHERE kind = ? AND ${contains}`)
    .pluck()
  const list = db.prepare<[string, string, number, number], Pick<LookupRow, 'id' | 'name'>>(
    `SELECT id, name FROM lookup WHERE kind = ? AND ${contains} ORDER BY name, id LIMIT ? OFFSET ?`,
  )
  return (kind, { id, idx = 0, limit, text = '' } = {}) => {
    if (id !== undefined) {
      const entry = one.get(kind, id)
      return entry ? { total: 1, entries: [entry] } : { total: 0, entries: [] }
    }
    const words = JSON.stringify(
      fold(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    )
    // A negative limit means no limit in SQLite.
    return { total: count.get(kind, words) ?? 0, entries: list.all(kind, words, limit ?? -1, idx) }
  }
}

/** Maximum number of similar entries. */
const maxNear = 5
const maxSameName = 5
/** Minimum share of letter pairs (Dice coefficient) that two similar names have in common. */
const minShared = 0.45

/** Finds the entries that a text names: by identifier, by name, or by a similar name. */
export function openNamedEntries(db: Database) {
  const byId = db.prepare<[string, string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )
  const byName = db.prepare<[string, string, number], LookupEntry>(
    `SELECT id, name FROM lookup INDEXED BY lookup_by_folded WHERE kind = ? AND folded = ?
     ORDER BY name, id LIMIT ?`,
  )
  const all = db.prepare<[string], LookupEntry & { folded: string }>(
    'SELECT id, name, folded FROM lookup WHERE kind = ?',
  )
  return {
    named(kind: ListKind, text: string): LookupEntry[] {
      const wanted = text.trim()
      const exact = byId.get(kind, wanted)
      return exact ? [exact] : byName.all(kind, fold(wanted), maxSameName)
    },
    near(kind: ListKind, text: string): LookupEntry[] {
      const wanted = pairsOf(fold(text.trim()))
      if (wanted.size === 0) return []
      const found: { entry: LookupEntry; shared: number }[] = []
      for (const { folded, ...entry } of all.iterate(kind)) {
        const shared = sharedPairs(wanted, pairsOf(folded))
        if (shared >= minShared) found.push({ entry, shared })
      }
      return found
        .sort((one, other) => other.shared - one.shared || one.entry.name.localeCompare(other.entry.name))
        .slice(0, maxNear)
        .map(({ entry }) => entry)
    },
  }
}

/** All pairs of adjacent letters in a text, including the blanks added around it. */
function pairsOf(text: string): Set<string> {
  if (text === '') return new Set()
  const within = ` ${text} `
  return new Set(Array.from({ length: within.length - 1 }, (_, at) => within.slice(at, at + 2)))
}

/** Dice coefficient of two sets of letter pairs: 1 for the same pairs, 0 for none in common. */
function sharedPairs(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared++
  return (2 * shared) / (one.size + other.size)
}

export function openLookupTable(db: Database) {
  const put = db.prepare(`
    INSERT INTO lookup (kind, id, name, folded) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET name = excluded.name, folded = excluded.folded
    WHERE name <> excluded.name`)
  const add = db.prepare(
    'INSERT INTO lookup (kind, id, name, folded) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const setParent = db.prepare('UPDATE lookup SET parent = ? WHERE kind = ? AND id = ? AND parent <> ?')
  const removeOne = db.prepare('DELETE FROM lookup WHERE kind = ? AND id = ?')
  const removeOthers = db.prepare(
    'DELETE FROM lookup WHERE kind = ? AND id NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    /** Returns true if anything changed. */
    put(kind: ListKind, entries: LookupEntry[], complete: boolean): boolean {
      let changes = 0
      for (const { id, name } of entries) changes += put.run(kind, id, name, fold(name)).changes
      if (complete) changes += removeOthers.run(kind, JSON.stringify(entries.map(({ id }) => id))).changes
      return changes > 0
    },
    /** Removes entries. Returns true if there were any. */
    remove(kind: ListKind, ids: readonly string[]): boolean {
      let changes = 0
      for (const id of ids) changes += removeOne.run(kind, id).changes
      return changes > 0
    },
    /** Sets the parent of each given entry. Returns true if anything changed. */
    putBelow(kind: ListKind, parents: Iterable<readonly [id: string, parent: string]>): boolean {
      let changes = 0
      for (const [id, parent] of parents) changes += setParent.run(parent, kind, id, parent).changes
      return changes > 0
    },
    /** Adds entries that are not in the list; existing names are kept. Returns true if anything was added. */
    addUnknown(kind: ListKind, entries: Iterable<LookupEntry>): boolean {
      let changes = 0
      for (const { id, name } of entries) changes += add.run(kind, id, name, fold(name)).changes
      return changes > 0
    },
  }
}
