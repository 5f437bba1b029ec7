import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { row, workbook } from '../../fixtures/workbook-file.ts'
import { workbookFunctions } from './workbook-reader.ts'

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(() => workbookFunctions.end())

function file(bytes: Uint8Array): string {
  const path = join(directory, 'book.xlsx')
  writeFileSync(path, bytes)
  return path
}
const cellsOf = async (bytes: Uint8Array, sheet = 'Products') =>
  (await workbookFunctions.rows(file(bytes), sheet, 0)).rows.map(({ cells }) => cells)

test('reads cells of every type', async () => {
  const data = `<row r="2">
    <c r="A2" t="s"><v>1</v></c><c r="B2" t="inlineStr"><is><r><t>in </t></r><r><t>place</t></r></is></c>
    <c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A1&amp;B1</f><v>joined</v></c><c r="F2" t="e"><v>#N/A</v></c>
    <c r="G2" s="1"><v>46000</v></c><c r="H2"><f>1/3</f><v>0.33333333333333331</v></c><c r="I2"><f>A9</f></c></row>`
  const bytes = workbook({
    sheets: { Products: data },
    strings: [
      '<t>unused</t>',
      '<r><t>shared </t></r><r><t xml:space="preserve">text</t></r><rPh><t>kana</t></rPh>',
    ],
    formats: ['yyyy-mm-dd'],
  })
  const { rows, isEnd } = await workbookFunctions.rows(file(bytes), 'Products', 0)
  expect(rows).toEqual([
    expect.objectContaining({
      line: 2,
      cells: ['shared text', 'in place', 'TRUE', 'joined', '#N/A', '2025-12-09', '0.333333333333333'],
      places: [0, 1, 3, 4, 5, 6, 7],
      numbers: [7],
      errors: [5],
      dates: [6],
      unresolved: [8],
    }),
  ])
  expect(isEnd).toBe(true)
})

test('reads truth values in digits and in words', async () => {
  const cells = ['1', '0', 'true', 'false'].map(
    (value, at) => `<c r="${'ABCD'[at]}1" t="b"><v>${value}</v></c>`,
  )
  const bytes = workbook({ sheets: { Products: `<row r="1">${cells.join('')}</row>` } })
  expect(await cellsOf(bytes)).toEqual([['TRUE', 'FALSE', 'TRUE', 'FALSE']])
})

test('reports a cell whose shared text is missing', async () => {
  const data = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>9</v></c><c r="C1" t="s"/></row>`
  const { rows } = await workbookFunctions.rows(
    file(workbook({ sheets: { Products: data }, strings: ['<t>here</t>'] })),
    'Products',
    0,
  )
  expect(rows).toMatchObject([{ cells: ['here', '(missing text 9)'], errors: [1] }])
})

test('reads rows and cells without references, prefixed elements, and empty rows', async () => {
  const data = `<x:row><x:c><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>
    <x:row r="9"/><x:row r="1048576"><x:c r="C1048576"><x:v>2</x:v></x:c></x:row>`
  const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData>${data}</x:sheetData></x:worksheet>`
  const bytes = workbook({
    sheets: { Products: '' },
    parts: { 'xl/worksheets/sheet1.xml': strToU8(sheet) },
  })
  const { rows } = await workbookFunctions.rows(file(bytes), 'Products', 0)
  expect(rows.map(({ line, cells, places }) => [line, cells, places])).toEqual([
    [1, ['1', 'a'], [0, 1]],
    [1_048_576, ['2'], [2]],
  ])
})

test('finds parts regardless of case, reads UTF-16, and ignores a NUL byte', async () => {
  const text = (content: string) => `<sst xmlns="urn:x"><si><t>${content}</t></si></sst>`
  const sheet =
    '<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c><c><v>1\0</v></c></row></sheetData></worksheet>'
  const parts = unzipSync(workbook({ sheets: { Products: '' } }))
  const { 'xl/sharedStrings.xml': _, ...others } = parts
  const wide = (mark: string) => Buffer.from(mark + text('Tea'), 'utf16le')
  for (const strings of [strToU8(text('T\0ea')), wide('\uFEFF'), wide(''), wide('\uFEFF').swap16()]) {
    const bytes = zipSync({
      ...others,
      'XL/SharedStrings.xml': strings,
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    })
    const [[name = '', number] = []] = await cellsOf(bytes).then((rows) => rows.map((cells) => cells ?? []))
    expect(name.replace('\0', '')).toBe('Tea')
    expect(number).toBe('1')
  }
})

test('reads cells far to the right at the same cost', async () => {
  const data = Array.from(
    { length: 3000 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c><c r="XFD${at + 1}"><v>2</v></c></row>`,
  )
  const { rows } = await workbookFunctions.rows(
    file(workbook({ sheets: { Products: data.join('') } })),
    'Products',
    0,
    3000,
  )
  expect(rows[2999]).toMatchObject({ cells: ['1', '2'], places: [0, 16_383] })
})

test.each([
  [
    'texts',
    { 'xl/sharedStrings.xml': strToU8(`<sst>${'<si/>'.repeat(4_000_001)}</sst>`) },
    /share more than 4000000 texts/,
  ],
  [
    'attributes',
    {
      'xl/sharedStrings.xml': strToU8(
        `<sst ${Array.from({ length: 1001 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      ),
    },
    /more than 1000 attributes/,
  ],
] as const)('throws for too many %s', async (_name, parts, words) => {
  await expect(cellsOf(workbook({ sheets: { Products: row(1, 'a') }, parts }))).rejects.toThrow(words)
})

test('returns the sheet names, hidden ones last', async () => {
  const sheets = { Lists: row(1, 'x'), 'A &amp; B': row(1, 'y') }
  const path = file(workbook({ sheets, hidden: ['Lists'] }))
  expect(await workbookFunctions.sheets(path)).toEqual([
    { name: 'A & B', isHidden: false },
    { name: 'Lists', isHidden: true },
  ])
  await expect(workbookFunctions.rows(path, 'Prices', 0)).rejects.toMatchObject({ code: 'SHEET_NOT_FOUND' })
})

test('continues after the last call, and restarts for another position', async () => {
  const data = Array.from({ length: 50 }, (_, index) => row(index + 1, `${index + 1}`)).join('')
  const path = file(workbook({ sheets: { Products: data } }))
  const numbers = async (from: number, most: number) =>
    (await workbookFunctions.rows(path, 'Products', from, most)).rows.map(({ line }) => line)
  expect(await numbers(0, 2)).toEqual([1, 2])
  expect(await numbers(2, 2)).toEqual([3, 4])
  expect(await numbers(40, 2)).toEqual([41, 42])
  expect(await numbers(0, 1)).toEqual([1])
  expect(await numbers(48, 10)).toEqual([49, 50])
})

test.for([
  ['a zip archive', { 'readme.txt': strToU8('x') }, /a zip archive\. Unpack it/],
  ['a text document', { 'word/document.xml': strToU8('<d/>') }, /text document/],
  ['a LibreOffice document', { 'content.xml': strToU8('<d/>') }, /LibreOffice/],
  ['a binary workbook', { 'xl/workbook.bin': strToU8('x') }, /XLSB/],
] as const)('identifies %s', async ([, parts, words]) => {
  await expect(workbookFunctions.sheets(file(zipSync(parts)))).rejects.toThrow(words)
})

test('throws for truncated or changed bytes, with a plain message', async () => {
  const whole = workbook({ sheets: { Products: row(1, 'gtin') + row(2, '5000000000012') } })
  for (const at of [4, 100, whole.length >> 1, whole.length - 30])
    await expect(cellsOf(whole.slice(0, at))).rejects.toThrow(/workbook is damaged/)
  const sheet = strToU8('<worksheet><sheetData><row><c></row>')
  const broken = workbook({ sheets: { Products: '' }, parts: { 'xl/worksheets/sheet1.xml': sheet } })
  await expect(cellsOf(broken)).rejects.toThrow(/is no XML/)
  await expect(cellsOf(workbook({ sheets: { Products: '<row r="2000000"/>' } }))).rejects.toThrow(
    /row 2000000/,
  )
  const wide = '<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'
  await expect(cellsOf(workbook({ sheets: { Products: wide } }))).rejects.toThrow(/columns/)
})

test('throws for a declared entity', async () => {
  const sheet = strToU8(
    `<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData>${row(1, '&b;')}</sheetData></worksheet>`,
  )
  const bytes = workbook({ sheets: { Products: '' }, parts: { 'xl/worksheets/sheet1.xml': sheet } })
  await expect(cellsOf(bytes)).rejects.toThrow(/workbook is damaged/)
})

test('throws before unpacking a part of gigabytes, and for a part larger than declared', async () => {
  const bytes = workbook({ sheets: { Products: row(1, 'a') } })
  /** Offset of the size of a part in the directory. */
  const sizeAt = (name: string): number => {
    const at = Buffer.from(bytes).lastIndexOf(name)
    return at - 46 + 24
  }
  const claiming = (name: string, size: number): Uint8Array => {
    const changed = Buffer.from(bytes)
    changed.writeUInt32LE(size, sizeAt(name))
    return changed
  }
  await expect(cellsOf(claiming('xl/sharedStrings.xml', 3_000_000_000))).rejects.toThrow(/too large/)
  await expect(cellsOf(claiming('xl/worksheets/sheet1.xml', 10))).rejects.toThrow(/damaged/)
})
