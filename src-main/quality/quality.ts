import type { StoredProfile } from '../../src-shared/completeness/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { QualityList, QualityReport } from '../../src-shared/quality/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Completeness } from '../completeness/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { figureLabel, figuresOf } from './figures.ts'
import { qualityReader } from './quality-store.ts'
import { addSums, type Count, emptySums } from './sums.ts'

/** Items asked for at a time; a slice ends earlier when its time is up. */
const inSlice = 500
/** A count that took less, in milliseconds, is made anew without being asked for. */
const quick = 5000
/** So is one that ended longer ago, in milliseconds. */
const old = 10 * 60_000
const year = 365 * 24 * 60 * 60_000

/** The quality of one workspace's catalog, counted in the background and kept in memory. */
export interface Quality {
  /** Begins a count where there is none, or where the last one is out of date and counting is quick. */
  report(): Promise<QualityReport>
  /** Counts anew; a count that is under way goes on. */
  count(): Promise<QualityReport>
  stop(): Promise<QualityReport>
  /** @throws PlainError `NOT_COUNTED` while there is no count that has this figure */
  list(question: { figure: string; offset: number; limit: number }): Promise<QualityList>
  ids(question: { figure: string; limit: number }): Promise<string[]>
  close(): Promise<void>
}

interface QualityOptions {
  storage: Storage
  completeness: Pick<Completeness, 'profiles'>
  clock: Clock
  log: Logger
}

export function createQuality({ storage, completeness, clock, log }: QualityOptions): Quality {
  const reader = storage.reader(qualityReader)
  /** The last one that came to its end, and the one under way or stopped. */
  let done: Count | undefined
  let current: Count | undefined
  let trouble: string | undefined
  let begun: Promise<void> | undefined
  let isClosed = false

  async function defaultProfile(): Promise<StoredProfile> {
    const { profiles, defaultId } = await completeness.profiles()
    const found = profiles.find(({ id }) => id === defaultId)
    if (!found) throw new Error(`no profile ${defaultId}`)
    return found
  }
  /** What figures are about: another text means that they are out of date. */
  const present = ({ profile }: StoredProfile): string =>
    JSON.stringify([storage.changeNumber('items'), storage.changeNumber('media'), profile])

  async function run(count: Count): Promise<void> {
    try {
      let after = Number.MIN_SAFE_INTEGER
      while (count.state === 'counting') {
        const { last, passed, ...sums } = await reader.slice(
          count.profile.profile,
          count.startedAt - year,
          after,
          inSlice,
        )
        if (count.state !== 'counting') return
        count.counted += passed
        addSums(count.sums, sums)
        if (last === undefined) {
          count.state = 'completed'
          count.endedAt = clock.now()
          done = count
        } else after = last
      }
    } catch (error) {
      count.state = 'failed'
      if (isClosed) return
      log.error({ err: error }, 'the quality of the catalog could not be counted')
      trouble = error instanceof Error ? error.message : String(error)
    }
  }

  async function start(profile: StoredProfile): Promise<void> {
    if (current?.state === 'counting' || isClosed) return
    trouble = undefined
    const asOf = present(profile)
    const count: Count = {
      state: 'counting',
      profile,
      asOf,
      counted: 0,
      total: await reader.total(),
      startedAt: clock.now(),
      sums: emptySums(),
      ended: Promise.resolve(),
    }
    current = count
    count.ended = run(count)
  }
  /** Two that ask at once begin one count. */
  const startOnce = (profile: StoredProfile): Promise<void> => {
    begun ??= start(profile).finally(() => {
      begun = undefined
    })
    return begun
  }

  /** What is shown: the last whole count, else what there is of the first one. */
  const shown = (): Count | undefined => done ?? current
  const told = (profile: StoredProfile): QualityReport => {
    const count = shown()
    return {
      ...(count && { figures: figuresOf(count, count.asOf !== present(profile)) }),
      ...(current?.state === 'counting' && {
        counting: { counted: current.counted, total: current.total },
      }),
      ...(trouble !== undefined && { trouble }),
    }
  }
  function isWorthwhile(profile: StoredProfile): boolean {
    if (current === undefined) return true
    if (done === undefined || current !== done || done.asOf === present(profile)) return false
    const { startedAt, endedAt = startedAt } = done
    return endedAt - startedAt < quick || clock.now() - endedAt > old
  }
  function found(figure: string) {
    const count = shown()
    const sum = count?.sums.figures.get(figure)
    if (!count)
      throw new PlainError(
        'NOT_COUNTED',
        say`The quality of the catalog is not counted yet. Open Quality first.`,
      )
    return { count, items: sum?.items ?? 0, seqs: sum?.seqs ?? [] }
  }

  return {
    async report() {
      const profile = await defaultProfile()
      if (isWorthwhile(profile)) await startOnce(profile)
      return told(profile)
    },
    async count() {
      const profile = await defaultProfile()
      await startOnce(profile)
      return told(profile)
    },
    async stop() {
      if (current?.state === 'counting') current.state = 'stopped'
      await current?.ended
      return told(await defaultProfile())
    },
    async list({ figure, offset, limit }) {
      const { count, items, seqs } = found(figure)
      const rows = await reader.rows(figure, seqs.slice(offset, offset + limit), count.startedAt - year)
      return { label: figureLabel(count.sums, figure), items, listed: seqs.length, offset, rows }
    },
    ids: ({ figure, limit }) => reader.ids(found(figure).seqs.slice(0, limit)),
    async close() {
      isClosed = true
      await begun
      if (current?.state === 'counting') current.state = 'stopped'
      await current?.ended
    },
  }
}
