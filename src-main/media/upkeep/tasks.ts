import type { PictureRelease, PictureTask } from '../../../src-shared/media/model.ts'
import { counted, say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ImageQueue } from '../derive/decode.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import { downloadMissing } from '../fetch/download-missing.ts'
import type { Refetched } from '../fetch/item-fetching.ts'
import type { PartialFiles } from '../fetch/partial-files.ts'
import type { PictureFetcher } from '../fetch/picture-fetcher.ts'
import type { KeptPictures, PictureStores } from '../keep/kept-pictures.ts'
import type { PictureChoices } from '../keep/picture-choice.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import { fitToChoice } from './fit-to-choice.ts'
import { sweepPictures } from './sweep.ts'
import type { TaskControl, TaskOutcome } from './task-runner.ts'

interface PictureTasksOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  keptPictures: KeptPictures
  clock: Clock
  images: ImageQueue
  choices: PictureChoices
  /** Undefined if no service is connected. */
  fetcher(): PictureFetcher | undefined
  /** @throws PlainError `NOT_CONNECTED` */
  requireFetcher(): PictureFetcher
  /** Aborted when the connection is closed. */
  closing(): AbortSignal
  /** Downloads a missing or damaged file again. */
  refetch(sha256: string): Promise<Refetched>
}

/** The tasks on all pictures. */
export function createPictureTasks(
  options: PictureTasksOptions,
): Record<PictureTask, (control: TaskControl) => Promise<TaskOutcome>> {
  const { stores, files, keptPictures, clock, choices, fetcher, refetch } = options

  /** Makes the stored pictures match a reduced choice. Returns summaries of the result. */
  const fitNow = async ({ signal, report }: TaskControl): Promise<string[]> => {
    const { choice, isCurrent, isFitted } = await choices.current()
    if (isFitted) return []
    const released = await fitToChoice(options, choice, {
      now: clock.now(),
      signal: AbortSignal.any([signal, options.closing()]),
      onProgress: report,
    })
    if (isCurrent()) await choices.fitted()
    return releaseWords(released)
  }
  return {
    async fit(control) {
      const summaries = await fitNow(control)
      return done(summaries.length === 0 ? say`Nothing to remove` : summaries.join(', '))
    },
    async download(control) {
      const { signal, report } = control
      const from = options.requireFetcher()
      const summaries: string[] = []
      const totals = { fetched: 0, failed: 0, leftOut: 0 }
      // A change of the choice takes effect at once, so that no unwanted picture is downloaded.
      for (let isDone = false; !isDone; ) {
        summaries.push(...(await fitNow(control)))
        const { choice, isCurrent } = await choices.current()
        const { fetched, failed, leftOut } = await downloadMissing(
          { stores, fetcher: from, keptPictures, choice, clock, isCurrent },
          { signal: AbortSignal.any([signal, options.closing()]), onProgress: report },
        )
        totals.fetched += fetched
        totals.failed += failed
        totals.leftOut += leftOut
        isDone = isCurrent()
      }
      return done(
        ...summaries,
        counted(totals.fetched, 'fetched', 'fetched'),
        ...(totals.failed > 0 ? [counted(totals.failed, 'failed', 'failed')] : []),
        ...(totals.leftOut > 0
          ? [counted(totals.leftOut, 'left out: no space left', 'left out: no space left')]
          : []),
      )
    },
    async verify({ signal, report }) {
      const { files: total } = await stores.space.usage()
      let verified = 0
      const counts = { all: 0, fetched: 0, missing: 0, unwanted: 0, kept: 0 }
      await verifyPictures({
        stores,
        files,
        signal,
        onProgress(progress) {
          verified = progress.done
          report({ ...progress, total: Math.max(total, progress.done) })
        },
        async onBad(sha256) {
          counts.all += 1
          counts[await refetch(sha256)] += 1
        },
      })
      if (counts.all === 0) return done(say`${counted(verified, 'verified', 'verified')}, no problems found`)
      return {
        ok: counts.missing + counts.kept === 0,
        summary: [counted(verified, 'verified', 'verified'), ...countWords(counts)].join(', '),
      }
    },
    async sweep({ signal, report }) {
      const {
        forgotten,
        unused,
        files: removed,
      } = await sweepPictures({
        ...options,
        signal,
        forgets: fetcher() !== undefined,
        now: clock.now(),
        onProgress: report,
      })
      if (fetcher()) await keptPictures.makeRoom(clock.now())
      return done(
        say`${counted(removed, 'file')} removed, ${counted(forgotten, 'picture')} deleted that no record uses`,
        ...(unused > 0 ? [say`${counted(unused, 'added picture')} deleted that no draft or feed uses`] : []),
      )
    },
  }
}

const done = (...summary: string[]): TaskOutcome => ({ ok: true, summary: summary.join(', ') })

const countWords = (counts: Record<Refetched | 'all', number>): string[] => [
  counted(counts.all, 'damaged or gone', 'damaged or gone'),
  ...(counts.fetched > 0 ? [counted(counts.fetched, 'fetched again', 'fetched again')] : []),
  ...(counts.missing > 0 ? [counted(counts.missing, 'missing now', 'missing now')] : []),
  ...(counts.kept > 0
    ? [counted(counts.kept, 'to be restored from a backup', 'to be restored from a backup')]
    : []),
  ...releaseWords({ removed: counts.unwanted, reduced: 0 }),
]

const releaseWords = ({ removed, reduced }: Omit<PictureRelease, 'bytes'>): string[] => [
  ...(removed > 0
    ? [counted(removed, 'removed that is not wanted any more', 'removed that are not wanted any more')]
    : []),
  ...(reduced > 0 ? [counted(reduced, 'made smaller', 'made smaller')] : []),
]

const rangeSize = 200

interface VerifyOptions {
  stores: PictureStores
  files: PictureFiles
  signal?: AbortSignal
  onProgress?(progress: { done: number; bytes: number }): void
  /** Called for each missing or damaged file. */
  onBad(sha256: string, how: 'missing' | 'damaged'): Promise<void>
}

/** Reads every stored file and compares its hash with its name. */
export async function verifyPictures(options: VerifyOptions): Promise<void> {
  const { stores, files, signal, onProgress, onBad } = options
  let done = 0
  let bytes = 0
  for (let after = ''; ; ) {
    const rows = await stores.upkeep.filesAfter(after, rangeSize)
    for (const { sha256, bytes: size } of rows) {
      signal?.throwIfAborted()
      const found = await files.verify(sha256)
      if (found !== 'intact') await onBad(sha256, found)
      done += 1
      bytes += size
      onProgress?.({ done, bytes })
    }
    const last = rows.at(-1)?.sha256
    if (rows.length < rangeSize || last === undefined) return
    after = last
  }
}
