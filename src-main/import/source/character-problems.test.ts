import { expect, test } from 'vitest'
import { openCharacterProblems } from './character-problems.ts'

test('removes NUL characters from a row and its cells, and reports the line', () => {
  const faults = openCharacterProblems()
  expect(faults.clean({ line: 2, text: 'a\0b,c', cells: ['a\0b', 'c'] })).toEqual({
    line: 2,
    text: 'ab,c',
    cells: ['ab', 'c'],
  })
  expect(faults.notes()).toEqual(['NUL characters were removed: line 2.'])
})

test('counts the rows with undecodable characters, and keeps them', () => {
  const faults = openCharacterProblems()
  const rows = [3, 4].map((line) => ({ line, text: 'M\uFFFDsli', cells: ['M\uFFFDsli'] }))
  expect(rows.map(faults.clean)).toEqual(rows)
  expect(faults.notes().join()).toMatch(/U\+FFFD .*2 rows, the first in line 3/)
})

test('reports UTF-8 that was decoded as another encoding, but not capital letters', () => {
  const faults = openCharacterProblems()
  faults.clean({ line: 2, text: 'SÃO JOÃO, MAÇÃ “boa”, Âge 5 °C' })
  expect(faults.notes()).toEqual([])
  for (const [at, text] of ['MÃ¼sli', 'Lâ€™eau', '5 Â°C', 'CafÃ©'].entries())
    faults.clean({ line: 3 + at, text })
  expect(faults.notes().join()).toMatch(/UTF-8 .*4 rows, the first in line 3/)
})

test('reports nothing for a valid text', () => {
  const faults = openCharacterProblems()
  faults.clean({ line: 1, text: 'Müsli' })
  expect(faults.notes()).toEqual([])
})
