import PQueue from 'p-queue'
import type { PictureSource } from '../export/index.ts'
import { derivePicture, type Media, maxConcurrentPictures } from '../media/index.ts'

/** Large enough for a printed picture of 4 cm. */
const printed = { kind: 'square', size: 600, format: 'jpg' } as const

/** The stored pictures for exports. A picture that cannot be decoded counts as missing. */
export function exportedPictures(
  media: Pick<Media, 'fronts' | 'file' | 'kept' | 'reasonsMissing'>,
): PictureSource {
  const bytes = async (sha256: string): Promise<Uint8Array | undefined> =>
    (await media.file(sha256, 'original'))?.bytes
  const small = async (sha256: string): Promise<Uint8Array | undefined> => {
    const original = await bytes(sha256)
    return original && derivePicture(original, printed).catch(() => undefined)
  }
  return {
    kept: (urls) => media.kept(urls),
    bytes,
    reasonsMissing: (urls) => media.reasonsMissing(urls),
    async smallFronts(itemIds) {
      const queue = new PQueue({ concurrency: maxConcurrentPictures })
      const fronts = await media.fronts(itemIds)
      return queue.addAll(
        fronts.map(
          ({ sha256 }) =>
            async () =>
              sha256 === undefined ? undefined : small(sha256),
        ),
      )
    },
  }
}
