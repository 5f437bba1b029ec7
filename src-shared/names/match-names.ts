import { lettersOf, nearKeys, numbersOf, sameKeys } from './name-keys.ts'
import { NearIndex } from './near-index.ts'

/**
 * `same`: the entry differs only in case, accents, spaces, punctuation or order of words. `near`: a few
 * letters differ, or the legal form of a company.
 */
interface NameMatch<Entry> {
  likeness: 'same' | 'near'
  entry: Entry
}

interface Candidate<Entry> {
  entry: Entry
  likeness: 'same' | 'near'
  edits: number
  /** Another entry matches equally well. */
  isTied: boolean
}

/**
 * The matching entry of each name that has exactly one best match. A name that two entries match equally well
 * has none: a person chooses. Each entry is read once.
 */
export function matchNames<Entry extends { name: string }>(
  names: readonly string[],
  entries: Iterable<Entry>,
): { matches: Map<string, NameMatch<Entry>>; isCut: boolean } {
  const bySameKey = namesByKey(names, sameKeys)
  const byNearKey = namesByKey(names, nearKeys)
  const index = new NearIndex<string>()
  for (const name of names) index.add(lettersOf(name), name)
  const candidates = new Map<string, Candidate<Entry>>()
  const offer = (name: string, likeness: 'same' | 'near', edits: number, entry: Entry) => {
    const known = candidates.get(name)
    if (known?.entry === entry) return
    const order = known ? rank(likeness, edits) - rank(known.likeness, known.edits) : -1
    if (order < 0) candidates.set(name, { entry, likeness, edits, isTied: false })
    else if (known && order === 0) known.isTied = true
  }
  for (const entry of entries) {
    for (const key of sameKeys(entry.name))
      for (const name of bySameKey.get(key) ?? []) offer(name, 'same', 0, entry)
    for (const key of nearKeys(entry.name))
      for (const name of byNearKey.get(key) ?? []) offer(name, 'near', 0, entry)
    const numbers = numbersOf(entry.name)
    for (const { value: name, edits } of index.near(lettersOf(entry.name)))
      if (numbersOf(name) === numbers) offer(name, 'near', edits, entry)
  }
  const matches = [...candidates].flatMap(([name, { entry, likeness, isTied }]) =>
    isTied ? [] : [[name, { entry, likeness }] as const],
  )
  return { matches: new Map(matches), isCut: index.isCut }
}

/** Lower is better. */
const rank = (likeness: 'same' | 'near', edits: number): number => (likeness === 'same' ? 0 : 1 + edits)

function namesByKey(names: readonly string[], keysOf: (name: string) => string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of names)
    for (const key of keysOf(name)) {
      const known = found.get(key)
      if (known) known.push(name)
      else found.set(key, [name])
    }
  return found
}
