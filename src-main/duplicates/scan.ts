import { type DuplicateScan, maxPairs, type Pair } from '../../src-shared/duplicates/model.ts'
import type { Clock } from '../platform/clock.ts'
import { createJobRunner, type JobControl, type JobRun } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import { rejectOnAbort } from '../platform/reject-on-abort.ts'
import type { Storage } from '../storage/index.ts'
import type { PictureHasher } from './hash-pictures.ts'
import { type Front, type ScannedSlice, scanReader } from './scan-store.ts'

/** Items per range: about ten milliseconds. */
const itemsPerSlice = 500

type ScanProgress = Pick<DuplicateScan, 'step' | 'done' | 'total'>

/** The results of a scan so far. */
interface Found {
  pairs: Pair[]
  isPart: boolean
  /** Identifiers of the items in the pairs, by row number. */
  ids: Map<number, string>
}

interface Scan extends Pick<DuplicateScan, 'items' | 'asOf' | 'startedAt'> {
  run: JobRun<ScanProgress>
  found: Found
}

/** Runs one scan of the entire catalog at a time, range by range, in a separate thread. */
export function createScanner({
  storage,
  signs,
  clock,
  log,
}: {
  storage: Storage
  signs: PictureHasher
  clock: Clock
  log: Logger
}) {
  const reader = storage.reader(scanReader, { apart: true })
  const runner = createJobRunner<ScanProgress>()
  let latest: Scan | undefined

  async function scan(
    { signal, report }: JobControl<ScanProgress>,
    found: Found,
    total: number,
  ): Promise<void> {
    const keep = (pairs: readonly Pair[]): void => {
      const room = maxPairs - found.pairs.length
      found.isPart ||= pairs.length > room
      found.pairs.push(...pairs.slice(0, Math.max(0, room)))
    }
    await rejectOnAbort(
      signal,
      signs.run((progress) => report({ step: 'pictures', ...progress })),
    )
    const fronts: Front[] = []
    let done = 0
    report({ step: 'codes', done, total })
    for (let after: number | undefined = Number.MIN_SAFE_INTEGER; !signal.aborted && after !== undefined; ) {
      const slice: ScannedSlice = await reader.slice(after, itemsPerSlice)
      keep(slice.pairs)
      for (const front of slice.fronts) fronts.push(front)
      done += slice.passed
      report({ step: 'codes', done, total })
      after = slice.last
    }
    const brands = signal.aborted ? [] : await reader.brands()
    const inBrands = brands.reduce((sum, { items }) => sum + items, 0)
    done = 0
    for (let at = 0; !signal.aborted && at < brands.length; ) {
      report({ step: 'names', done, total: inBrands })
      let items = 0
      const from = at
      while (at < brands.length && (items === 0 || items < itemsPerSlice)) items += brands[at++]?.items ?? 0
      const { pairs, isPart } = await reader.names(brands.slice(from, at).map(({ id }) => id))
      keep(pairs)
      found.isPart ||= isPart
      done += items
    }
    if (!signal.aborted) {
      report({ step: 'comparing', done: 0, total: fronts.length })
      keep(await reader.pictures(fronts))
    }
    // The results of a stopped scan are shown too.
    found.ids = new Map(await reader.ids([...new Set(found.pairs.flatMap(({ one, other }) => [one, other]))]))
    signal.throwIfAborted()
  }

  const shown = ({ run, found: { isPart }, ...of }: Scan): DuplicateScan => ({
    ...of,
    ...run.progress,
    state: run.state === 'waiting' || run.state === 'running' ? 'looking' : run.state,
    isPart,
    isOutOfDate: storage.changeNumber('items') !== of.asOf,
    ...(run.state === 'failed' && run.error && { note: run.error.message }),
  })
  return {
    async start(): Promise<DuplicateScan> {
      const items = await reader.total()
      void latest?.run.stop()
      const found: Found = { pairs: [], isPart: false, ids: new Map() }
      const asOf = storage.changeNumber('items')
      const startedAt = new Date(clock.now()).toISOString()
      const first: ScanProgress = { step: 'pictures', done: 0, total: 0 }
      const run = runner.start(first, (control) => scan(control, found, items))
      void run.ended.then(() => {
        if (run.state === 'failed') log.error({ err: run.error }, 'the look for duplicates failed')
      })
      latest = { run, found, items, asOf, startedAt }
      return shown(latest)
    },
    async stop(): Promise<DuplicateScan | null> {
      await latest?.run.stop()
      return latest ? shown(latest) : null
    },
    state: (): DuplicateScan | null => (latest ? shown(latest) : null),
    /** The results of the last scan; undefined while one is running. */
    result: (): Found | undefined => (latest && shown(latest).state !== 'looking' ? latest.found : undefined),
    close: (): Promise<void> => runner.close(),
  }
}
