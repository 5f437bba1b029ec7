/**
 * Matches the entries of two lists: first entries with equal content, then entries with an equal key
 * (sequence, view, language, code, type, identifier), then entries at the same position between matched
 * ones. Matching is symmetric.
 */
import type { Group, Member } from '../vocabulary/kit/description.ts'
import type { AnyValue } from '../vocabulary/kit/value.ts'
import { stableText } from './transient.ts'

interface Matching {
  /** Pairs of positions, ordered by the earlier one. */
  pairs: [earlier: number, later: number][]
  removed: number[]
  added: number[]
}

/** Attributes and elements that distinguish an entry from its neighbours, the most specific first. */
const distinguishingKeys = ['sequence', 'view', 'lang', 'local', 'code', 'type', 'id']

/** The members that distinguish the entries of a group, the most specific first. */
export const keyMembers = (group: Group): Member[] =>
  distinguishingKeys.flatMap((key) => {
    const member = group.members.find((one) => one.key === key && one.type.kind === 'leaf')
    return member ? [member] : []
  })

/**
 * The content of a value as a text, without transient parts and independent of the order of a group's
 * children.
 */
export function fingerprint(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(stableText(value))
  if (Array.isArray(value)) return `[${value.map(fingerprint).join()}]`
  if (typeof value !== 'object' || value === null) return 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${key}:${fingerprint(member)}`)
    .join()}}`
}

export function matchEntries(
  type: Member['type'],
  earlier: readonly unknown[],
  later: readonly unknown[],
): Matching {
  const partner = new Array<number>(earlier.length).fill(-1)
  const taken = new Array<boolean>(later.length).fill(false)
  const pair = (from: number, to: number) => {
    partner[from] = to
    taken[to] = true
  }
  /** Pairs entries with equal keys, in order. */
  const pairBy = (keyOf: (entry: unknown) => string | undefined) => {
    const waiting = new Map<string, number[]>()
    later.forEach((entry, index) => {
      const key = taken[index] ? undefined : keyOf(entry)
      if (key === undefined) return
      const same = waiting.get(key)
      if (same) same.push(index)
      else waiting.set(key, [index])
    })
    earlier.forEach((entry, index) => {
      const key = partner[index] === -1 ? keyOf(entry) : undefined
      const to = key === undefined ? undefined : waiting.get(key)?.shift()
      if (to !== undefined) pair(index, to)
    })
  }

  pairBy(fingerprint)
  const keyNames = type.kind === 'group' ? keyMembers(type).map(({ key }) => key) : []
  for (let length = keyNames.length; length > 0; length--) {
    const keys = keyNames.slice(0, length)
    pairBy((entry) => {
      const values = keys.map((key) => (entry as AnyValue)[key] ?? '')
      return values.every((value) => value === '') ? undefined : JSON.stringify(values)
    })
  }
  const hasKey = (entry: unknown) =>
    keyNames.some((key) => ((entry as AnyValue)[key] ?? '') !== '') &&
    (earlier.length !== 1 || later.length !== 1)
  const rest = pairInGaps(partner, later.length)
  for (const [from, to] of rest) if (!hasKey(earlier[from]) && !hasKey(later[to])) pair(from, to)

  const positions = [...partner.keys()]
  return {
    pairs: positions.flatMap((from): [number, number][] => {
      const to = partner[from] ?? -1
      return to === -1 ? [] : [[from, to]]
    }),
    removed: positions.filter((from) => partner[from] === -1),
    added: [...taken.keys()].filter((to) => !taken[to]),
  }
}

/** Pairs the remaining entries in order if they follow the same pair or precede all pairs. */
function pairInGaps(partner: readonly number[], laterLength: number): [number, number][] {
  const cameFrom = new Array<number>(laterLength).fill(-1)
  partner.forEach((to, from) => {
    if (to !== -1) cameFrom[to] = from
  })
  const waiting = new Map<number, number[]>()
  let gap = -1
  cameFrom.forEach((from, to) => {
    if (from !== -1) gap = from
    else waiting.set(gap, [...(waiting.get(gap) ?? []), to])
  })
  const pairs: [number, number][] = []
  gap = -1
  partner.forEach((to, from) => {
    if (to !== -1) gap = from
    else {
      const free = waiting.get(gap)?.shift()
      if (free !== undefined) pairs.push([from, free])
    }
  })
  return pairs
}
