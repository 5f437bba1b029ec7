import type { Media } from '../media/index.ts'

/**
 * For each catalog item, the thumbnail of its front as a `data:` address, for a self-contained page. Undefined
 * for an item without a picture that can be read.
 */
export async function smallPictures(
  media: Pick<Media, 'fronts' | 'file'>,
  itemIds: string[],
): Promise<(string | undefined)[]> {
  const fronts = await media.fronts(itemIds)
  return Promise.all(
    fronts.map(async ({ sha256 }) => {
      const file =
        sha256 === undefined ? undefined : await media.file(sha256, 'thumbnail').catch(() => undefined)
      return file && `data:${file.mimeType};base64,${Buffer.from(file.bytes).toString('base64')}`
    }),
  )
}
