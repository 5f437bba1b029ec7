import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { openTemporaryDatabase, temporaryDirectory } from '../testing/temporary-workspace.ts'
import { type Chosen, checkNeededColumns, type ImportMapper, lookAtFile } from './look-at-file.ts'
import { importMapper } from './rows/import-mapper.ts'
import { gdsnFunctions } from './source/gdsn/gdsn-reader.ts'
import type { SourceReaders } from './source/source-rows.ts'
import { workbookFunctions } from './source/workbook/workbook-reader.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function file(content: string | Uint8Array): string {
  const path = join(directory, 'products.csv')
  writeFileSync(path, content)
  return path
}
// Without a thread, in which the same functions run; what they answer is of the function's own type.
const workbook = (async (name: keyof typeof workbookFunctions, args: never[]) =>
  (workbookFunctions[name] as (...given: never[]) => unknown)(...args)) as SourceReaders['workbook']
const gdsn = (async (name: keyof typeof gdsnFunctions, args: never[]) =>
  (gdsnFunctions[name] as (...given: never[]) => unknown)(...args)) as SourceReaders['gdsn']

async function look(path: string, mapping?: Record<string, string>, chosen: Chosen = {}, isComplete = true) {
  using database = openTemporaryDatabase()
  const mapper = importMapper.open({ db: database.db })
  const remote: ImportMapper = {
    describe: async (...given) => mapper.describe(...given),
    headingLine: async (...given) => mapper.headingLine(...given),
    map: async (...given) => mapper.map(...given),
    cells: async (...given) => mapper.cells(...given),
  }
  const place = { target: 'catalog', sandbox: true } as const
  const looked = await lookAtFile(path, { ...chosen, ...(mapping && { mapping }) }, place, {
    ...{ mapper: remote, workbook, gdsn },
  })
  if (isComplete) checkNeededColumns(looked)
  return looked
}

describe('what cannot be imported is refused in plain words', () => {
  test.each([
    ['an empty file', '', 'FILE_EMPTY', /empty/],
    ['blank lines', '\n \n', 'FILE_EMPTY', /empty/],
    ['an empty gzip', gzipSync(''), 'FILE_EMPTY', /empty/],
    ['headings alone', 'gtin,name\n', 'FILE_EMPTY', /no rows/],
    [
      'a piece of a workbook',
      Buffer.from('504b030414000600080000002100', 'hex'),
      'FILE_UNREADABLE',
      /damaged/,
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'NOT_A_TEXT_FILE', /save it as XLSX/],
    ['a zipped picture', gzipSync(Buffer.from('89504e470d0a1a0a', 'hex')), 'NOT_A_TEXT_FILE', /picture/],
    ['bytes', Buffer.from([0, 1, 2, 3, 0, 0, 0, 9]), 'NOT_A_TEXT_FILE', /not text/],
    ['a JSON list', '[{"gtin":"4006381333931"}]', 'FORMAT_UNKNOWN', /JSON Lines/],
    [
      'a JSON object over many lines',
      '{\n "gtin": "1"\n}\n',
      'FORMAT_UNKNOWN',
      /one whole object on each line/,
    ],
    ['a mark that is not closed', 'gtin,name\n1,"Tea\n', 'FORMAT_UNKNOWN', /line 2 is never closed/],
    ['a gzip cut short', gzipSync('gtin,name\n1,Tea\n').subarray(0, 20), 'FILE_UNREADABLE', /cut short/],
    [
      'a damaged gzip',
      Buffer.concat([gzipSync('gtin').subarray(0, 10), Buffer.alloc(9, 255)]),
      'FILE_UNREADABLE',
      /damaged/,
    ],
    ['no GTIN', 'name,price\nTea,1.50\n', 'NO_GTIN_COLUMN', /which of the 2 columns/],
    ['prose', 'This is a letter.\nIt has two lines.\n', 'NO_GTIN_COLUMN', /No column is the GTIN/],
  ])('%s', async (_name, content, code, message) => {
    await expect(look(file(content))).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
  test('a file that is not there, and a folder', async () => {
    const missing = join(directory, 'none.csv')
    await expect(look(missing)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${missing} is not there.`,
    })
    await expect(look(directory)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
  test('a mapping to a field there is none of', async () => {
    const mapping = { gtin: 'productCodes/productCode', name: 'nonsense' }
    await expect(look(file('gtin,name\n1,Tea\n'), mapping)).rejects.toMatchObject({
      code: 'MAPPING_INVALID',
      message: expect.stringContaining('nonsense'),
    })
  })
})

test('columns have names and samples: one without a name is called by its place, one named twice is numbered', async () => {
  const looked = await look(file('gtin,name,name,\n4006381333931,Tea,,x\n036000291452,Tea,Milk,x\n'))
  expect(looked.columns).toEqual([
    { name: 'gtin', samples: ['4006381333931', '036000291452'] },
    { name: 'name', samples: ['Tea'] },
    { name: 'name (2)', samples: ['Milk'] },
    { name: 'column 4', samples: ['x'] },
  ])
  expect(looked.plan.mapping).toMatchObject({ gtin: 'productCodes/productCode', name: 'ecommerceTitle' })
  expect(looked.source).toMatchObject({ compressed: false, format: { format: 'csv' } })
})

describe('titles above the names of the columns', () => {
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

  test('are passed over, whatever they are cut at', async () => {
    const { columns, plan, firstLines, source } = await look(file(titled))
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

  test('a person says which row has the names, or that none has', async () => {
    const { plan } = await look(
      file(titled),
      { Tea: 'ecommerceTitle', '4006381333931': 'productCodes/productCode' },
      {
        headingLine: 5,
      },
    )
    expect(plan).toMatchObject({ headingLine: 5, headings: ['4006381333931', 'Tea', 'Oatlark'] })
    const none = await look(
      file('4006381333931;Tea\n036000291452;Milk\n'),
      undefined,
      {
        firstRowIsData: true,
      },
      false,
    )
    expect(none.plan).toMatchObject({ headings: ['column 1', 'column 2'], headingLine: undefined })
    await expect(look(file(titled), undefined, { headingLine: 3 })).rejects.toMatchObject({
      code: 'HEADINGS_NOT_FOUND',
    })
  })

  test('rows of more cells than headings are one question where most are, and are refused singly where few are', async () => {
    const row = (name: string) => `4006381333931,${name},Oatlark`
    const rows = (...names: string[]) => file(`GTIN,Name,Brand\n${names.map(row).join('\n')}\n`)
    await expect(look(rows('Oats, rolled', 'Oats, whole', 'Tea'))).rejects.toMatchObject({
      code: 'HEADINGS_TOO_FEW',
      message: expect.stringContaining('line 2: 4 cells, 3 headings'),
    })
    expect(await look(rows('Oats, rolled', '"Oats, whole"', 'Tea'))).not.toHaveProperty('tooWide')
  })

  test('no name, or a column of other numbers for the GTIN, is one question', async () => {
    await expect(look(file('GTIN,Brand\n4006381333931,Oatlark\n'))).rejects.toMatchObject({
      code: 'NO_NAME_COLUMN',
    })
    const codes = Array.from({ length: 30 }, (_, row) => `${4_006_381_000_000 + row * 7},Tea ${row}`)
    const ids = `GTIN,Name\n${codes.join('\n')}\n`
    await expect(look(file(ids))).rejects.toMatchObject({
      code: 'NO_GTIN_COLUMN',
      message: expect.stringMatching(/"GTIN" has no GTINs: \d+ of the first 30 codes/),
    })
    await expect(
      look(file(ids), { GTIN: 'productCodes/productCode', Name: 'ecommerceTitle' }),
    ).rejects.toMatchObject({ code: 'NO_GTIN_COLUMN' })
  })

  test('the first row has the names where no other has more of them', async () => {
    const { plan } = await look(file('gtin,name,chose\n4006381333931,Name,Brand\n'))
    expect(plan.headingLine).toBe(1)
    const unknown = await look(file('A,B\n4006381333931,Salt\n'), undefined, {}, false)
    expect(unknown.plan.headingLine).toBe(1)
  })
})
