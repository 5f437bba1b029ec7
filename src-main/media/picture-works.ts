import type { PictureChoice, PictureWork } from '../../src-shared/rpc/media-contract.ts'
import type { Clock } from '../platform/clock.ts'
import { downloadMissing } from './download.ts'
import type { PartialFiles } from './partial-files.ts'
import type { PictureFetcher } from './picture-fetcher.ts'
import type { PictureFiles } from './picture-files.ts'
import type { PictureShelf, PictureStores } from './picture-shelf.ts'
import type { WorkControl } from './picture-work.ts'
import type { ScreenVariants } from './screen-variants.ts'
import { sweepPictures } from './sweep.ts'
import { verifyPictures } from './verify.ts'

export interface PictureWorksOptions {
  stores: PictureStores
  files: PictureFiles
  variants: ScreenVariants
  partials: PartialFiles
  shelf: PictureShelf
  clock: Clock
  choice(): Promise<PictureChoice>
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
): Record<PictureWork, (control: WorkControl) => Promise<string>> {
  const { stores, files, variants, partials, shelf, clock, choice, fetcher, mend } = options
  const { keeping, pictures, pictureWriter } = stores
  return {
    async download({ signal, report }) {
      const from = options.requireFetcher()
      const { fetched, failed, leftOut } = await downloadMissing(
        { pictures, pictureWriter, fetcher: from, shelf, choice: await choice(), clock },
        { signal: AbortSignal.any([signal, options.closing()]), onProgress: report },
      )
      return [
        `${fetched} fetched`,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(leftOut > 0 ? [`${leftOut} left out: the room is full`] : []),
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

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
