import { isDeepStrictEqual } from 'node:util'
import {
  type CatalogFacets,
  type CatalogSelection,
  catalogSelection,
} from '../../src-shared/catalog/model.ts'
import type { StoredProfile } from '../../src-shared/completeness/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { qualityContract } from '../../src-shared/quality/contract.ts'
import { maxListed, type QualityReport, selectionOf } from '../../src-shared/quality/model.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Completeness } from '../completeness/index.ts'
import type { Clock } from '../platform/clock.ts'
import { createJobRunner } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import { type Count, figureLabel, figuresOf } from './figures.ts'
import { type QualitySlice, qualityReader } from './quality-store.ts'
import { addSums, emptySums } from './sums.ts'

/** Items asked for at a time; a slice ends earlier when its time is up. */
const inSlice = 500
/** A count that took less, in milliseconds, is made anew without being asked for. */
const quick = 5000
/** So is one that ended longer ago, in milliseconds. */
const old = 10 * 60_000
const year = 365 * 24 * 60 * 60_000
/** Profiles whose counts are remembered; a count of a large catalog holds millions of row numbers. */
const maxRemembered = 3

/** Absent: the default profile. */
interface ByProfile {
  profileId?: string | undefined
}

interface QualityOptions {
  storage: Storage
  /** Counts the catalog by its filters. */
  catalog: { facets(selection: CatalogSelection): Promise<CatalogFacets> }
  completeness: Pick<Completeness, 'profile'>
  clock: Clock
  log: Logger
}

/** The counts by one profile. */
interface Counts {
  profile: StoredProfile
  /** The last count that came to its end. */
  done?: Count
  /** The last count that was started. */
  latest?: Count
}

/** A change of one of these changes what is counted. */
const topics = ['items', 'media', 'lookups', 'received-feeds'] as const
const wholeCatalog = catalogSelection.parse({})

export type Quality = ReturnType<typeof createQuality>

/**
 * The quality of one workspace's catalog: the only count of scores and findings, kept in memory for each profile.
 * @throws PlainError `PROFILE_NOT_FOUND`
 */
export function createQuality({ storage, catalog, completeness, clock, log }: QualityOptions) {
  const reader = storage.reader(qualityReader)
  const catalogItems = storage.reader(catalogReader, { same: true })
  const settings = openWorkspaceSettings(storage, log)
  const runner = createJobRunner<Count['run']['progress']>()
  /** By profile; those asked for last are at the end. */
  const remembered = new Map<string, Counts>()

  /** What a count begun now would be about. */
  const present = async (): Promise<string> =>
    JSON.stringify([(await settings.read()).role, ...topics.map((topic) => storage.changeNumber(topic))])

  /** The counts by a profile as it is now: those by its former requirements say nothing any more. */
  async function countsBy({ profileId }: ByProfile): Promise<Counts> {
    const profile = await completeness.profile(profileId)
    const known = remembered.get(profile.id)
    const isSame = known && isDeepStrictEqual(known.profile, profile)
    const counts = isSame ? known : { profile }
    if (!isSame) void known?.latest?.run.stop()
    remembered.delete(profile.id)
    remembered.set(profile.id, counts)
    for (const [id, { latest }] of remembered) {
      if (remembered.size <= maxRemembered) break
      void latest?.run.stop()
      remembered.delete(id)
    }
    return counts
  }

  async function start(counts: Counts): Promise<void> {
    const [total, asked] = await Promise.all([reader.total(), present()])
    if (isUnderWay(counts.latest)) return
    const { profile } = counts.profile
    const sums = emptySums()
    const run = runner.start({ counted: 0, total }, async ({ signal, report }) => {
      // A count that waited is about the catalog as it is now.
      const asOf = await present()
      Object.assign(count, { asOf, startedAt: clock.now() })
      for (let after: number | undefined = Number.MIN_SAFE_INTEGER, done = 0; after !== undefined; ) {
        const slice: QualitySlice = await reader.slice(profile, count.startedAt - year, after, inSlice)
        signal.throwIfAborted()
        addSums(sums, slice)
        done += slice.passed
        report({ counted: done, total: Math.max(total, done) })
        after = slice.last
      }
      count.endedAt = clock.now()
      counts.done = count
    })
    const count: Count = { run, sums, asOf: asked, startedAt: clock.now() }
    counts.latest = count
    void run.ended.then(() => {
      if (run.state === 'failed')
        log.error({ err: run.error }, 'the quality of the catalog could not be counted')
    })
  }

  /** The whole catalog by its filters; undefined while it is counted, and where there are too many items for filters. */
  async function facets(): Promise<{ facets?: CatalogFacets; isFiltering?: true }> {
    try {
      const found = await catalog.facets(wholeCatalog)
      return found.state === 'ready' ? { facets: found } : { isFiltering: true }
    } catch (error) {
      if (error instanceof PlainError && error.code === 'TOO_MANY_ITEMS') return {}
      throw error
    }
  }
  async function told({ profile, done, latest }: Counts): Promise<QualityReport> {
    const [now, filtered] = await Promise.all([present(), facets()])
    // The last whole count, else what there is of the first one.
    const shown = done ?? latest
    return {
      ...(shown && { figures: figuresOf(profile, shown, shown.asOf !== now, filtered.facets) }),
      ...(isUnderWay(latest) && {
        counting: { ...latest.run.progress, ...(latest.run.state === 'waiting' && { isWaiting: true }) },
      }),
      ...(filtered.isFiltering && { isFiltering: true }),
      ...(latest?.run.state === 'failed' && { trouble: latest.run.error?.message ?? '' }),
    }
  }
  async function isWorthwhile({ done, latest }: Counts): Promise<boolean> {
    if (!latest) return true
    if (latest !== done || done.asOf === (await present())) return false
    const { startedAt, endedAt = startedAt } = done
    return endedAt - startedAt < quick || clock.now() - endedAt > old
  }
  /** The items of a figure by row number, the first of them, and the count that found them. */
  async function found(figure: string, by: ByProfile) {
    const { done, latest } = await countsBy(by)
    const count = done ?? latest
    if (!count)
      throw new PlainError(
        'NOT_COUNTED',
        say`The quality of the catalog is not counted yet. Open Quality first.`,
      )
    const selection = selectionOf(figure)
    if (!selection) return { count, ...(count.sums.figures.get(figure) ?? { items: 0, seqs: [] }) }
    const all = await catalogItems.rowNumbers(selection)
    return { count, items: all.length, seqs: [...all.subarray(0, maxListed)] }
  }

  return {
    /** The latest figures. Starts a count if there is none, or if it is out of date and cheap. */
    async report(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      if (await isWorthwhile(counts)) await start(counts)
      return told(counts)
    },
    /** Counts anew; a count that is under way goes on. */
    async count(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      await start(counts)
      return told(counts)
    },
    async stop(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      await counts.latest?.run.stop()
      return told(counts)
    },
    /** @throws PlainError `NOT_COUNTED` while there is no count that has this figure */
    async list({ figure, offset, limit, ...by }) {
      const { count, items, seqs } = await found(figure, by)
      const rows = await reader.rows(figure, seqs.slice(offset, offset + limit), count.startedAt - year)
      return { label: figureLabel(count.sums, figure), items, listed: seqs.length, offset, rows }
    },
    /** @throws PlainError as `list` does */
    async ids({ figure, limit, ...by }) {
      const { seqs } = await found(figure, by)
      return reader.ids(seqs.slice(0, limit))
    },
    close: () => runner.close(),
  } satisfies Room<typeof qualityContract>
}

const isUnderWay = (count: Count | undefined): count is Count =>
  count?.run.state === 'waiting' || count?.run.state === 'running'
