import { loadSharp } from '../../platform/image-library.ts'

/** Minimum range of grey values. A picture with a smaller range is blank, and its hash would be random. */
const minContrast = 24
/** Grey values by which a neighbour must be darker; smaller differences are compression noise. */
const minStep = 3

/**
 * Difference hash of a picture, for finding near duplicates: eight rows of eight bits, each set if the
 * picture becomes darker to the right.
 * @returns 8 bytes; undefined for a blank picture
 */
export async function differenceHash(thumbnail: Uint8Array): Promise<Uint8Array | undefined> {
  const sharp = await loadSharp()
  const grey = await sharp(thumbnail)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer()
  if (Math.max(...grey) - Math.min(...grey) < minContrast) return undefined
  const signs = new Uint8Array(8)
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const here = grey[row * 9 + column] ?? 0
      const right = grey[row * 9 + column + 1] ?? 0
      if (here - right >= minStep) signs[row] = (signs[row] ?? 0) | (1 << column)
    }
  return signs
}
