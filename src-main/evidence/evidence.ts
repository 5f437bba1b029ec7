import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequirementProfile } from '../../src-shared/completeness/model.ts'
import type { evidenceContract } from '../../src-shared/evidence/contract.ts'
import type { EvidenceProgress, EvidenceState } from '../../src-shared/evidence/model.ts'
import { defaultPictureRules, type PictureRule } from '../../src-shared/media/picture-checks.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { createJobRunner } from '../platform/job-runner.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings } from '../storage/index.ts'
import { comparisonReader, comparisonWriter } from './comparison-store.ts'
import { decisionWriter, findingReader } from './finding-store.ts'
import { createPictureReading, type PictureReadingOptions } from './read-pictures.ts'
import { readingReader, readingWriter } from './reading-store.ts'

/** Processes of a run that a person has started. In the background one process works. */
const maxProcesses = Math.min(2, availableParallelism())
/** Pause in milliseconds between the parts of a comparison, for other calls. */
const slicePause = 5

/** Times that the changed items are compared in one run while records or pictures go on changing. */
const maxPasses = 3
/** Interval in milliseconds at which what was read is compared during a run. */
const compareInterval = 4000

interface EvidenceOptions extends PictureReadingOptions {
  log: Logger
  /** The program's version: another one may find more. */
  version: string
  /** The profile whose rules pictures are checked by. */
  profile(): Promise<Pick<RequirementProfile, 'pictures'>>
  /** Delay in milliseconds after the last change before pictures are read in the background. */
  quietTime?: number
}

interface RunOptions {
  signal: AbortSignal
  onProgress(progress: EvidenceProgress): void
  processes?: number
  /** Identifiers of the only items whose pictures are read; all when absent. */
  itemIds?: readonly string[]
}

export type Evidence = ReturnType<typeof createEvidence>

/** Reads the stored pictures of one workspace, and compares them with its records. */
export function createEvidence({ log, version, profile, quietTime = 30_000, ...options }: EvidenceOptions) {
  const { storage } = options
  const settings = openWorkspaceSettings(storage, log)
  const readings = storage.reader(readingReader)
  const readingsWriter = storage.writer(readingWriter)
  const findings = storage.reader(findingReader)
  const decisions = storage.writer(decisionWriter)
  const comparison = storage.reader(comparisonReader)
  const comparisons = storage.writer(comparisonWriter)
  const readPictures = createPictureReading(options)
  const runner = createJobRunner<EvidenceProgress>()
  let failure: string | undefined
  let unsubscribe: (() => void) | undefined
  let quiet: NodeJS.Timeout | undefined

  const rulesNow = async (): Promise<readonly PictureRule[]> =>
    (await profile()).pictures ?? defaultPictureRules
  /** What findings are made by, apart from records and pictures. */
  const basisOf = (rules: readonly PictureRule[]): string => JSON.stringify([version, rules])

  /** Compares the items that have changed since their findings were made. */
  async function compare({ signal, onProgress }: Pick<RunOptions, 'signal' | 'onProgress'>): Promise<void> {
    const rules = await rulesNow()
    const basis = basisOf(rules)
    if ((await comparison.state()).basis !== basis) await comparisons.begin(basis)
    let done = 0
    for (let pass = 0; pass < maxPasses; pass++) {
      const total = done + (await comparison.countPending())
      if (total === done) return
      for (let after: string | undefined = ''; after !== undefined; ) {
        const slice: Awaited<ReturnType<typeof comparison.compare>> = await comparison.compare(after, rules)
        signal.throwIfAborted()
        await comparisons.store(slice)
        done += slice.items.length
        onProgress({ step: 'comparing', done, total: Math.max(done, total) })
        after = slice.last
        if (after !== undefined) await pause(slicePause, undefined, { signal })
      }
    }
  }

  async function run({ itemIds, processes = maxProcesses, signal, onProgress }: RunOptions): Promise<void> {
    const only = itemIds && new Set(await comparison.contentsOf(itemIds))
    let comparing: Promise<void> | undefined
    let comparedAt = performance.now()
    await readPictures({
      ...{ signal, processes, only },
      onProgress: (progress) => onProgress({ step: 'reading', ...progress }),
      // Findings appear while further pictures are read. An error ends the comparison below too.
      onStored() {
        if (comparing || performance.now() - comparedAt < compareInterval) return
        comparing = compare({ signal, onProgress: () => undefined })
          .catch(() => undefined)
          .finally(() => {
            comparing = undefined
            comparedAt = performance.now()
          })
      },
    }).finally(() => comparing)
    await compare({ signal, onProgress })
  }

  async function state(): Promise<EvidenceState> {
    const [{ evidence: mode }, { pictures, read, unreadable, isStarted }, found, compared, rules] =
      await Promise.all([
        ...([settings.read(), readings.counts(), findings.counts()] as const),
        ...([comparison.state(), rulesNow()] as const),
      ])
    const running = runner.current?.progress
    return {
      ...{ mode, pictures, read, unreadable, ...found },
      isOutOfDate: isStarted && (compared.isPending || compared.basis !== basisOf(rules)),
      ...(running && { running }),
      ...(failure !== undefined && { failure }),
    }
  }

  /** Does nothing while a run goes on. */
  function begin(processes: number): void {
    if (runner.current) return
    failure = undefined
    const started = runner.start({ step: 'reading', done: 0, total: 0 }, ({ signal, report }) =>
      run({ signal, processes, onProgress: report }),
    )
    void started.ended.then(() => {
      if (started.state !== 'failed') return
      failure = started.error?.message
      log.warn({ err: started.error }, 'the pictures could not be read')
    })
  }
  const refuseFrozen = (): void => {
    const unwritable = storage.way === 'frozen' ? storage.unwritable() : undefined
    if (unwritable) throw unwritable
  }
  async function readInBackground(): Promise<void> {
    if ((await settings.read()).evidence === 'background') begin(1)
  }
  const readSoon = (): void => {
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      readInBackground().catch((error: unknown) => log.warn({ err: error }, 'the pictures were not read'))
    }, quietTime).unref()
  }

  return {
    state,
    async setMode({ mode }) {
      await settings.write({ evidence: mode })
      if (mode === 'off') await runner.current?.stop()
      if (mode === 'background') readSoon()
      return state()
    },
    async start() {
      refuseFrozen()
      if ((await settings.read()).evidence === 'off')
        throw new PlainError(
          'EVIDENCE_OFF',
          say`Reading pictures is switched off for this workspace. Switch it on, then start again.`,
        )
      begin(maxProcesses)
      return state()
    },
    async stop() {
      await runner.current?.stop()
      return state()
    },
    async clear() {
      refuseFrozen()
      await runner.current?.stop()
      await readingsWriter.clear()
      return state()
    },
    list: (wanted) => findings.list(wanted),
    /** The next findings of a list, for reading all of it. */
    after: findings.after,
    async dismiss({ reason, note, ...key }) {
      refuseFrozen()
      await decisions.decide({ ...key, decision: 'dismissed', reason, note: note.trim() })
    },
    async agree(key) {
      refuseFrozen()
      await decisions.decide({ ...key, decision: 'agreed', reason: '', note: '' })
    },
    async decideMany({ which, decision, reason, note }) {
      refuseFrozen()
      return decisions.decideMany({ which, decision, reason: reason ?? '', note: note.trim() })
    },
    async undoDecisions({ step }) {
      refuseFrozen()
      await decisions.undoStep(step)
    },
    async restore(key) {
      refuseFrozen()
      await decisions.undecide(key)
    },
    async ofItem({ itemId }) {
      const found = await findings.item(itemId, await rulesNow())
      if (found) return found
      throw new PlainError('ITEM_NOT_FOUND', say`No item of the catalog has the identifier ${itemId}.`)
    },
    /**
     * Reads and compares once, for a command, whatever the setting.
     * @throws PlainError if pictures cannot be read on this computer; the reason of the signal
     */
    async settle(wanted: RunOptions): Promise<void> {
      refuseFrozen()
      const started = runner.start(
        { step: 'reading', done: 0, total: 0 },
        ({ signal }) => run({ ...wanted, signal }),
        wanted.signal,
      )
      await started.ended
      if (started.error) throw started.error
    },
    /** Reads pictures after each change, if the setting is `background`. */
    startBackgroundWork(): void {
      unsubscribe ??= storage.changes.subscribe(({ changes }) => {
        if (changes.some(({ topic }) => topic === 'media' || topic === 'items')) readSoon()
      })
      readSoon()
    },
    async close(): Promise<void> {
      unsubscribe?.()
      clearTimeout(quiet)
      await runner.close()
    },
  } satisfies Room<typeof evidenceContract>
}
