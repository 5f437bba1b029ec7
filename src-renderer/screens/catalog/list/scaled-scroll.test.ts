import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Geometry,
  maximumHeight,
  physicalHeight,
  positionAfterScroll,
  positionAt,
  positionShowing,
  rowTop,
  startPosition,
  visibleRows,
} from './scaled-scroll.ts'

const geometries = fc.record({
  rows: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20_000_000 })),
  rowHeight: fc.integer({ min: 20, max: 60 }),
  viewport: fc.integer({ min: 100, max: 2_000 }),
})
const million: Geometry = { rows: 1_000_000, rowHeight: 44, viewport: 700 }

test('no list is taller than a browser can scroll, and short lists are not scaled at all', () => {
  fc.assert(
    fc.property(geometries, fc.nat(), (geometry, offset) => {
      expect(physicalHeight(geometry)).toBeLessThanOrEqual(maximumHeight)
      const position = positionAt(offset, geometry)
      if (geometry.rows * geometry.rowHeight <= maximumHeight)
        expect(position.physical).toBe(position.logical)
    }),
  )
})

test('every row can be scrolled to from any position, and is then drawn in the visible part', () => {
  fc.assert(
    fc.property(geometries, fc.nat(), fc.nat(), (geometry, from, to) => {
      fc.pre(geometry.rows > 0)
      const index = to % geometry.rows
      const position = positionShowing(index, positionAt(from, geometry), geometry)
      const { first, last } = visibleRows(position, geometry, 0)
      expect(index).toBeGreaterThanOrEqual(first)
      expect(index).toBeLessThanOrEqual(last)
      const top = rowTop(index, position, geometry) - position.physical
      expect(top).toBeGreaterThanOrEqual(-1)
      expect(top + geometry.rowHeight).toBeLessThanOrEqual(geometry.viewport + 1)
    }),
  )
})

test('small steps move the rows by as many pixels as the wheel', () => {
  const middle = positionAt(20_000_000, million)
  const next = positionAfterScroll(middle, middle.physical + 100, million)
  expect(next.logical - middle.logical).toBe(100)
})

test('a drag of the scrollbar reaches the same share of the list', () => {
  const dragged = positionAfterScroll(startPosition, (maximumHeight - million.viewport) / 2, million)
  expect(dragged.logical / (1_000_000 * 44 - 700)).toBeCloseTo(0.5, 6)
})

test('the ends of the scrollbar are the ends of the list after any steps', () => {
  fc.assert(
    fc.property(
      geometries,
      fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 40 }),
      (geometry, steps) => {
        const end = Math.max(0, physicalHeight(geometry) - geometry.viewport)
        let position = positionAt(geometry.rows * geometry.rowHeight, geometry)
        for (const step of steps) {
          position = positionAfterScroll(
            position,
            Math.max(0, Math.min(end, position.physical + step)),
            geometry,
          )
        }
        expect(positionAfterScroll(position, 0, geometry).logical).toBe(0)
        const bottom = positionAfterScroll(position, end, geometry)
        const { last } = visibleRows(bottom, geometry, 0)
        if (geometry.rows > 0) expect(last).toBe(geometry.rows - 1)
      },
    ),
  )
})

test('the rows stay in place when scrolling ends', () => {
  const wandered = positionAfterScroll(
    positionAt(20_000_000, million),
    positionAt(20_000_000, million).physical + 650,
    million,
  )
  const rested = positionAt(wandered.logical, million)
  expect(rested.logical).toBe(wandered.logical)
  expect(visibleRows(rested, million, 6)).toEqual(visibleRows(wandered, million, 6))
})

test('an empty list draws nothing', () => {
  const { first, last } = visibleRows(startPosition, { ...million, rows: 0 }, 6)
  expect(last).toBeLessThan(first)
})
