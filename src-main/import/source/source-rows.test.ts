import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOf, type TextFormat, type TextReading } from './source-file.ts'
import type { SourceRow } from './source-row.ts'
import { readRows } from './source-rows.ts'

const reading = (pieces: string[]): TextReading => ({
  bytesRead: () => 0,
  async *[Symbol.asyncIterator]() {
    yield* pieces
  },
})
const rowsOf = async (pieces: string[], format: TextFormat): Promise<SourceRow[]> => {
  const rows: SourceRow[] = []
  for await (const row of readRows(reading(pieces), format)) rows.push(row)
  return rows
}
const csv: TextFormat = { format: 'csv', delimiter: ',' }

describe('rows', () => {
  const table = 'gtin,name\r\n\r\n1,"two\nlines"\n2,plain\r\n,,\n3,"said ""so"""\n'

  test('have the line of their start, across blank lines and line ends within quotation marks', async () => {
    expect(await rowsOf([table], csv)).toEqual([
      { line: 1, text: 'gtin,name', cells: ['gtin', 'name'] },
      { line: 3, text: '1,"two\nlines"', cells: ['1', 'two\nlines'] },
      { line: 5, text: '2,plain', cells: ['2', 'plain'] },
      { line: 7, text: '3,"said ""so"""', cells: ['3', 'said "so"'] },
    ])
    expect(await rowsOf(['{"a":1}\n\n{"a":2}\r\n{"a":3}'], { format: 'jsonl' })).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 3, text: '{"a":2}' },
      { line: 4, text: '{"a":3}' },
    ])
  })

  test('keep their text if a space with several bytes precedes a cell', async () => {
    const [row] = await rowsOf(['1,\u00a0a,\u3000"b"\n'], csv)
    expect(row).toMatchObject({ text: '1,a,"b"', cells: ['1', 'a', 'b'] })
    expect(await rowsOf(['1,\ufffda\n'], csv)).toMatchObject([{ text: '1,\ufffda' }])
  })

  test('are not made of control characters alone', async () => {
    const rows = await rowsOf(['gtin,name\n\0\0\0\n\x01,\u200B\n1,a\n\0'], csv)
    expect(rows.map(({ line }) => line)).toEqual([1, 4])
  })

  test('ignore spaces next to quotation marks, the separator line and the DOS end-of-file character', async () => {
    const text = 'sep=,\n1, "Tea, green" ,"b" ,"Fancy" tea, 5" x\n\x1A'
    expect((await rowsOf([text], csv)).map(({ cells }) => cells)).toEqual([
      ['1', 'Tea, green', 'b', '"Fancy" tea', '5" x'],
    ])
    expect((await rowsOf([' 1\t\t"a\tb" \tc'], { format: 'tsv', delimiter: '\t' }))[0]?.cells).toEqual([
      '1',
      '',
      'a\tb',
      'c',
    ])
    expect(formatOf('sep=;\nCode;Text, long;Mark, other', undefined)).toMatchObject({ delimiter: ';' })
  })

  test('are the same for any chunking of the text', async () => {
    const lines = '{"a":1}\r\n\r\n{"b":2}\n{"c":3}\r{"d":4}\n'
    await fc.assert(
      fc.asyncProperty(fc.nat(table.length), fc.nat(lines.length), async (inTable, inLines) => {
        expect(await rowsOf([table.slice(0, inTable), table.slice(inTable)], csv)).toEqual(
          await rowsOf([table], csv),
        )
        const jsonl: TextFormat = { format: 'jsonl' }
        expect(await rowsOf([lines.slice(0, inLines), lines.slice(inLines)], jsonl)).toEqual(
          await rowsOf([lines], jsonl),
        )
      }),
    )
  })

  test('counts millions of empty lines cheaply', async () => {
    const pieces = Array.from({ length: 50 }, () => '\n'.repeat(65_536))
    const rows = await rowsOf([...pieces, '{"a":1}'], { format: 'jsonl' })
    expect(rows).toEqual([{ line: 50 * 65_536 + 1, text: '{"a":1}' }])
  })
  test('counts long runs of line ends, and keeps them within quotation marks', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const run = end.repeat(1001)
      const table = `a,b${run}1,"x${run}y"${run}2,z`
      for (const at of [1, 3, 200, 700, 1500, 2500]) {
        const rows = await rowsOf([table.slice(0, at), table.slice(at)], csv)
        expect(rows.map(({ line, cells }) => [line, cells?.[1]])).toEqual([
          [1, 'b'],
          [1002, `x${run}y`],
          [3004, 'z'],
        ])
      }
    }
  })

  test('treats a row with more cells than a sheet as unreadable', async () => {
    const rows = await rowsOf([`a,b\n${','.repeat(20_000)}\n1,2\n`], csv)
    expect(rows[1]).toMatchObject({ line: 2, fault: expect.stringContaining('20001 cells') })
    expect(rows[2]).toMatchObject({ line: 3, cells: ['1', '2'] })
  })
})

describe('format of a text', () => {
  test.each([
    ['gtin,name\n1,Tea, green\n', { format: 'csv', delimiter: ',' }],
    ['gtin;name;price\n1;Tea;1,50\n2;Milk, fresh;2,00\n', { format: 'csv', delimiter: ';' }],
    ['gtin\tname\n1\tTea, green, loose\n', { format: 'tsv', delimiter: '\t' }],
    ['gtin|name\n1|Tea\n', { format: 'csv', delimiter: '|' }],
    ['"gtin;code",name\n1,Tea\n', { format: 'csv', delimiter: ',' }],
    ['\n {"gtin":"1"}\n', { format: 'jsonl' }],
    ['gtin\n4006381333931\n', { format: 'csv', delimiter: ',' }],
    // Unquoted commas in every row; titles above the headings; headings that are not known.
    [
      'gtin;name;tags;net weight\n1;Tea, green;a, b, c;1,5\n2;Tea, red;a, b, c;1,5\n',
      { format: 'csv', delimiter: ';' },
    ],
    ['List, of 2026\ngtin;name;net weight\n1;Tea;1,5\n2;Milk;2,5\n', { format: 'csv', delimiter: ';' }],
    ['q;w;e\n1,2;3,4;5,6\n1,2;3,4;5,6\n', { format: 'csv', delimiter: ';' }],
    ['gtin,name\n1,"Tea \\"best\\" green"\n', { format: 'csv', delimiter: ',', quoteEscape: '\\' }],
    ['gtin,name,x\n1,"C:\\","a"\n', { format: 'csv', delimiter: ',' }],
  ])('%j', (text, expected) => expect(formatOf(text)).toEqual(expected))

  test('finds the separator regardless of other separators in the cells', () => {
    const separator = fc.constantFrom(',', ';', '\t', '|')
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ';', '|', '1'), maxLength: 12 })
    const table = fc
      .integer({ min: 2, max: 6 })
      .chain((width) =>
        fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    fc.assert(
      fc.property(separator, table, (delimiter, rows) => {
        const names = rows[0]?.map((_, index) => `head ${index}`) ?? []
        const cells = rows.map((row) => row.map((cell) => `x${cell.replaceAll(delimiter, '')}`))
        const lines = [names, ...cells].map((row) => row.join(delimiter))
        expect(formatOf(lines.join('\n'))).toMatchObject({ delimiter })
      }),
    )
  })

  test('reads quotation marks escaped by a backslash', async () => {
    const [, row] = await rowsOf(['gtin,name\n1,"Tea \\"best\\" green"\n'], {
      format: 'csv',
      delimiter: ',',
      quoteEscape: '\\',
    })
    expect(row?.cells).toEqual(['1', 'Tea "best" green'])
  })

  test.each([
    ['  \n', 'FILE_EMPTY'],
    ['[{"gtin":1}]', 'FORMAT_UNKNOWN'],
    ['<?xml version="1.0"?>', 'FORMAT_UNKNOWN'],
  ])('throws for %j', (text, code) => expect(() => formatOf(text)).toThrow(expect.objectContaining({ code })))
})
