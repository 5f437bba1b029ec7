import type { PictureBox } from '../../../src-shared/evidence/model.ts'

/** Margin around a box, as a fraction of its longer side in pixels. */
const margin = 0.2

/**
 * The part of a picture to enlarge, in fractions: the box with a margin, which shows where it is.
 * @param width width and `height` of the picture in pixels
 */
export function cropOf(box: PictureBox, { width, height }: { width: number; height: number }): PictureBox {
  const space = margin * Math.max(box.width * width, box.height * height)
  const [x, right] = [box.x - space / width, box.x + box.width + space / width]
  const [y, bottom] = [box.y - space / height, box.y + box.height + space / height]
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return { x: left, y: top, width: Math.min(1, right) - left, height: Math.min(1, bottom) - top }
}
