import { expect, test } from 'vitest'
import type { Cell } from '../source/cell.ts'
import { openCellReadouts } from './cell-readouts.ts'
import { kept } from './readout.ts'

const column = { name: 'fat' }

function counting() {
  const readouts = openCellReadouts<object>()
  let reads = 0
  return {
    read: (cell: Cell, of: object = column) =>
      readouts(of, cell, () => kept({ cell: JSON.stringify(cell), read: ++reads })).value,
    reads: () => reads,
  }
}

test('reads equal cells of a column once', () => {
  const { read, reads } = counting()
  expect(read({ value: '1', uom: 'G' })).toBe(read({ value: '1', uom: 'G' }))
  expect(read('1 g')).toBe(read('1 g'))
  expect(reads()).toBe(2)
})

test.each<[Cell, Cell]>([
  ['1', { value: '1' }],
  ['{"value":"1"}', { value: '1' }],
  [{ value: '1' }, { value: '1', uom: 'G' }],
  [
    { a: '1', b: '2' },
    { b: '2', a: '1' },
  ],
  ['1 g', '1 g '],
])('distinguishes %j and %j', (one, other) => {
  const { read } = counting()
  expect(read(one)).not.toBe(read(other))
})

test('distinguishes columns', () => {
  const { read } = counting()
  expect(read('1')).not.toBe(read('1', { name: 'sugars' }))
})

test.each<[Cell]>([['x'.repeat(101)], [['1', '2']], [true]])(
  'reads long and other cells each time',
  (cell) => {
    const { read, reads } = counting()
    read(cell)
    read(cell)
    expect(reads()).toBe(2)
  },
)

test('refuses changes of a shared value', () => {
  const { read } = counting()
  const value = read('1') as { cell: string }
  expect(() => {
    value.cell = 'other'
  }).toThrow(TypeError)
})

test('keeps a limited number of readouts', () => {
  const { read, reads } = counting()
  for (let number = 0; number < 20_001; number++) read(String(number))
  read('0')
  expect(reads()).toBe(20_002)
})
