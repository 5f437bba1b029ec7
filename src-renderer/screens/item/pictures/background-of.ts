import type { PictureFacts } from '../../../../src-shared/media/picture-checks.ts'

const maxSide = 256
/** Minimum channel value (0 to 255) that counts as white, to allow for JPEG noise. */
const minWhite = 245
/** Maximum fraction of border pixels that may be the product or noise. */
const tolerance = 0.02

/**
 * Classifies the outermost pixels of a loaded picture, using a scaled-down copy.
 * @returns undefined if the browser does not allow the pixels to be read
 */
export function backgroundOf(image: HTMLImageElement): PictureFacts['background'] {
  const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  try {
    context.drawImage(image, 0, 0, width, height)
    return classifyBorder(context.getImageData(0, 0, width, height))
  } catch {
    return undefined
  }
}

function classifyBorder({ data, width, height }: ImageData): PictureFacts['background'] {
  let [white, clear, all] = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)) {
      const at = 4 * (y * width + x)
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
      all++
      if (alpha < 10) clear++
      else if (Math.min(red, green, blue) >= minWhite) white++
    }
  const enough = all * (1 - tolerance)
  if (clear >= enough) return 'transparent'
  return white + clear >= enough ? 'white' : 'other'
}
