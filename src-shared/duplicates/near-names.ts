/** Finds nearly equal names of one brand without comparing every pair. */
import { hasDigit, mayBeMisspelt, type NameLikeness, type NameWords, nameLikeness } from './name-likeness.ts'

/** Maximum names of one brand; the index of a name takes 17 bits of a key. */
export const maxNamesInBrand = 100_000
/** Maximum names with the same key that each name is compared with. */
const maxOfKey = 30

interface NearNames {
  one: number
  other: number
  likeness: NameLikeness
}

/**
 * Any two similar names share a key. The keys of a name are: all its words; all words except an amount; all
 * words with one letter of one word omitted. The keys are sorted as numbers, so that time and memory grow
 * only with the number of names. Each name is paired with the first name of the same words.
 */
export function nearNames(names: readonly NameWords[]): NearNames[] {
  const count = Math.min(names.length, maxNamesInBrand)
  const keys: number[] = []
  const add = (text: string, index: number) => keys.push(hashOf(text) * 2 ** 17 + index)
  for (let index = 0; index < count; index++) {
    const words = names[index] ?? []
    if (words.length === 0) continue
    add(words.join(' '), index)
    for (const word of words) {
      if (hasDigit(word)) add(words.filter((other) => other !== word).join(' '), index)
      if (!mayBeMisspelt(word)) continue
      const rest = `${words.filter((other) => other !== word).join(' ')}|`
      const shortened = new Set([word])
      for (let at = 0; at < word.length; at++) shortened.add(word.slice(0, at) + word.slice(at + 1))
      for (const one of shortened) add(rest + one, index)
    }
  }
  const sorted = Float64Array.from(keys).sort()
  const found = new Map<number, NearNames>()
  for (let start = 0; start < sorted.length; ) {
    const key = Math.floor((sorted[start] ?? 0) / 2 ** 17)
    let end = start + 1
    while (end < sorted.length && Math.floor((sorted[end] ?? 0) / 2 ** 17) === key) end++
    if (end - start > 1) pairsOf(sorted.subarray(start, end), names, found)
    start = end
  }
  return [...found.values()]
}

function pairsOf(run: Float64Array, names: readonly NameWords[], found: Map<number, NearNames>): void {
  const all = [...run].map((value) => value % 2 ** 17)
  // One name per set of words; the others are paired with it.
  const distinct: number[] = []
  const firstOf = new Map<string, number>()
  const addPair = (one: number, other: number) => {
    const likeness = one === other ? undefined : nameLikeness(names[one] ?? [], names[other] ?? [])
    const [low, high] = one < other ? [one, other] : [other, one]
    if (likeness) found.set(low * 2 ** 17 + high, { one: low, other: high, likeness })
  }
  for (const index of all) {
    const text = names[index]?.join(' ') ?? ''
    const first = firstOf.get(text)
    if (first !== undefined) addPair(first, index)
    else {
      firstOf.set(text, index)
      distinct.push(index)
    }
  }
  distinct.forEach((one, position) => {
    for (const other of distinct.slice(position + 1, position + 1 + maxOfKey)) addPair(one, other)
  })
}

/** FNV-1a, 32 bits. Collisions are eliminated when the names are compared. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
