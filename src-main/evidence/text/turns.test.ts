import { expect, test } from 'vitest'
import { levelled, possibleTurns, turned, turnsOf } from './turns.ts'

const wide = { x: 50, y: 20, width: 80, height: 10, angle: 0.05 }
const tall = { x: 50, y: 20, width: 80, height: 10, angle: Math.PI / 2 + 0.05 }

test('a level box has its width across the picture', () => {
  expect(levelled(wide)).toEqual({ ...wide, isTall: false })
  const level = levelled(tall)
  expect(level).toMatchObject({ width: 10, height: 80, isTall: true })
  expect(level.angle).toBeCloseTo(0.05)
  expect(levelled({ ...wide, angle: Math.PI }).angle).toBeCloseTo(0)
})

test('four quarters lead back', () => {
  const back = [1, 1, 1, 1].reduce((box, quarters) => turned(box, quarters), wide)
  expect(back).toMatchObject({ width: 80, height: 10 })
  expect(back.angle).toBeCloseTo(wide.angle + 2 * Math.PI)
})

test('the longest lines decide between upright and lying pictures', () => {
  const number = levelled({ ...wide, width: 12 })
  expect(possibleTurns([levelled(wide), number])).toEqual({
    turns: [0, 2],
    samples: [levelled(wide), number],
  })
  expect(possibleTurns([levelled(tall), number, number])).toEqual({
    turns: [-1, 1],
    samples: [levelled(tall)],
  })
})

test('a line across the direction of reading is read in both ways', () => {
  expect(turnsOf(levelled(wide), 0)).toEqual([0])
  expect(turnsOf(levelled(tall), 2)).toEqual([-1, 1])
  expect(turnsOf(levelled(tall), -1)).toEqual([-1])
  expect(turnsOf(levelled(wide), 1)).toEqual([0, 2])
  expect(turnsOf(levelled({ ...wide, width: 12 }), 1)).toEqual([1])
})
