import { expect, test } from 'vitest'
import { findLines } from './find-lines.ts'

const [width, height] = [120, 100]

/** A map in which the pixels inside of turned rectangles have a probability. */
function map(
  ...bars: { x: number; y: number; length: number; thickness: number; angle: number; of?: number }[]
) {
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const bar of bars) {
        const [cos, sin] = [Math.cos(bar.angle), Math.sin(bar.angle)]
        const along = (x - bar.x) * cos + (y - bar.y) * sin
        const across = (y - bar.y) * cos - (x - bar.x) * sin
        if (Math.abs(along) <= bar.length / 2 && Math.abs(across) <= bar.thickness / 2)
          values[y * width + x] = bar.of ?? 0.9
      }
  return values
}

test('finds two lines, each larger than its marked core', () => {
  const boxes = findLines(
    map(
      { x: 60, y: 20, length: 60, thickness: 6, angle: 0 },
      { x: 50, y: 60, length: 40, thickness: 6, angle: 0 },
    ),
    width,
  )
  expect(boxes).toHaveLength(2)
  expect(boxes[0]?.x).toBeCloseTo(60.5, 0)
  expect(boxes[0]?.y).toBeCloseTo(20.5, 0)
  expect(boxes[0]?.width).toBeGreaterThan(61)
  expect(boxes[0]?.height).toBeGreaterThan(7)
  expect(boxes[1]?.y).toBeCloseTo(60.5, 0)
})

test('finds the angle of a turned line, and gives it to a short one', () => {
  const boxes = findLines(
    map(
      { x: 60, y: 30, length: 70, thickness: 6, angle: 0.3 },
      { x: 30, y: 70, length: 8, thickness: 8, angle: 0 },
    ),
    width,
  )
  expect(boxes.map(({ angle }) => angle.toFixed(1))).toEqual(['0.3', '0.3'])
})

test('ignores specks and improbable shapes', () => {
  expect(
    findLines(
      map(
        { x: 20, y: 20, length: 2, thickness: 2, angle: 0 },
        { x: 60, y: 60, length: 50, thickness: 6, angle: 0, of: 0.35 },
      ),
      width,
    ),
  ).toEqual([])
  expect(findLines(new Float32Array(width * height), width)).toEqual([])
})
