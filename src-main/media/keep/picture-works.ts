import type { PictureRelease, PictureTask } from '../../../src-shared/media/model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ImageQueue } from '../derive/image-queue.ts'
import type { ScreenVariants } from '../derive/screen-variants.ts'
import { downloadMissing } from '../fetch/download.ts'
import type { PartialFiles } from '../fetch/partial-files.ts'
import type { PictureFetcher } from '../fetch/picture-fetcher.ts'
import { fitToChoice } from './fit-choice.ts'
import type { PictureChoices } from './picture-choices.ts'
import type { PictureFiles } from './picture-files.ts'
import type { PictureShelf, PictureStores } from './picture-shelf.ts'
import type { WorkControl } from './picture-work.ts'
import { sweepPictures } from './sweep.ts'
import { verifyPictures } from './verify.ts'

export interface PictureWorksOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  shelf: PictureShelf
  clock: Clock
  images: ImageQueue
  choices: PictureChoices
  /** Absent where no service is connected. */
  fetcher(): PictureFetcher | undefined
  /** @throws PictureKeepingError */
  requireFetcher(): PictureFetcher
  /** Aborted when the connection ends. */
  closing(): AbortSignal
  /** Sees to a file that is gone or damaged. */
  mend(sha256: string): Promise<void>
}

/** The works that go over all the pictures; each answers what it came to, in words. */
export function createPictureWorks(
  options: PictureWorksOptions,
): Record<PictureTask, (control: WorkControl) => Promise<string>> {
  const { stores, files, variants, partials, shelf, clock, choices, fetcher, mend } = options
  const { keeping } = stores

  /** Brings what is kept in line with the choice, when that asks for less than before; says what it came to. */
  const fitNow = async ({ signal, report }: WorkControl): Promise<string[]> => {
    const { choice, isCurrent, isFitted } = await choices.current()
    if (isFitted) return []
    const released = await fitToChoice({ ...options, ...stores }, choice, {
      now: clock.now(),
      signal: AbortSignal.any([signal, options.closing()]),
      onProgress: report,
    })
    if (isCurrent()) await choices.fitted()
    return releaseWords(released)
  }
  return {
    async fit(control) {
      const said = await fitNow(control)
      return said.length === 0 ? 'Nothing had to go' : said.join(', ')
    },
    async download(control) {
      const { signal, report } = control
      const from = options.requireFetcher()
      const said: string[] = []
      const came = { fetched: 0, failed: 0, leftOut: 0 }
      // A choice that changes in between is followed at once: what it no longer wants is not fetched first.
      for (let isDone = false; !isDone; ) {
        said.push(...(await fitNow(control)))
        const { choice, isCurrent } = await choices.current()
        const { fetched, failed, leftOut } = await downloadMissing(
          { ...stores, fetcher: from, shelf, choice, clock, goesOn: isCurrent },
          { signal: AbortSignal.any([signal, options.closing()]), onProgress: report },
        )
        came.fetched += fetched
        came.failed += failed
        came.leftOut += leftOut
        isDone = isCurrent()
      }
      return [
        ...said,
        `${came.fetched} fetched`,
        ...(came.failed > 0 ? [`${came.failed} failed`] : []),
        ...(came.leftOut > 0 ? [`${came.leftOut} left out: the room is full`] : []),
      ].join(', ')
    },
    async verify({ signal, report }) {
      const { files: total } = await keeping.usage()
      let verified = 0
      let bad = 0
      await verifyPictures({
        keeping,
        files,
        signal,
        onProgress(progress) {
          verified = progress.done
          report({ ...progress, total: Math.max(total, progress.done) })
        },
        async onBad(sha256) {
          bad += 1
          await mend(sha256)
        },
      })
      const fate = fetcher() ? 'fetched again' : 'in need of a copy from a backup'
      return bad === 0
        ? `${verified} verified, all as they should be`
        : `${verified} verified, ${bad} ${fate}`
    },
    async sweep({ signal, report }) {
      const { forgotten, files: removed } = await sweepPictures({
        ...stores,
        files,
        variants,
        partials,
        shelf,
        signal,
        forgets: fetcher() !== undefined,
        now: clock.now(),
        onProgress: report,
      })
      if (fetcher()) await shelf.makeRoom(clock.now())
      return `${counted(removed, 'file')} removed, ${counted(forgotten, 'picture')} forgotten that no record names`
    },
  }
}

const releaseWords = ({ removed, reduced }: PictureRelease): string[] => [
  ...(removed > 0 ? [`${removed} removed that are not wanted any more`] : []),
  ...(reduced > 0 ? [`${reduced} made smaller`] : []),
]
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
