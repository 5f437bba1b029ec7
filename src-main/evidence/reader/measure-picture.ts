import type { PictureMeasures } from '../../../src-shared/media/picture-checks.ts'
import { placementOf, smallCopySide } from '../../../src-shared/media/picture-pixels.ts'
import type { DecodedPicture, GrayPicture } from './decoded-picture.ts'

/** Longer side of the copy whose sharpness is measured, in pixels: about the size on a product page. */
const sharpnessSide = 800

/** Measures what the rules for pictures need. */
export async function measurePicture(picture: DecodedPicture): Promise<PictureMeasures> {
  const [small, gray] = [await picture.rgba(smallCopySide), await picture.gray(sharpnessSide)]
  const { data } = small
  let isTransparent = false
  for (let at = 3; at < data.length; at += 4) isTransparent ||= (data[at] ?? 255) < 250
  return { ...picture.facts, ...placementOf(small), isTransparent, sharpness: sharpnessOf(gray) }
}

/**
 * The variance of the Laplacian of the brightness, among the pixels with any difference to their neighbours: a plain
 * background says nothing about sharpness. Blurred edges have low values.
 */
function sharpnessOf({ pixels, width, height }: GrayPicture): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const value =
        4 * (pixels[at] ?? 0) -
        (pixels[at - 1] ?? 0) -
        (pixels[at + 1] ?? 0) -
        (pixels[at - width] ?? 0) -
        (pixels[at + width] ?? 0)
      if (value === 0) continue
      count++
      sum += value
      squares += value * value
    }
  if (count === 0) return 0
  const mean = sum / count
  return Math.round(squares / count - mean * mean)
}
