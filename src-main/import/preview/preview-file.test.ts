import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { openTemporaryDatabase, temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { importMapper } from '../rows/import-mapper.ts'
import { gdsnFunctions } from '../source/gdsn/gdsn-reader.ts'
import type { SourceReaders } from '../source/source-rows.ts'
import { workbookFunctions } from '../source/workbook/workbook-reader.ts'
import { checkNeededColumns } from './preview-checks.ts'
import { type Chosen, type ImportMapper, previewFile } from './preview-file.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function file(content: string | Uint8Array): string {
  const path = join(directory, 'products.csv')
  writeFileSync(path, content)
  return path
}
// Calls the functions of the thread directly; each result has the type of its function.
const workbook = (async (name: keyof typeof workbookFunctions, args: never[]) =>
  (workbookFunctions[name] as (...given: never[]) => unknown)(...args)) as SourceReaders['workbook']
const gdsn = (async (name: keyof typeof gdsnFunctions, args: never[]) =>
  (gdsnFunctions[name] as (...given: never[]) => unknown)(...args)) as SourceReaders['gdsn']

async function previewOf(
  path: string,
  mapping?: Record<string, string>,
  chosen: Chosen = {},
  isComplete = true,
) {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open({ db: database.db })
  const remote: ImportMapper = {
    describe: async (...given) => mapper.describe(...given),
    headingLine: async (...given) => mapper.headingLine(...given),
    map: async (...given) => mapper.map(...given),
    cells: async (...given) => mapper.cells(...given),
  }
  const place = { target: 'catalog', sandbox: true } as const
  const preview = await previewFile(path, { ...chosen, ...(mapping && { mapping }) }, place, {
    ...{ mapper: remote, workbook, gdsn },
  })
  if (isComplete) checkNeededColumns(preview)
  return preview
}

describe('refuses a file that cannot be imported, with a plain message', () => {
  test.each([
    ['an empty file', '', 'FILE_EMPTY', /empty/],
    ['blank lines', '\n \n', 'FILE_EMPTY', /empty/],
    ['an empty gzip', gzipSync(''), 'FILE_EMPTY', /empty/],
    ['only headings', 'gtin,name\n', 'FILE_EMPTY', /no rows/],
    [
      'a truncated workbook',
      Buffer.from('504b030414000600080000002100', 'hex'),
      'FILE_UNREADABLE',
      /damaged/,
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'NOT_A_TEXT_FILE', /save it as XLSX/],
    ['a zipped picture', gzipSync(Buffer.from('89504e470d0a1a0a', 'hex')), 'NOT_A_TEXT_FILE', /picture/],
    ['binary data', Buffer.from([0, 1, 2, 3, 0, 0, 0, 9]), 'NOT_A_TEXT_FILE', /not text/],
    ['a JSON list', '[{"gtin":"4006381333931"}]', 'FORMAT_UNKNOWN', /JSON Lines/],
    [
      'a JSON object on several lines',
      '{\n "gtin": "1"\n}\n',
      'FORMAT_UNKNOWN',
      /one whole object on each line/,
    ],
    [
      'a JSON object with a repeated name',
      '{"gtin":"1","gtin":"2"}\n',
      'FORMAT_UNKNOWN',
      /a name occurs twice/,
    ],
    [
      'headings with an unclosed quotation mark',
      'gtin,"name\n1,Tea\n',
      'FORMAT_UNKNOWN',
      /line 1 is never closed/,
    ],
    ['a truncated gzip', gzipSync('gtin,name\n1,Tea\n').subarray(0, 20), 'FILE_UNREADABLE', /is incomplete/],
    [
      'a damaged gzip',
      Buffer.concat([gzipSync('gtin').subarray(0, 10), Buffer.alloc(9, 255)]),
      'FILE_UNREADABLE',
      /damaged/,
    ],
    ['no GTIN column', 'name,price\nTea,1.50\n', 'NO_GTIN_COLUMN', /one of the 2 columns/],
    ['prose', 'This is a letter.\nIt has two lines.\n', 'NO_GTIN_COLUMN', /No GTIN column was found/],
  ])('%s', async (_name, content, code, message) => {
    await expect(previewOf(file(content))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })
  test('refuses a missing file and a folder', async () => {
    const missing = join(directory, 'none.csv')
    await expect(previewOf(missing)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${missing} does not exist.`,
    })
    await expect(previewOf(directory)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
  test('refuses a mapping to an unknown field', async () => {
    const mapping = { gtin: 'productCodes/productCode', name: 'nonsense' }
    await expect(previewOf(file('gtin,name\n1,Tea\n'), mapping)).rejects.toMatchObject({
      code: 'MAPPING_INVALID',
      message: expect.stringContaining('nonsense'),
    })
  })
})

test('names a column without a heading by its position, and numbers repeated headings', async () => {
  const preview = await previewOf(file('gtin,name,name,\n4006381333931,Tea,,x\n036000291452,Tea,Milk,x\n'))
  expect(preview.columns).toEqual([
    { name: 'gtin', samples: ['4006381333931', '036000291452'] },
    { name: 'name', samples: ['Tea'] },
    { name: 'name (2)', samples: ['Milk'] },
    { name: 'column 4', samples: ['x'] },
  ])
  expect(preview.plan.mapping).toMatchObject({ gtin: 'productCodes/productCode', name: 'ecommerceTitle' })
  expect(preview.source).toMatchObject({ compressed: false, format: { format: 'csv' } })
})

describe('titles above the headings', () => {
  const titled = [
    'Price list 2026, spring',
    'Valid from 1 January',
    '',
    'GTIN;Product name;Brand',
    '4006381333931;Tea;Oatlark',
    '036000291452;Milk;Oatlark',
    '',
  ].join('\n')
  const gtinFirst = { GTIN: 'productCodes/productCode' }

  test('are skipped with any separator', async () => {
    const { columns, plan, firstLines, source } = await previewOf(file(titled))
    expect(source.format).toEqual({ format: 'csv', delimiter: ';' })
    expect(plan).toMatchObject({
      headingLine: 4,
      headings: ['GTIN', 'Product name', 'Brand'],
      mapping: gtinFirst,
    })
    expect(columns[0]).toMatchObject({ name: 'GTIN', samples: ['4006381333931', '036000291452'] })
    expect(firstLines).toEqual([
      { line: 1, words: 'Price list 2026, spring' },
      { line: 2, words: 'Valid from 1 January' },
      { line: 4, words: 'GTIN · Product name · Brand' },
      { line: 5, words: '4006381333931 · Tea · Oatlark' },
      { line: 6, words: '036000291452 · Milk · Oatlark' },
    ])
  })

  test('uses the heading row chosen by a person, or none', async () => {
    const { plan } = await previewOf(
      file(titled),
      { Tea: 'ecommerceTitle', '4006381333931': 'productCodes/productCode' },
      {
        headingLine: 5,
      },
    )
    expect(plan).toMatchObject({ headingLine: 5, headings: ['4006381333931', 'Tea', 'Oatlark'] })
    const none = await previewOf(
      file('4006381333931;Tea\n036000291452;Milk\n'),
      undefined,
      {
        firstRowIsData: true,
      },
      false,
    )
    expect(none.plan).toMatchObject({ headings: ['column 1', 'column 2'], headingLine: undefined })
    await expect(previewOf(file(titled), undefined, { headingLine: 3 })).rejects.toMatchObject({
      code: 'HEADINGS_NOT_FOUND',
    })
  })

  test('asks once if most rows have more cells than headings, and rejects single rows if few have', async () => {
    const row = (name: string) => `4006381333931,${name},Oatlark`
    const rows = (...names: string[]) => file(`GTIN,Name,Brand\n${names.map(row).join('\n')}\n`)
    await expect(previewOf(rows('Oats, rolled', 'Oats, whole', 'Tea'))).rejects.toMatchObject({
      code: 'HEADINGS_TOO_FEW',
      message: expect.stringContaining('line 2: 4 cells, 3 headings'),
    })
    expect(await previewOf(rows('Oats, rolled', '"Oats, whole"', 'Tea'))).not.toHaveProperty('tooWide')
  })

  test('asks once for a missing name column or a GTIN column of other numbers', async () => {
    await expect(previewOf(file('GTIN,Brand\n4006381333931,Oatlark\n'))).rejects.toMatchObject({
      code: 'NO_NAME_COLUMN',
    })
    const codes = Array.from({ length: 30 }, (_, row) => `${4_006_381_000_000 + row * 7},Tea ${row}`)
    const ids = `GTIN,Name\n${codes.join('\n')}\n`
    await expect(previewOf(file(ids))).rejects.toMatchObject({
      code: 'NO_GTIN_COLUMN',
      message: expect.stringMatching(/"GTIN" has no GTINs: \d+ of the first 30 codes/),
    })
    await expect(
      previewOf(file(ids), { GTIN: 'productCodes/productCode', Name: 'ecommerceTitle' }),
    ).rejects.toMatchObject({ code: 'NO_GTIN_COLUMN' })
  })

  test('uses the first row as headings if no other row has more of them', async () => {
    const { plan } = await previewOf(file('gtin,name,chose\n4006381333931,Name,Brand\n'))
    expect(plan.headingLine).toBe(1)
    const unknown = await previewOf(file('A,B\n4006381333931,Salt\n'), undefined, {}, false)
    expect(unknown.plan.headingLine).toBe(1)
  })
})
