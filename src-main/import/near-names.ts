import type { LookupEntry } from '../../src-shared/catalog/model.ts'
import type { NearNames } from '../../src-shared/import/model.ts'
import type { NameKind } from '../../src-shared/import/names.ts'
import { defineReader } from '../storage/index.ts'
import { nameKey } from './name-lists.ts'

/** As many entries as a person looks through for one name. */
const entriesEach = 5
/** Less alike than this is another name. */
const alike = 0.3
const longestName = 200

/** The pairs of letters of a name's words, those at their beginnings and ends among them. */
function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>()
  for (const word of nameKey(name.slice(0, longestName)).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `
    for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  }
  return pairs
}

/** The share of pairs two names have in common (Dice). */
function likeness(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}

interface Found {
  entry: LookupEntry
  score: number
}

/** Finds the entries of a list that are spelt most like names that are not in it. */
export const nearNameReader = defineReader('near-names', ({ db }) => {
  const all = db.prepare<[string], LookupEntry>(
    'SELECT id, name FROM lookup WHERE kind = ? ORDER BY name, id',
  )
  const has = db.prepare<[string, string]>('SELECT 1 FROM lookup WHERE kind = ? AND id = ?')
  return {
    near(kind: NameKind, names: string[]): NearNames[] {
      const wanted = names.map((name) => ({ name, pairs: pairsOf(name), found: [] as Found[] }))
      for (const entry of all.iterate(kind)) {
        const pairs = pairsOf(entry.name)
        for (const { pairs: own, found } of wanted) {
          const score = likeness(own, pairs)
          if (score < alike || score <= (found[entriesEach - 1]?.score ?? 0)) continue
          found.push({ entry, score })
          found.sort((a, b) => b.score - a.score)
          found.length = Math.min(found.length, entriesEach)
        }
      }
      return wanted.map(({ name, found }) => ({ name, entries: found.map(({ entry }) => entry) }))
    },
    /** The choices whose entry the list does not have. */
    unknown(chosen: { kind: NameKind; id: string }[]): { kind: NameKind; id: string }[] {
      return chosen.filter(({ kind, id }) => has.get(kind, id) === undefined)
    },
  }
})
