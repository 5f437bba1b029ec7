import type { GrayPicture } from './decoded-picture.ts'

/** Radius in pixels of the surroundings that a pixel is compared with. */
const radius = 12
/** Factor of the difference to the surroundings. */
const contrast = 3

/**
 * The picture with the brightness of each pixel relative to the mean of its surroundings. A decoder compares the pixels of
 * a line with one threshold: without this, it misses bars in a shadow, or beside a bright product.
 */
export function evenBrightness(picture: GrayPicture): GrayPicture {
  const { pixels, width, height } = picture
  const means = meansOfRows(picture)
  const evened = new Uint8ClampedArray(width * height)
  // Sums of the row means from `radius` rows above to `radius` rows below.
  const sums = new Float64Array(width)
  let count = 0
  const add = (row: number, sign: 1 | -1): void => {
    if (row < 0 || row >= height) return
    for (let x = 0, at = row * width; x < width; x++, at++) sums[x] = (sums[x] ?? 0) + sign * (means[at] ?? 0)
    count += sign
  }
  for (let row = 0; row < radius; row++) add(row, 1)
  for (let y = 0; y < height; y++) {
    add(y + radius, 1)
    add(y - radius - 1, -1)
    for (let x = 0, at = y * width; x < width; x++, at++)
      evened[at] = 128 + ((pixels[at] ?? 0) - (sums[x] ?? 0) / count) * contrast
  }
  return { ...picture, pixels: new Uint8Array(evened.buffer) }
}

/** For each pixel, the mean of the pixels up to `radius` before and after it in its row. */
function meansOfRows({ pixels, width, height }: GrayPicture): Float32Array {
  const means = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * width
    let sum = 0
    let count = 0
    for (let x = 0; x < Math.min(radius, width); x++, count++) sum += pixels[start + x] ?? 0
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += pixels[start + x + radius] ?? 0
        count++
      }
      if (x > radius) {
        sum -= pixels[start + x - radius - 1] ?? 0
        count--
      }
      means[start + x] = sum / count
    }
  }
  return means
}
