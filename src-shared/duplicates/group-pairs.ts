/** Groups pairs: items connected by pairs form one group. */
import type { Pair, Sureness, Why, WhyKind } from './model.ts'

export interface PairGroup {
  /** Row numbers, ascending. */
  items: number[]
  whys: Why[]
  sureness: Sureness
  ownGtins: boolean
}

const rank: Record<Sureness, number> = { sure: 0, likely: 1, possible: 2 }

/** The certainty of one pair from all its reasons. */
function surenessOf(whys: readonly Why[], ownGtins: boolean): Sureness {
  const kinds = new Set(whys.map(({ kind }) => kind))
  if (kinds.has('gtin')) return 'sure'
  if (kinds.has('name') && kinds.has('picture')) return 'likely'
  const name = whys.find((why) => why.kind === 'name')
  return name && name.likeness !== 'amount' && !ownGtins ? 'likely' : 'possible'
}

/** @param isMarked whether a person marked the two as no duplicates */
export function groupPairs(
  pairs: readonly Pair[],
  isMarked: (one: number, other: number) => boolean = () => false,
): PairGroup[] {
  const byPair = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const key = `${pair.one} ${pair.other}`
    const known = byPair.get(key)
    if (known) known.push(pair)
    else byPair.set(key, [pair])
  }
  const above = new Map<number, number>()
  const topOf = (item: number): number => {
    let top = item
    for (let next = above.get(top); next !== undefined && next !== top; next = above.get(top)) top = next
    above.set(item, top)
    return top
  }
  const kept = [...byPair.values()].filter(([first]) => first && !isMarked(first.one, first.other))
  for (const [first] of kept) {
    if (!first) continue
    const [one, other] = [topOf(first.one), topOf(first.other)]
    above.set(Math.max(one, other), Math.min(one, other))
  }
  const groups = new Map<number, PairGroup & { members: Set<number>; kinds: Map<string, Why> }>()
  for (const same of kept) {
    const [first] = same
    if (!first) continue
    const top = topOf(first.one)
    const whys = same.map(({ why }) => why)
    const ownGtins = same.some((pair) => pair.ownGtins)
    const sureness = surenessOf(whys, ownGtins)
    const group = groups.get(top) ?? {
      items: [],
      whys: [],
      sureness,
      ownGtins: false,
      members: new Set<number>(),
      kinds: new Map<string, Why>(),
    }
    groups.set(top, group)
    for (const item of [first.one, first.other]) group.members.add(item)
    for (const why of whys) if (!group.kinds.has(keyOf(why))) group.kinds.set(keyOf(why), why)
    // A group is as certain as the least certain pair in it.
    if (rank[sureness] > rank[group.sureness]) group.sureness = sureness
    group.ownGtins ||= ownGtins
  }
  return [...groups.values()]
    .map(({ members, kinds, sureness, ownGtins }) => ({
      items: [...members].sort((a, b) => a - b),
      whys: [...kinds.values()],
      sureness,
      ownGtins,
    }))
    .sort((a, b) => rank[a.sureness] - rank[b.sureness] || (a.items[0] ?? 0) - (b.items[0] ?? 0))
}

const keyOf = (why: Why): WhyKind | string =>
  why.kind === 'name' ? `name ${why.likeness}` : why.kind === 'gtin' ? `gtin ${why.codes.join()}` : 'picture'
