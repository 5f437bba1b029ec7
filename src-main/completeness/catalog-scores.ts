import { setTimeout as pause } from 'node:timers/promises'
import {
  type CatalogScores,
  isForContentPlus,
  type RequirementProfile,
  type StoredProfile,
} from '../../src-shared/completeness/model.ts'
import type { Topic } from '../../src-shared/rpc/changes.ts'
import { createJobRunner } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import { scoreReader, scoreWriter } from './score-store.ts'

/** Delay in milliseconds from a change to the count, so that a run of changes is counted once. */
const settleTime = 300
/** Pause in milliseconds between slices, for other calls. */
const slicePause = 5
/** Interval in milliseconds at which scores of an unfinished count are published. */
const publishInterval = 5000
/** A complete count is repeated for other data than items after this many times its duration. */
const pauseFactor = 4

interface CatalogScoresOptions {
  storage: Storage
  /** The default profile. */
  profile: () => Promise<StoredProfile>
  log: Logger
}

/** Counts the scores of all items by the default profile in the background. */
export function createCatalogScores({ storage, profile, log }: CatalogScoresOptions) {
  const reader = storage.reader(scoreReader)
  const writer = storage.writer(scoreWriter)
  const settings = openWorkspaceSettings(storage, log)
  const runner = createJobRunner<number>()
  let unsubscribe: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  let isActive = false
  let trouble: string | undefined
  /** Duration of the last complete count of all items, and its end. */
  let lastAll = { took: 0, endedAt: 0 }

  const basisOf = async ({ id, profile }: StoredProfile): Promise<string> =>
    JSON.stringify([id, profile, (await settings.read()).role])
  const asOfNow = (profile: RequirementProfile): string =>
    JSON.stringify(otherTopics(profile).map((topic) => storage.changeNumber(topic)))

  async function count(signal: AbortSignal, report: (progress: number) => void): Promise<void> {
    const counted = await profile()
    const basis = await basisOf(counted)
    let state = await reader.state()
    if (state.basis !== basis) state = await writer.begin(basis)
    const asOf = asOfNow(counted.profile)
    // Other data than items may change the score of any item.
    const all = state.asOf !== asOf
    const { generation } = state
    const scanned = storage.changeNumber()
    const ranges = await reader.changedRanges(all ? -1 : state.scanned)
    if (ranges.length === 0 && !all && state.scanned >= storage.changeNumber('items')) return
    const began = performance.now()
    let published = began
    for (const [index, range] of ranges.entries()) {
      for (let after: number | undefined = -1; after !== undefined; ) {
        const slice: Awaited<ReturnType<typeof reader.slice>> = await reader.slice(counted.profile, {
          ...{ generation, range, after, all },
        })
        signal.throwIfAborted()
        const isShown = performance.now() - published > publishInterval
        if (isShown) published = performance.now()
        if (slice.scores.length > 0) await writer.store(generation, slice.scores, isShown)
        after = slice.last
        if (after !== undefined) await pause(slicePause, undefined, { signal })
      }
      report((index + 1) / ranges.length)
    }
    await writer.finish(generation, scanned, asOf)
    if (all) lastAll = { took: performance.now() - began, endedAt: performance.now() }
  }

  function start(): void {
    isWanted = false
    const run = runner.start(0, async ({ signal, report }) => count(signal, report))
    void run.ended.then(async () => {
      trouble = run.state === 'failed' ? (run.error?.message ?? '') : undefined
      if (run.state === 'failed') log.error({ err: run.error }, 'the completeness could not be counted')
      // Only something that changed during the run is counted again.
      else if (run.state === 'completed' && isWanted) schedule(settleTime)
    })
  }
  /** Counts soon, or after the active run. */
  function schedule(delay: number): void {
    if (!isActive) return
    isWanted = true
    if (runner.current || timer) return
    timer = setTimeout(() => {
      timer = undefined
      start()
    }, delay).unref()
  }
  const onChange = (topics: ReadonlySet<Topic>): void => {
    const isByItems = (['items', 'completeness', 'workspace', 'upkeep'] as const).some((one) =>
      topics.has(one),
    )
    if (isByItems) schedule(settleTime)
    else if ((['media', 'lookups', 'received-feeds'] as const).some((one) => topics.has(one)))
      schedule(Math.max(settleTime, lastAll.endedAt + pauseFactor * lastAll.took - performance.now()))
  }

  return {
    /** The profile that the catalog is scored by, and whether all scores are current. */
    async state(): Promise<CatalogScores> {
      const counted = await profile()
      const [state, basis] = await Promise.all([reader.state(), basisOf(counted)])
      const isCurrent =
        state.basis === basis &&
        state.asOf === asOfNow(counted.profile) &&
        state.scanned >= storage.changeNumber('items')
      return {
        profileId: counted.id,
        profileName: counted.profile.name,
        state: isCurrent ? 'current' : trouble !== undefined ? 'failed' : isActive ? 'counting' : 'stopped',
        progress: isCurrent ? 1 : (runner.current?.progress ?? 0),
        ...(trouble !== undefined && !isCurrent && { trouble }),
      }
    },
    /** Counts now, and after each change. */
    startBackgroundWork(): void {
      isActive = true
      unsubscribe ??= storage.changes.subscribe(({ changes }) =>
        onChange(new Set(changes.map(({ topic }) => topic))),
      )
      schedule(0)
    },
    /** Counts once, for a command. Does nothing if all scores are current. */
    async settle(): Promise<void> {
      const run = runner.start(0, async ({ signal, report }) => count(signal, report))
      await run.ended
      if (run.error && run.state === 'failed') throw run.error
    },
    async close(): Promise<void> {
      isActive = false
      unsubscribe?.()
      clearTimeout(timer)
      await runner.close()
    },
  }
}

/** Topics other than items whose changes may change a score by this profile. */
function otherTopics(profile: RequirementProfile): Topic[] {
  const paths = profile.requirements.flatMap(({ path, or = [] }) => [path, ...or])
  const topics: Topic[] = []
  if (profile.requirements.some(({ pixels }) => pixels !== undefined)) topics.push('media')
  if (paths.some((path) => /^(distributor|importer)Id/.test(path))) topics.push('lookups')
  if (isForContentPlus(profile) || paths.some((path) => /^(contentPlus|manufacturerContent)/.test(path)))
    topics.push('received-feeds')
  return topics
}
