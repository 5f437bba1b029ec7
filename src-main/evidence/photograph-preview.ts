import type { PhotographPreview } from '../../src-shared/evidence/photograph.ts'
import { loadSharp, openImage } from '../platform/image-library.ts'

/** Maximum longer side in pixels, as of the previews that the page draws. */
const maxSide = 2400

/**
 * A copy of a photograph that every browser shows: upright, opaque, and in at most 2400 pixels.
 * @throws if the picture cannot be decoded
 */
export async function photographPreview(bytes: Uint8Array): Promise<PhotographPreview> {
  const sharp = await loadSharp()
  const { data, info } = await openImage(sharp, bytes)
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { url: `data:image/jpeg;base64,${data.toString('base64')}`, width, height }
}
