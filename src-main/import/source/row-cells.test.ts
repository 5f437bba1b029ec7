import { expect, test } from 'vitest'
import { readableCells } from './row-cells.ts'

const cellOf = (cell: string) => readableCells({ line: 1, text: cell, cells: [cell] }, ['Brand'])[0]

test.each([
  '#REF!',
  '#NAAM?',
  '#WAARDE!',
  '#DEEL/0!',
  '#¿NOMBRE?',
  '#¡VALOR!',
  '#VERW!',
  '#ЗНАЧ!',
  '#ERROR!',
  '#N/D',
  '#N/A',
  '#NULL!',
  '#Н/Д',
  '#NV',
  'Loading...',
  'Err:502',
])('reads %s as an error of a spreadsheet', (text) => expect(cellOf(text)).toMatchObject({ isError: true }))

test.each(['#1', '#HASH', 'Who?', '# 5!', '#Yes!'])('reads %s as a text', (text) =>
  expect(cellOf(text)).toEqual({ name: 'Brand', cell: text }),
)
