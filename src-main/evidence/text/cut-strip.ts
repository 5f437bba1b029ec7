import type { TurnedBox } from '../../../src-shared/evidence/label/read-text.ts'
import type { ColourPicture } from '../reader/decoded-picture.ts'

/** The height of a strip, as the recognition model expects it. */
export const stripHeight = 48
const [minWidth, maxWidth] = [16, 1600]

/** A line of text cut out of a picture, turned level: the planes blue, green and red, from -1 to 1. */
export interface Strip {
  values: Float32Array
  width: number
}

/** Cuts the box out of the picture and turns it level. Pixels outside of the picture repeat its edge. */
export function cutStrip({ pixels, width, height }: ColourPicture, box: TurnedBox): Strip {
  const ideal = (stripHeight * box.width) / box.height
  const columns = Math.max(minWidth, Math.min(maxWidth, 8 * Math.round(ideal / 8)))
  const values = new Float32Array(3 * stripHeight * columns)
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  for (let row = 0; row < stripHeight; row += 1) {
    const across = ((row + 0.5) / stripHeight - 0.5) * box.height
    for (let column = 0; column < columns; column += 1) {
      const along = ((column + 0.5) / columns - 0.5) * box.width
      const x = within(box.x + along * cos - across * sin, width)
      const y = within(box.y + along * sin + across * cos, height)
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [partX, partY] = [x - left, y - top]
      const right = left + 1 < width ? 3 : 0
      const below = top + 1 < height ? 3 * width : 0
      const at = 3 * (top * width + left)
      for (let color = 0; color < 3; color += 1) {
        const corner = at + color
        const upper = mix(pixels[corner] ?? 0, pixels[corner + right] ?? 0, partX)
        const lower = mix(pixels[corner + below] ?? 0, pixels[corner + below + right] ?? 0, partX)
        values[((2 - color) * stripHeight + row) * columns + column] = mix(upper, lower, partY) / 127.5 - 1
      }
    }
  }
  return { values, width: columns }
}

const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value))
const mix = (one: number, other: number, part: number): number => one + (other - one) * part
