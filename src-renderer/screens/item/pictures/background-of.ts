import type { PictureFacts } from '../../../../src-shared/media/picture-checks.ts'

const longest = 256
/** Of 255: what counts as white, for the noise of JPEG. */
const whiteFrom = 245
/** How much of the border may be the product itself, or noise. */
const tolerated = 0.02

/**
 * What the outermost pixels of a loaded picture are, looked at in a small copy.
 * @returns undefined where the browser does not let the pixels be read
 */
export function backgroundOf(image: HTMLImageElement): PictureFacts['background'] {
  const scale = Math.min(1, longest / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  try {
    context.drawImage(image, 0, 0, width, height)
    return judge(context.getImageData(0, 0, width, height))
  } catch {
    return undefined
  }
}

function judge({ data, width, height }: ImageData): PictureFacts['background'] {
  let [white, clear, all] = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)) {
      const at = 4 * (y * width + x)
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
      all++
      if (alpha < 10) clear++
      else if (Math.min(red, green, blue) >= whiteFrom) white++
    }
  const enough = all * (1 - tolerated)
  if (clear >= enough) return 'transparent'
  return white + clear >= enough ? 'white' : 'other'
}
