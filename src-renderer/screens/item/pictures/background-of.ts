import {
  type Background,
  borderBackground,
  smallCopySide,
} from '../../../../src-shared/media/picture-pixels.ts'

/**
 * Classifies the outermost pixels of a loaded picture, using a scaled-down copy.
 * @returns undefined if the browser does not allow the pixels to be read
 */
export function backgroundOf(image: HTMLImageElement): Background | undefined {
  const scale = Math.min(1, smallCopySide / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  try {
    context.drawImage(image, 0, 0, width, height)
    return borderBackground(context.getImageData(0, 0, width, height))
  } catch {
    return undefined
  }
}
