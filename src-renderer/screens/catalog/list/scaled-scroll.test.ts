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

test('limits the height of long lists and does not scale short ones', () => {
  fc.assert(
    fc.property(geometries, fc.nat(), (geometry, offset) => {
      expect(physicalHeight(geometry)).toBeLessThanOrEqual(maximumHeight)
      const position = positionAt(offset, geometry)
      if (geometry.rows * geometry.rowHeight <= maximumHeight)
        expect(position.physical).toBe(position.logical)
    }),
  )
})

test('scrolls to any row from any position and makes it fully visible', () => {
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

test('moves the rows by the same number of pixels as a small wheel step', () => {
  const middle = positionAt(20_000_000, million)
  const next = positionAfterScroll(middle, middle.physical + 100, million)
  expect(next.logical - middle.logical).toBe(100)
})

test('maps a drag of the scrollbar to the same fraction of the list', () => {
  const dragged = positionAfterScroll(startPosition, (maximumHeight - million.viewport) / 2, million)
  expect(dragged.logical / (1_000_000 * 44 - 700)).toBeCloseTo(0.5, 6)
})

test('maps the ends of the scrollbar to the ends of the list after any steps', () => {
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

test('keeps the rows in place when scrolling ends', () => {
  const scrolled = positionAfterScroll(
    positionAt(20_000_000, million),
    positionAt(20_000_000, million).physical + 650,
    million,
  )
  const rested = positionAt(scrolled.logical, million)
  expect(rested.logical).toBe(scrolled.logical)
  expect(visibleRows(rested, million, 6)).toEqual(visibleRows(scrolled, million, 6))
})

test('returns no rows for an empty list', () => {
  const { first, last } = visibleRows(startPosition, { ...million, rows: 0 }, 6)
  expect(last).toBeLessThan(first)
})
