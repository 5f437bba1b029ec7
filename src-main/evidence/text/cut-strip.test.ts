import { expect, test } from 'vitest'
import { cutStrip, stripHeight } from './cut-strip.ts'

/** A picture that is white in its left half and black in its right half. */
const [width, height] = [40, 40]
const pixels = Uint8Array.from({ length: 3 * width * height }, (_, at) =>
  Math.floor(at / 3) % width < width / 2 ? 255 : 0,
)
const picture = { pixels, width, height }
const middleRow = (box: { width: number; height: number; angle: number }): number[] => {
  const strip = cutStrip(picture, { x: 20, y: 20, ...box })
  return Array.from(strip.values.subarray(24 * strip.width, 25 * strip.width))
}

test('a strip has the height of the model and the proportions of its box', () => {
  const strip = cutStrip(picture, { x: 20, y: 20, width: 40, height: 10, angle: 0 })
  expect(strip.width).toBe(4 * stripHeight)
  expect(strip.values).toHaveLength(3 * stripHeight * strip.width)
})

test('is read in the direction of the box', () => {
  const level = middleRow({ width: 40, height: 10, angle: 0 })
  expect([level[0], level.at(-1)]).toEqual([1, -1])
  const upsideDown = middleRow({ width: 40, height: 10, angle: Math.PI })
  expect([upsideDown[0], upsideDown.at(-1)]).toEqual([-1, 1])
})

test('repeats the edge of the picture outside of it', () => {
  const wide = middleRow({ width: 80, height: 10, angle: 0 })
  expect([wide[0], wide.at(-1)]).toEqual([1, -1])
})
