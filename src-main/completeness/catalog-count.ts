import {
  type CatalogScores,
  type GroupScore,
  type LackedField,
  mostCounted,
  type StoredProfile,
} from '../../src-shared/completeness/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { type CountedSlice, type GroupSum, scoreReader } from './score-store.ts'

/** Items asked for at a time; a slice ends earlier when its time is up. */
const inSlice = 500
/** Groups of each kind that are told, and fields that are lacked. */
const mostTold = 200
/** Counts that are remembered, each of another profile. */
const mostRemembered = 10

interface Count {
  profileId: string
  state: CatalogScores['state']
  counted: number
  total: number
  startedAt: string
  /** The number of the last change of items when it began. */
  asOf: number
  all: GroupSum
  brands: Map<string, GroupSum>
  retailers: Map<string, GroupSum>
  lacked: Map<string, LackedField>
  note?: string
  ended: Promise<void>
}

/** Counts the scores of the whole catalog in the background, a slice at a time; what it came to is kept in memory. */
interface CatalogCount {
  /** A count under way is stopped first. */
  start(profile: StoredProfile, options?: { all?: boolean }): Promise<CatalogScores>
  stop(): Promise<CatalogScores | null>
  /** The last one by a profile, or the one under way. */
  of(profileId: string): CatalogScores | null
  /** The profile is another now, or gone. */
  forget(profileId: string): void
  close(): Promise<void>
}

interface CatalogCountOptions {
  storage: Storage
  clock: Clock
  log: Logger
}

export function createCatalogCount({ storage, clock, log }: CatalogCountOptions): CatalogCount {
  const reader = storage.reader(scoreReader)
  const counts = new Map<string, Count>()
  let current: Count | undefined

  async function run(count: Count, profile: StoredProfile['profile'], most: number): Promise<void> {
    try {
      let after = Number.MIN_SAFE_INTEGER
      while (count.state === 'counting') {
        const slice = await reader.slice(profile, after, Math.min(inSlice, most - count.counted))
        if (count.state !== 'counting') break
        add(count, slice)
        if (slice.last === undefined || count.counted >= most) count.state = 'completed'
        else after = slice.last
      }
    } catch (error) {
      log.error({ err: error }, 'the scores of the catalog could not be counted')
      count.state = 'failed'
      count.note = error instanceof Error ? error.message : String(error)
    }
  }

  const shown = (count: Count): CatalogScores => {
    const { all, brands, retailers, lacked } = count
    return {
      profileId: count.profileId,
      state: count.state,
      counted: count.counted,
      total: count.total,
      isOutOfDate: storage.changeNumber('items') !== count.asOf,
      complete: all.complete,
      score: mean(all),
      brands: largest(brands),
      brandCount: brands.size,
      retailers: largest(retailers),
      retailerCount: retailers.size,
      lacked: [...lacked.values()].toSorted((a, b) => b.items - a.items).slice(0, mostTold),
      startedAt: count.startedAt,
      ...(count.note !== undefined && { note: count.note }),
    }
  }

  async function stop(): Promise<CatalogScores | null> {
    if (current === undefined) return null
    if (current.state === 'counting') current.state = 'stopped'
    await current.ended
    return shown(current)
  }

  return {
    async start({ id, profile }, { all = false } = {}) {
      await stop()
      const asOf = storage.changeNumber('items')
      const total = await reader.total()
      const count: Count = {
        profileId: id,
        state: 'counting',
        counted: 0,
        total,
        startedAt: new Date(clock.now()).toISOString(),
        asOf,
        all: { id: '', name: '', items: 0, complete: 0, sum: 0 },
        brands: new Map(),
        retailers: new Map(),
        lacked: new Map(),
        ended: Promise.resolve(),
      }
      counts.delete(id)
      counts.set(id, count)
      for (const oldest of counts.keys()) if (counts.size > mostRemembered) counts.delete(oldest)
      current = count
      count.ended = run(count, profile, all ? Number.POSITIVE_INFINITY : mostCounted)
      return shown(count)
    },
    stop,
    of(profileId) {
      const count = counts.get(profileId)
      return count ? shown(count) : null
    },
    forget(profileId) {
      const count = counts.get(profileId)
      if (count?.state === 'counting') count.state = 'stopped'
      counts.delete(profileId)
    },
    async close() {
      await stop()
    },
  }
}

const mean = ({ items, sum }: GroupSum): number => (items === 0 ? 0 : sum / items)

const largest = (groups: ReadonlyMap<string, GroupSum>): GroupScore[] =>
  [...groups.values()]
    .toSorted((a, b) => b.items - a.items || (a.name < b.name ? -1 : 1))
    .slice(0, mostTold)
    .map((group) => ({
      id: group.id,
      name: group.name,
      items: group.items,
      complete: group.complete,
      score: mean(group),
    }))

function add(count: Count, slice: CountedSlice): void {
  count.counted += slice.passed
  addGroup(count.all, slice.all)
  for (const name of ['brands', 'retailers'] as const)
    for (const group of slice[name]) {
      const known = count[name].get(group.id)
      if (known) addGroup(known, group)
      else count[name].set(group.id, group)
    }
  for (const field of slice.lacked) {
    const key = `${field.kind} ${field.label}`
    const known = count.lacked.get(key)
    if (known) known.items += field.items
    else count.lacked.set(key, field)
  }
}

function addGroup(to: GroupSum, { items, complete, sum }: GroupSum): void {
  to.items += items
  to.complete += complete
  to.sum += sum
}
