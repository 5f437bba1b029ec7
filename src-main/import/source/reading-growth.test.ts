/** Reading time grows linearly: a file that is four times as long takes about four times as long. */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowLimits, tradeItemLimits } from '../../../src-shared/file-limits.ts'
import { growthOf, growthOfReading } from '../../../src-shared/vocabulary/kit/testing/growth.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { workbook } from '../fixtures/workbook-file.ts'
import { openBlankRows } from './blank-rows.ts'
import { readTradeItem } from './gdsn/read-trade-item.ts'
import { readableCells } from './row-cells.ts'
import { formatOf, type TextFormat, type TextReading } from './source-file.ts'
import { readRows } from './source-rows.ts'
import { numberFormat } from './workbook/number-format.ts'
import { workbookFunctions } from './workbook/workbook-reader.ts'

/** In chunks of 64 KB, as read from a file. */
const reading = (text: string): TextReading => ({
  bytesRead: () => 0,
  async *[Symbol.asyncIterator]() {
    for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
  },
})
const jsonl: TextFormat = { format: 'jsonl' }
const csv: TextFormat = { format: 'csv', delimiter: ',' }

async function cellsOfText(text: string, format: TextFormat): Promise<void> {
  const headings = format.format === 'jsonl' ? undefined : ['gtin', 'name']
  try {
    for await (const row of readRows(reading(text), format)) readableCells(row, headings)
  } catch (error) {
    // An unclosed quotation mark ends the reading.
    expect(error).toMatchObject({ code: 'FORMAT_UNKNOWN' })
  }
}

describe('texts', () => {
  const object = (inside: string) => `{"gtin":"1"${inside}}\n`
  const names = (n: number) => Array.from({ length: n }, (_, at) => `,"k${at}":1`).join('')
  test.each<[string, (n: number) => string, TextFormat, number]>([
    ['one long line', (n) => object(`,"a":"${'x'.repeat(n)}"`), jsonl, 400_000],
    ['backslashes', (n) => object(`,"a":"${'\\\\'.repeat(n)}"`), jsonl, 100_000],
    ['numbers', (n) => object(`,"a":[${'1, '.repeat(n)}1]`), jsonl, 20_000],
    ['blanks after a number', (n) => object(`,"a":1${' '.repeat(n)}`), jsonl, 200_000],
    ['deeply nested values', (n) => object(`,"a":${'['.repeat(n)}${']'.repeat(n)}`), jsonl, 100_000],
    ['names', (n) => object(names(n)), jsonl, 4000],
    ['lines', (n) => object('').repeat(n), jsonl, 3000],
    ['line ends', (n) => '\r\n'.repeat(n), jsonl, 20_000],
    ['line ends of a table', (n) => `a,b\n1,2\n${'\n'.repeat(n)}3,4`, csv, 500_000],
    ['empty rows', (n) => `a,b\n${',\n'.repeat(n)}`, csv, 10_000],
    ['columns', (n) => `${'a,'.repeat(n)}\n${'1,'.repeat(n)}`, csv, 20_000],
    ['a long cell', (n) => `a,b\n1,${'x'.repeat(n)}\n`, csv, 200_000],
    ['an unclosed quotation mark', (n) => `a,b\n1,"${'x,y\n'.repeat(n)}`, csv, 20_000],
    ['quotation marks', (n) => `a,b\n1,"${'""'.repeat(n)}"\n`, csv, 50_000],
  ])('%s', async (_name, text, format, n) => {
    const growth = await growthOfReading(text, (input) => cellsOfText(input, format), n)
    expect(growth).toMatchObject({ isLinear: true })
  })

  test.each([
    ['quotation marks', '"'],
    ['separators', ',;\t|'],
    ['backslashes', '\\"'],
  ])('detects the format of a text starting with %s in linear time', (_name, unit) => {
    const growth = growthOf(
      (n) => `gtin,name\n${unit.repeat(n)}`,
      (text) => void formatOf(text),
      4000,
    )
    expect(growth).toMatchObject({ isLinear: true })
  })
})

describe('workbooks', () => {
  let path: string
  beforeAll(() => {
    path = join(temporaryDirectory(), 'book.xlsx')
  })
  afterAll(() => {
    workbookFunctions.end()
    rmSync(dirname(path), { recursive: true, force: true })
  })
  const sheet = (data: string, afterCells = '') => workbook({ sheets: { Products: data }, afterCells })
  const text = (inside: string) => `<row r="1"><c t="inlineStr"><is>${inside}</is></c></row>`

  test.each<[string, (n: number) => Uint8Array, number]>([
    [
      'empty shared strings',
      (n) =>
        workbook({
          sheets: { Products: '' },
          parts: { 'xl/sharedStrings.xml': strToU8(`<sst>${'<si/>'.repeat(n)}</sst>`) },
        }),
      10_000,
    ],
    ['empty rows', (n) => sheet('<row/>'.repeat(n)), 10_000],
    ['empty cells', (n) => sheet(`<row>${'<c/>'.repeat(n)}</row>`), 2000],
    ['nested elements', (n) => sheet(`<row>${'<x>'.repeat(n)}${'</x>'.repeat(n)}</row>`), 10_000],
    ['runs of one text', (n) => sheet(text('<t>a</t>'.repeat(n))), 10_000],
    ['characters of one text', (n) => sheet(text(`<t>${'a'.repeat(n)}</t>`)), 500_000],
    [
      'rows with a cell far to the right',
      (n) => sheet('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'.repeat(n)),
      2000,
    ],
    ['merged ranges', (n) => sheet(text('<t>a</t>'), '<mergeCell ref="A1:A9"/>'.repeat(n)), 5000],
    [
      'formats',
      (n) =>
        workbook({
          sheets: { Products: '' },
          formats: Array.from({ length: n }, (_, at) => `0 &quot;${at}&quot;`),
        }),
      300,
    ],
    ['sheets', (n) => workbook({ sheets: bookOf(n) }), 50],
  ])('%s', async (_name, bytes, n) => {
    const growth = await growthOfReading(
      (size) => writeFileSync(path, bytes(size)),
      async () => {
        await workbookFunctions.rows(path, 'Products', 0)
        workbookFunctions.end()
      },
      n,
    )
    expect(growth).toMatchObject({ isLinear: true })
  })
  const bookOf = (n: number) =>
    Object.fromEntries([['Products', ''], ...Array.from({ length: n }, (_, at) => [`S${at}`, ''])])

  test.each([',', '[$', '"', '0,', '\\', ';'])('parses a number format of %s in linear time', (unit) => {
    const growth = growthOf(
      (n) => unit.repeat(n),
      (code) => {
        for (let times = 0; times < 20; times++) numberFormat(164, code)
      },
      2000,
    )
    expect(growth).toMatchObject({ isLinear: true })
  })
})

describe('trade items', () => {
  const item = (inside: string) => `<tradeItem>${inside}</tradeItem>`
  test.each<[string, (n: number) => string, number]>([
    ['elements', (n) => item('<a>1</a>'.repeat(n)), 2000],
    ['nested elements', (n) => item('<a>'.repeat(n) + '</a>'.repeat(n)), 20_000],
    ['attributes', (n) => item(`<a ${'b="1" '.repeat(n)}/>`), 20_000],
    ['character references', (n) => item(`<a>${'x&amp;'.repeat(n)}</a>`), 5000],
    ['undeclared references', (n) => item(`<a>${'&b;'.repeat(n)}</a>`), 10_000],
    ['tag characters', (n) => item('<'.repeat(n)), 100_000],
    ['tag characters in a comment', (n) => item(`<!--${'<'.repeat(n)}-->`), 50_000],
    ['hyphens in a comment', (n) => item(`<!--${'-a'.repeat(n)}-->`), 50_000],
    ['CDATA', (n) => item(`<a>${'<![CDATA[x]]>'.repeat(n)}</a>`), 5000],
  ])('%s', (_name, xml, n) => {
    const growth = growthOf(xml, (text) => void readTradeItem(text), n)
    expect(growth).toMatchObject({ isLinear: true })
  })
})

describe('limits', () => {
  test('treats a row of JSON that is nested too deep or has too many values as unreadable', () => {
    const values = Array.from({ length: rowLimits.cells + 1 }, (_, at) => `"k${at}":1`).join()
    expect(readableCells({ line: 1, text: `{${values}}` }, undefined)).toEqual([])
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(readableCells({ line: 1, text: `{"a":${deep}}` }, undefined)).toEqual([])
    expect(readableCells({ line: 1, text: '{"a":1}' }, undefined)).toHaveLength(1)
  })

  test.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><tradeItem/>', /DOCTYPE/],
    [
      'attributes',
      `<tradeItem><a ${'b="1" '.repeat(tradeItemLimits.attributes + 1)}/></tradeItem>`,
      /attributes/,
    ],
    ['elements', `<tradeItem>${'<a/>'.repeat(tradeItemLimits.elements)}</tradeItem>`, /elements/],
    ['depth', '<a>'.repeat(rowLimits.depth + 1), /deep/],
    ['an open tag', '<tradeItem><a <b></a></tradeItem>', /XML is broken/],
  ])('reports a trade item with %s', (_name, xml, fault) => {
    expect(readTradeItem(xml)).toEqual({ fault: expect.stringMatching(fault) })
  })

  test('ignores tag characters in comments and CDATA', () => {
    expect(
      readTradeItem('<tradeItem><!-- a < b > --><a><![CDATA[1 < 2 < 3]]></a></tradeItem>'),
    ).toMatchObject({
      element: { children: [{ name: 'a' }] },
    })
  })

  test('throws for too many empty rows', () => {
    const count = openBlankRows()
    for (let rows = 0; rows < rowLimits.blankRows; rows++) count()
    expect(count).toThrow(/rows of the file are empty/)
  })
})
