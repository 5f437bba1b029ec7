import { isDeepStrictEqual } from 'node:util'
import {
  type CatalogFacets,
  type CatalogSelection,
  catalogSelection,
} from '../../src-shared/catalog/model.ts'
import type { StoredProfile } from '../../src-shared/completeness/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { qualityContract } from '../../src-shared/quality/contract.ts'
import { bandSelection, maxListed, type QualityReport, selectionOf } from '../../src-shared/quality/model.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Completeness } from '../completeness/index.ts'
import type { Clock } from '../platform/clock.ts'
import { createJobRunner } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import { type ContradictedItems, type Count, figureLabel, figuresOf } from './figures.ts'
import { type QualitySlice, qualityReader } from './quality-store.ts'
import { addSums, emptySums } from './sums.ts'

/** Items per call; a slice ends earlier when its time is up. */
const itemsPerSlice = 500
/** Duration in milliseconds up to which a count is repeated automatically. */
const maxAutoDuration = 5000
/** Age in milliseconds from which a count is repeated automatically. */
const minAutoAge = 10 * 60_000
const year = 365 * 24 * 60 * 60_000
/** Profiles whose counts are cached; a count of a large catalog holds millions of row numbers. */
const maxRemembered = 3

/** Absent: the default profile. */
interface ByProfile {
  profileId?: string | undefined
}

interface QualityOptions {
  storage: Storage
  /** Counts the catalog by its filters. */
  catalog: { facets(selection: CatalogSelection): Promise<CatalogFacets> }
  completeness: Pick<Completeness, 'profile' | 'scores'>
  /** Whether the picture check has read a picture. */
  arePicturesChecked(): Promise<boolean>
  clock: Clock
  log: Logger
}

/** The counts by one profile. */
interface Counts {
  profile: StoredProfile
  /** The last complete count. */
  done?: Count
  /** The last count that was started. */
  latest?: Count
}

/** Topics whose changes affect a count. */
const topics = ['items', 'media', 'lookups', 'received-feeds'] as const
const wholeCatalog = catalogSelection.parse({})

export type Quality = ReturnType<typeof createQuality>

/**
 * The quality of one workspace's catalog: counts of scores and findings, kept in memory for each profile.
 * @throws PlainError `PROFILE_NOT_FOUND`
 */
export function createQuality({
  storage,
  catalog,
  completeness,
  arePicturesChecked,
  clock,
  log,
}: QualityOptions) {
  const reader = storage.reader(qualityReader)
  const catalogItems = storage.reader(catalogReader, { same: true })
  const settings = openWorkspaceSettings(storage, log)
  const runner = createJobRunner<Count['run']['progress']>()
  /** By profile id, least recently requested first. */
  const remembered = new Map<string, Counts>()

  /** Identifies the current state of the counted data. */
  const currentState = async (): Promise<string> =>
    JSON.stringify([(await settings.read()).role, ...topics.map((topic) => storage.changeNumber(topic))])

  /** The counts by the current version of a profile; counts by earlier requirements are discarded. */
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
    const [total, requestedState] = await Promise.all([reader.total(), currentState()])
    if (isActive(counts.latest)) return
    const { profile } = counts.profile
    const sums = emptySums()
    const run = runner.start({ counted: 0, total }, async ({ signal, report }) => {
      // A count that waited covers the current catalog.
      const asOf = await currentState()
      Object.assign(count, { asOf, startedAt: clock.now() })
      for (let after: number | undefined = Number.MIN_SAFE_INTEGER, done = 0; after !== undefined; ) {
        const slice: QualitySlice = await reader.slice(profile, count.startedAt - year, after, itemsPerSlice)
        signal.throwIfAborted()
        addSums(sums, slice)
        done += slice.passed
        report({ counted: done, total: Math.max(total, done) })
        after = slice.last
      }
      count.endedAt = clock.now()
      counts.done = count
    })
    const count: Count = { run, sums, asOf: requestedState, startedAt: clock.now() }
    counts.latest = count
    void run.ended.then(() => {
      if (run.state === 'failed')
        log.error({ err: run.error }, 'the quality of the catalog could not be counted')
    })
  }

  /**
   * The facets of the entire catalog; undefined while they are counted, or if there are too many items for
   * filters.
   */
  async function facets(): Promise<{ facets?: CatalogFacets; isFiltering?: true }> {
    try {
      const found = await catalog.facets(wholeCatalog)
      return found.state === 'ready' ? { facets: found } : { isFiltering: true }
    } catch (error) {
      if (error instanceof PlainError && error.code === 'TOO_MANY_ITEMS') return {}
      throw error
    }
  }
  /** Whether the catalog has the current scores of all items by a profile. */
  async function hasScores({ profile: { id } }: Counts): Promise<boolean> {
    const { profileId, state } = await completeness.scores()
    return profileId === id && state === 'current'
  }
  /** @param facets absent while the catalog cannot be filtered */
  async function contradicted(facets: CatalogFacets | undefined): Promise<ContradictedItems> {
    const selection = selectionOf('finding:picture-contradicts')
    if (!selection || !facets) return {}
    if (!(await arePicturesChecked())) return { isUnchecked: true }
    return { items: (await catalogItems.rowNumbers(selection)).length }
  }
  async function reportOf(counts: Counts): Promise<QualityReport> {
    const { profile, done, latest } = counts
    const [now, filtered, isScored] = await Promise.all([currentState(), facets(), hasScores(counts)])
    const byPictures = await contradicted(filtered.facets)
    // The last complete count, otherwise the partial result of the first one.
    const shown = done ?? latest
    return {
      ...(shown && {
        figures: figuresOf(profile, shown, shown.asOf !== now, filtered.facets, isScored, byPictures),
      }),
      ...(isActive(latest) && {
        counting: { ...latest.run.progress, ...(latest.run.state === 'waiting' && { isWaiting: true }) },
      }),
      ...(filtered.isFiltering && { isFiltering: true }),
      ...(latest?.run.state === 'failed' && { trouble: latest.run.error?.message ?? '' }),
    }
  }
  async function needsRecount({ done, latest }: Counts): Promise<boolean> {
    if (!latest) return true
    if (latest !== done || done.asOf === (await currentState())) return false
    const { startedAt, endedAt = startedAt } = done
    return endedAt - startedAt < maxAutoDuration || clock.now() - endedAt > minAutoAge
  }
  /** The items of a figure by row number, the first `maxListed` of them, and the count that found them. */
  async function found(figure: string, by: ByProfile) {
    const counts = await countsBy(by)
    const { profile } = counts.profile
    const count = counts.done ?? counts.latest
    if (!count)
      throw new PlainError(
        'NOT_COUNTED',
        say`The quality of the catalog is not counted yet. Open Quality first.`,
      )
    const selection = selectionOf(figure) ?? ((await hasScores(counts)) ? bandSelection(figure) : undefined)
    if (!selection) return { count, profile, ...(count.sums.figures.get(figure) ?? { items: 0, seqs: [] }) }
    const all = await catalogItems.rowNumbers(selection)
    return { count, profile, items: all.length, seqs: [...all.subarray(0, maxListed)] }
  }

  return {
    /** Returns the latest figures. Starts a count if there is none, or if it is out of date and cheap. */
    async report(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      if (await needsRecount(counts)) await start(counts)
      return reportOf(counts)
    },
    /** Starts a new count, unless one is running. */
    async count(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      await start(counts)
      return reportOf(counts)
    },
    async stop(by: ByProfile = {}): Promise<QualityReport> {
      const counts = await countsBy(by)
      await counts.latest?.run.stop()
      return reportOf(counts)
    },
    /** @throws PlainError `NOT_COUNTED` if no count has this figure */
    async list({ figure, offset, limit, ...by }) {
      const { count, profile, items, seqs } = await found(figure, by)
      const page = seqs.slice(offset, offset + limit)
      const rows = await reader.rows(figure, page, profile, count.startedAt - year)
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

const isActive = (count: Count | undefined): count is Count =>
  count?.run.state === 'waiting' || count?.run.state === 'running'
