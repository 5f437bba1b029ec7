import { expect, test } from 'vitest'
import { openUniqueLines } from './unique-lines.ts'

test('gives rows on the same line separate line numbers, and reports it', () => {
  const lines = openUniqueLines()
  const own = (line: number) => lines.own({ line, text: '' }).line
  expect([own(1), own(4)]).toEqual([1, 4])
  expect(lines.notes()).toEqual([])
  expect([own(4), own(4), own(9)]).toEqual([5, 6, 9])
  expect(lines.notes()).toEqual([expect.stringContaining('Line 4 contains several rows')])
})
