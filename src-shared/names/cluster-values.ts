import type { AlikeValues, Cluster, CountedValue, Likeness } from './model.ts'
import { lettersOf, nearKeys, numbersOf, sameKeys } from './name-keys.ts'
import { NearIndex } from './near-index.ts'

/** Values that differ only in case, accents, spaces, punctuation or order of words. */
interface Group {
  values: CountedValue[]
  count: number
  keep: CountedValue
  /** A person merged values of the group before. */
  isDecided: boolean
}

/**
 * Clusters of values that may mean the same: by fingerprint, by letters, by n-gram fingerprint, by company name
 * without legal form, and by edit distance. Each value is in one cluster at most. The result does not depend
 * on the order of the values. Takes time in proportion to the number of values.
 * @param decided values that a person merged before, with the value that was kept
 */
export function clusterValues(
  values: readonly CountedValue[],
  decided: ReadonlyMap<string, string> = new Map(),
): AlikeValues {
  const sorted = values.toSorted((one, other) => compareTexts(one.text, other.text))
  const groups = groupsOf(sorted, decided).toSorted(
    (one, other) => other.count - one.count || compareTexts(one.keep.text, other.keep.text),
  )
  const { neighbours, isCut } = neighboursOf(groups)
  const clusters: Cluster[] = []
  const taken = new Set<Group>()
  // The most frequent group is the center of its cluster. Neighbours of neighbours are not in it: a chain of
  // similar names would otherwise end in a name that is not similar to the first.
  for (const group of groups) {
    if (taken.has(group)) continue
    taken.add(group)
    const near = (neighbours.get(group) ?? []).filter((other) => !taken.has(other))
    for (const other of near) taken.add(other)
    const cluster = clusterOf(group, near, decided)
    if (cluster.values.length > 1 || cluster.values.some(({ text }) => text !== cluster.keep))
      clusters.push(cluster)
  }
  const isNear = ({ values: found }: Cluster) =>
    found.filter(({ likeness }) => likeness !== 'near').length < 2
  return {
    distinct: values.length,
    clusters: [...clusters.filter((one) => !isNear(one)), ...clusters.filter(isNear)],
    isCut,
  }
}

/** By code unit, which is the same on every computer. */
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a text has small and capital letters. Such a spelling is preferred to `NESTLE` and `nestle`. */
const hasBothCases = (text: string): boolean => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)

const preferred = (one: CountedValue, other: CountedValue): number =>
  other.count - one.count ||
  Number(hasBothCases(other.text)) - Number(hasBothCases(one.text)) ||
  compareTexts(one.text, other.text)

/** @param sorted values in the order of their texts */
function groupsOf(sorted: readonly CountedValue[], decided: ReadonlyMap<string, string>): Group[] {
  const sets = new DisjointSets()
  const decidedTexts = new Set<string>()
  for (const { text } of sorted) {
    for (const key of sameKeys(text)) sets.join(`v${text}`, `k${key}`)
    const kept = decided.get(text)
    if (kept === undefined) continue
    sets.join(`v${text}`, `v${kept}`)
    decidedTexts.add(`v${text}`)
  }
  const groups = Map.groupBy(sorted, ({ text }) => sets.find(`v${text}`))
  const decidedSets = new Set([...decidedTexts].map((text) => sets.find(text)))
  return [...groups].map(([set, found]) => {
    const values = found.toSorted(preferred)
    const isDecided = decidedSets.has(set)
    const decision = isDecided
      ? values.map(({ text }) => decided.get(text)).find((kept) => kept !== undefined)
      : undefined
    const [first = { text: '', count: 0 }] = values
    const keep =
      decision === undefined
        ? first
        : (values.find(({ text }) => text === decision) ?? { text: decision, count: 0 })
    return { values, count: values.reduce((sum, { count }) => sum + count, 0), keep, isDecided }
  })
}

function neighboursOf(groups: readonly Group[]): { neighbours: Map<Group, Group[]>; isCut: boolean } {
  const neighbours = new Map<Group, Group[]>(groups.map((group) => [group, []]))
  const join = (one: Group, other: Group) => {
    if (one === other || neighbours.get(one)?.includes(other)) return
    neighbours.get(one)?.push(other)
    neighbours.get(other)?.push(one)
  }
  // The first group with a key stands for all with it: it is the most frequent one.
  const firstWith = new Map<string, Group>()
  const index = new NearIndex<Group>()
  for (const group of groups) {
    const { text } = group.keep
    for (const key of nearKeys(text)) {
      const first = firstWith.get(key)
      if (first) join(first, group)
      else firstWith.set(key, group)
    }
    const letters = lettersOf(text)
    const numbers = numbersOf(text)
    for (const { value: other } of index.near(letters))
      if (numbersOf(other.keep.text) === numbers) join(other, group)
    index.add(letters, group)
  }
  return { neighbours, isCut: index.isCut }
}

function clusterOf(center: Group, near: readonly Group[], decided: ReadonlyMap<string, string>): Cluster {
  const marked = (values: readonly CountedValue[], likeness: Likeness) =>
    values.map((value) => ({
      ...value,
      likeness: decided.get(value.text) === center.keep.text ? ('decided' as const) : likeness,
    }))
  const values = [
    ...marked(center.values, 'same'),
    ...near.flatMap((group) => marked(group.values, 'near')).toSorted(preferred),
  ]
  return { keep: center.keep.text, values }
}

/** Sets of texts that are joined one pair at a time (union-find). */
class DisjointSets {
  readonly #parents = new Map<string, string>()

  find(text: string): string {
    let root = text
    for (let above = this.#parents.get(root); above !== undefined; above = this.#parents.get(root))
      root = above
    // Shortens the path for the next call.
    for (let at = text; at !== root; ) {
      const above = this.#parents.get(at) ?? root
      this.#parents.set(at, root)
      at = above
    }
    return root
  }

  join(one: string, other: string): void {
    const [from, to] = [this.find(one), this.find(other)]
    if (from !== to) this.#parents.set(from, to)
  }
}
