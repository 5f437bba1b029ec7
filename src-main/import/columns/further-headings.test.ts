import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'
import { openFurtherHeadings } from './further-headings.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

test('rejects the rows of a second table with other headings, until the first headings are repeated', async () => {
  const path = opened.file(
    [
      'GTIN,Name,Fat (g)',
      '4006381333931,Tea,5',
      'Gtin,NAME,fat (g)',
      '4006381333948,Coffee,6',
      '',
      'GTIN,Name,Sugars (g)',
      '4006381333955,Cocoa,7',
      'GTIN,Name,Fat (g)',
      '4006381333962,Milk,8',
    ].join('\n'),
  )
  const { job, rejected } = await opened.run(path)
  expect(job).toMatchObject({ state: 'completed', created: 3, rejected: 4 })
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, expect.stringContaining('repeats the headings')],
    [6, expect.stringContaining('a second table')],
    [7, expect.stringContaining('other headings begins in line 6')],
    [8, expect.stringContaining('repeats the headings')],
  ])
  expect(await opened.record('4006381333955')).toBeUndefined()
})

test('does not take a product for headings', () => {
  const rowOf = (line: number, ...cells: string[]) => ({ line, text: cells.join(), cells })
  const marked = openFurtherHeadings(rowOf(1, 'GTIN', 'Name', 'Brand'))
  for (const row of [
    rowOf(2, '4006381333931', 'Product', 'Brand'),
    rowOf(3, 'EAN', 'Tea', 'Leaf'),
    rowOf(4, '', 'Name', 'Brand'),
  ])
    expect(marked(row)).toBe(row)
})
