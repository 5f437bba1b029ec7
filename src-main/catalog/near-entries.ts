import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import { editDistance } from '../../src-shared/edit-distance.ts'
import { foldedWords } from '../../src-shared/values/fold.ts'
import type { Database } from '../storage/index.ts'

/** Larger lists are not searched: the index would take too much memory. */
const maxEntries = 100_000
/** Shorter names differ by a letter without being misspelt. */
const minMisspeltLength = 5
const maxNameLength = 60

/** Legal forms, which files add to names and omit. */
const legalForms = new Set(
  'inc incorporated ltd limited llc llp plc co corp corporation company gmbh ag kg ohg mbh sa sas sarl srl spa bv nv oy ab as the'.split(
    ' ',
  ),
)

interface NearIndex {
  count: number
  /** Entries by each of their keys; a key of several entries leads to the first two. */
  byKey: Map<string, LookupEntry[]>
}

/**
 * Finds the entry of a list that a misspelt name means: one whose name has the same words without legal
 * forms, in any order, or differs from it by one letter. The index of a list is built on first use, and again
 * after entries were added or removed.
 */
export function openNearEntries(db: Database) {
  const count = db.prepare<[string], number>('SELECT count(*) FROM lookup WHERE kind = ?').pluck()
  const all = db.prepare<[string], LookupEntry>('SELECT id, name FROM lookup WHERE kind = ?')
  const current = db.prepare<[string, string, string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ? AND name = ?',
  )
  const indexes = new Map<ListKind, NearIndex>()

  function indexOf(kind: ListKind): NearIndex | undefined {
    const entries = count.get(kind) ?? 0
    const known = indexes.get(kind)
    if (known?.count === entries) return known
    if (entries > maxEntries) return undefined
    const byKey = new Map<string, LookupEntry[]>()
    for (const entry of all.iterate(kind))
      for (const key of keysOf(entry.name)) {
        const same = byKey.get(key)
        if (same === undefined) byKey.set(key, [entry])
        else if (same.length < 2) same.push(entry)
      }
    const index = { count: entries, byKey }
    indexes.set(kind, index)
    return index
  }

  /** The entry that the name means; undefined if there is none, or if it may mean several. */
  return (kind: ListKind, name: string): LookupEntry | undefined => {
    const keys = keysOf(name)
    const [whole] = keys
    if (whole === undefined) return undefined
    const { byKey } = indexOf(kind) ?? {}
    const isNear = (entry: LookupEntry) => editDistance(whole, keysOf(entry.name)[0] ?? '', 1) <= 1
    const candidates = keys.flatMap((key) => byKey?.get(key) ?? []).filter(isNear)
    const exact = candidates.filter((entry) => keysOf(entry.name)[0] === whole)
    const found = new Map((exact.length > 0 ? exact : candidates).map((one) => [one.id, one]))
    const [entry, other] = found.values()
    // The name may have changed since the index was built.
    return entry && !other ? current.get(kind, entry.id, entry.name) : undefined
  }
}

/** The words of a name as one key, followed by that key without each of its letters. */
function keysOf(name: string): string[] {
  if (name.length > maxNameLength) return []
  const words = foldedWords(name)
  const proper = words.filter((word) => !legalForms.has(word))
  const key = (proper.length > 0 ? proper : words).toSorted().join('')
  if (key.length < minMisspeltLength) return key === '' ? [] : [key]
  return [...new Set([key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))])]
}
