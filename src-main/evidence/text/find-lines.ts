/**
 * Finds the lines of text in the result of the detection model: a map with the probability of each pixel that it
 * is part of a text. Connected pixels form a line.
 */

import type { TurnedBox } from '../../../src-shared/evidence/label/read-text.ts'
import { median } from '../../../src-shared/values/median.ts'

/** A pixel with a lower probability is background. */
const minProbability = 0.3
/** The mean probability of the pixels of a line. */
const minMean = 0.5
const minPixels = 12
/** The shorter side of a line. */
const minSide = 3
/** The model marks the core of a line; its box is larger by this share of area by circumference. */
const growth = 1.6
/** A box less elongated than this does not show the direction of its line. */
const minElongation = 2.5

/**
 * The boxes of all lines in a map of probabilities with rows of `width`, in pixels of the map. A short box gets
 * the median angle of the long ones, because its own shape does not show its direction.
 */
export function findLines(map: Float32Array, width: number): TurnedBox[] {
  const unseen = Uint8Array.from(map, (probability) => (probability >= minProbability ? 1 : 0))
  const found: { pixels: Uint32Array; angle: number | undefined }[] = []
  for (let start = unseen.indexOf(1); start >= 0; start = unseen.indexOf(1, start + 1)) {
    const pixels = connected(unseen, start, width)
    let sum = 0
    for (const at of pixels) sum += map[at] ?? 0
    if (pixels.length >= minPixels && sum / pixels.length >= minMean)
      found.push({ pixels, angle: angleOf(pixels, width) })
  }
  const usual = median(found.flatMap(({ angle = [] }) => angle))
  return found
    .map(({ pixels, angle }) => grown(boxAround(pixels, width, angle ?? usual)))
    .filter((box) => Math.min(box.width, box.height) >= minSide)
}

/** Removes the pixels connected with `start` from `unseen`, and returns them. */
function connected(unseen: Uint8Array, start: number, width: number): Uint32Array {
  const pixels = [start]
  unseen[start] = 0
  const visit = (at: number): void => {
    if (unseen[at] !== 1) return
    unseen[at] = 0
    pixels.push(at)
  }
  // The list grows while it is read.
  for (const at of pixels) {
    const column = at % width
    if (column > 0) visit(at - 1)
    if (column < width - 1) visit(at + 1)
    visit(at - width)
    visit(at + width)
  }
  return Uint32Array.from(pixels)
}

/** The direction in which the pixels extend furthest, in radians; undefined if they form no elongated shape. */
function angleOf(pixels: Uint32Array, width: number): number | undefined {
  const { length } = pixels
  let [sumX, sumY] = [0, 0]
  for (const at of pixels) {
    sumX += at % width
    sumY += Math.floor(at / width)
  }
  const [meanX, meanY] = [sumX / length, sumY / length]
  let [xx, yy, xy] = [0, 0, 0]
  for (const at of pixels) {
    const [x, y] = [(at % width) - meanX, Math.floor(at / width) - meanY]
    xx += x * x
    yy += y * y
    xy += x * y
  }
  // The variances along the two main directions.
  const spread = Math.hypot(xx - yy, 2 * xy)
  const [long, short] = [(xx + yy + spread) / 2, (xx + yy - spread) / 2]
  if (long < minElongation ** 2 * short) return undefined
  return 0.5 * Math.atan2(2 * xy, xx - yy)
}

function boxAround(pixels: Uint32Array, width: number, angle: number): TurnedBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const [along, across] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, along)
    right = Math.max(right, along + 1)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across + 1)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left,
    height: bottom - top,
    angle,
  }
}

function grown(box: TurnedBox): TurnedBox {
  const { width, height } = box
  const margin = (growth * width * height) / (width + height)
  return { ...box, width: width + margin, height: height + margin }
}
