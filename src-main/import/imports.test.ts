import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalogReader } from '../catalog/index.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())
const file: ImportWorkspace['file'] = (...given) => opened.file(...given)
const run: ImportWorkspace['run'] = (...given) => opened.run(...given)
const record = (gtin: string) => opened.record(gtin)

const table = `gtin,product_name,brands,manufacturer,quantity,energy-kcal_100g,fat_100g,sodium_100g,image_url
4006381333931,Green tea,"Leaf, Leaf Finest",Leaf Works,250 g,12,0.1,0.002,https://pictures.example/front.jpg
036000291452,Black tea,LEAF,Leaf Works,4 x 5 cl,,,,
`

describe('import into the catalog', () => {
  test('adds a row of units below the headings to the headings', async () => {
    const rows = 'GTIN,Name,Net weight,Height,Sugars\n,,g,[cm],mg\n4006381333931,Tea,250,"12,5",900\n'
    const preview = await opened.imports.preview({ file: file(rows) })
    expect(preview.columns.map(({ name }) => name)).toEqual([
      'GTIN',
      'Name',
      'Net weight (g)',
      'Height (cm)',
      'Sugars (mg)',
    ])
    const { job } = await run(file(rows))
    expect(job).toMatchObject({ rowsRead: 1, created: 1, rejected: 0 })
    expect((await record('4006381333931'))?.packageData).toMatchObject({
      netWeight: { measure: '250', uom: 'GRM' },
      height: { measure: '12.5', uom: 'CMT' },
    })
  })

  test('rejects a row with more cells than headings; ignores spreadsheet errors and percentages', async () => {
    const rows =
      'GTIN,Name,Net weight,Brand\n4006381333931,Tea,5 %,#NAME?\n4006381333948,Tea,1,5 kg,X\n4006381333955,Tea,1 kg,X,,\n4006381333962,Tea,"1,000 g",X\n'
    const { job, rejected } = await run(file(rows))
    expect(job).toMatchObject({ created: 3, rejected: 1 })
    expect(rejected[0]).toMatchObject({ line: 3, reason: expect.stringMatching(/5 cells.*4 headings/) })
    const report = await opened.imports.report({ id: job.id })
    const outcomes = report?.columns.flatMap(({ column, left, changed }) => [
      ...left.map(({ code }) => `${column} ${code}`),
      ...changed.examples.map(({ text, became }) => `${column} ${text} is ${became}`),
    ])
    expect(outcomes).toEqual(
      expect.arrayContaining(['Net weight UNIT_UNFIT', 'Brand CELL_ERROR', 'Net weight 1,000 g is 1000 g']),
    )
  })

  test('creates records, and one list entry for each brand and manufacturer', async () => {
    const { job, rejected } = await run(file(table))
    expect(job).toMatchObject({
      state: 'completed',
      rowsRead: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    })
    expect(job.bytesRead).toBe(job.bytesTotal)
    expect(rejected).toEqual([])
    expect(await opened.workspace.storage.reader(catalogReader).counts()).toMatchObject({
      items: 2,
      brands: 1,
      manufacturers: 1,
    })
    const [green, black] = [await record('4006381333931'), await record('036000291452')]
    expect(green).toMatchObject({
      name: 'Green tea',
      upcs: [{ type: 'GTIN', text: '4006381333931' }],
      media: [{ view: 'A1C1', url: 'https://pictures.example/front.jpg' }],
      products: [
        {
          brand: { id: 'b1', text: 'Leaf' },
          manufacturer: { id: 'm1', text: 'Leaf Works' },
          grocery: {
            nutritions: [
              {
                servingSizes: [{ type: 'metric', measure: '100', uom: 'GRM' }],
                energy: '12',
                totalFat: { uom: 'GRM', text: '0.1' },
                sodium: { uom: 'MGM', text: '2' },
              },
            ],
          },
        },
      ],
    })
    expect(black?.products?.[0]?.brand).toEqual({ id: 'b1', text: 'Leaf' })
  })

  test('changes nothing on a second import of the same file, not even a stamp', async () => {
    const path = file(table)
    await run(path)
    const before = await record('4006381333931')
    const { job } = await run(path)
    expect(job).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await record('4006381333931')).toEqual(before)
  })

  test('changes only the fields that a later file contains', async () => {
    await run(file(table))
    const before = await record('4006381333931')
    const more =
      'ean;name;ingredients;image_back_url\n04006381333931;Green tea, loose;Tea;https://pictures.example/b.jpg\n'
    const path = file(more, 'more.csv')
    const { job } = await run(path)
    expect(job).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    const after = await record('4006381333931')
    expect(after).toMatchObject({
      id: before?.id,
      name: 'Green tea, loose',
      created: before?.created,
      upcs: before?.upcs,
      products: [
        { brand: { text: 'Leaf' }, grocery: { ingredients: 'Tea', nutritions: [{ energy: '12' }] } },
      ],
    })
    expect(after?.media?.map(({ view }) => view)).toEqual(['A7C1', 'A1C1'])
    expect((await run(path)).job).toMatchObject({
      updated: 0,
      unchanged: 1,
    })
  })

  test('stores rejected rows with line, reason and text, and imports the others', async () => {
    const rows = [
      'upc,title,note',
      '036000291452,Tea,',
      '036000291453,Wrong digit,',
      '',
      ',No code,',
      '4006381333931,,nameless',
      '4006381333931,"Second',
      'line",',
      '0036000291452,Tea again,',
      '2023730999992,Scales,',
    ]
    const { job, rejected } = await run(file(rows.join('\n')))
    expect(job).toMatchObject({ state: 'completed', rowsRead: 7, created: 2, rejected: 5 })
    expect(rejected.map(({ line, code, raw }) => [line, code, raw])).toEqual([
      [3, 'GTIN_CHECK_DIGIT', '036000291453,Wrong digit,'],
      [5, 'GTIN_MISSING', ',No code,'],
      [6, 'NAME_MISSING', '4006381333931,,nameless'],
      [9, 'GTIN_TWICE', '0036000291452,Tea again,'],
      [10, 'GTIN_RESTRICTED', '2023730999992,Scales,'],
    ])
    expect(rejected[3]?.reason).toContain('Line 2')
    const second = await opened.imports.rejected({ id: job.id, offset: 3, limit: 1 })
    const columns = [
      { name: 'upc', field: 'GTIN' },
      { name: 'title', field: 'E-commerce title' },
      { name: 'note' },
    ]
    expect(second).toEqual({ total: 5, columns, rows: [rejected[3]] })
  })

  test('reads JSON Lines with nested values, names by language, units and views', async () => {
    const row = {
      gtin: 4006381333931,
      name: 'Thé vert',
      names: { fr: 'Thé vert', en: 'Green tea' },
      brands: ['Leaf', 'Leaf Works'],
      categories: [
        { scheme: 'OFF', id: 'en:teas', label: 'Teas' },
        { scheme: 'GPC', id: '10000116', label: 'Tea - Bags/Loose' },
        { scheme: 'OFF', id: 'en:green-teas', label: 'Green teas' },
      ],
      servingSize: { measure: 2, uom: 'G', text: '2 g / 1 bag' },
      nutrition: {
        basis: { measure: 2, uom: 'G' },
        energy: { value: 41.84, uom: 'KJ' },
        iron: { value: 0.1, uom: 'MG' },
      },
      kosher: ['en:orthodox-union-kosher'],
      warnings: ['May contain tea.'],
      images: [
        { view: 'front', url: 'https://pictures.example/f.png' },
        { view: 'nutrition', url: 'https://pictures.example/n.png' },
        { view: 'back' },
      ],
    }
    const { job, rejected } = await run(file(gzipSync(`${JSON.stringify(row)}\n[1]\n{"gtin":`), 'data.bin'))
    expect(job).toMatchObject({ created: 1, rejected: 2 })
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'ROW_UNREADABLE'],
      [3, 'ROW_UNREADABLE'],
    ])
    const made = await record('4006381333931')
    // A name in another language is not used as a description.
    expect(made?.ecommerceDescription).toEqual([{ text: '' }])
    expect(made).toMatchObject({
      name: 'Thé vert',
      categories: [
        { type: 'OFF', id: 'en:teas', text: 'Teas' },
        { type: 'GPC', id: '10000116', text: 'Tea - Bags/Loose' },
        { type: 'OFF', id: 'en:green-teas', text: 'Green teas' },
      ],
      media: [{ view: 'A1C1', mimeType: 'image/png' }, { view: 'nutrition' }],
      products: [
        {
          brand: { text: 'Leaf' },
          warnings: ['May contain tea.'],
          grocery: {
            kosherCodes: ['Orthodox union kosher'],
            nutritions: [
              {
                servingSizes: [
                  { type: 'metric', measure: '2', uom: 'GRM' },
                  { type: 'other', measure: '1', uom: 'bag' },
                ],
                energy: '10',
                iron: { uom: 'MGM', text: '0.1' },
              },
            ],
          },
        },
      ],
    })
  })

  test.each([
    ['gzip with any file name', (text: string) => gzipSync(text)],
    [
      'UTF-16 from a spreadsheet',
      (text: string) => Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    [
      'Windows-1252, semicolons, CRLF',
      (text: string) => Buffer.from(text.replaceAll(',', ';').replaceAll('\n', '\r\n'), 'latin1'),
    ],
  ])('reads a table in %s', async (_name, encode) => {
    const { job } = await run(file(encode('gtin,nom\n4006381333931,Thé brûlé\n'), 'table.txt'))
    expect(job).toMatchObject({ state: 'completed', created: 1 })
    expect((await record('4006381333931'))?.name).toBe('Thé brûlé')
  })

  test('uses a mapping made by a person', async () => {
    const path = file('artikel,gtin,text,x\n4006381333931,036000291452,Tea,Leaf\n')
    const mapping = { artikel: 'productCodes/productCode', text: 'ecommerceTitle' }
    expect((await opened.imports.preview({ file: path, mapping })).mapping).toEqual(mapping)
    await run(path, 'catalog', { mapping })
    expect((await record('4006381333931'))?.products?.[0]?.brand).toBeUndefined()
    expect(await record('036000291452')).toBeUndefined()
  })

  test('imports the rows before a break in the file, and reports the line', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `${index},Number ${index}`).join('\n')
    const { job } = await run(
      file(
        `gtin,name\n4006381333931,Tea\n${rows}\n036000291452,${'x'.repeat(4_100_000)}\n5901234123457,Milk\n`,
      ),
    )
    expect(job).toMatchObject({
      state: 'failed',
      rowsRead: 501,
      created: 1,
      note: expect.stringContaining('Line 503'),
    })
    expect((await record('4006381333931'))?.name).toBe('Tea')
  })

  test('imports the rows below one whose quotation mark is never closed', async () => {
    const { job } = await run(file('gtin,name\n4006381333931,Tea\n036000291452,"Open\n5901234123457,Milk\n'))
    expect(job).toMatchObject({ state: 'completed', rowsRead: 3, created: 2, rejected: 1 })
    expect((await record('5901234123457'))?.name).toBe('Milk')
  })
})

test('previews the format, columns, mapping and fields', async () => {
  const preview = await opened.imports.preview({ file: file(gzipSync(table)) })
  expect(preview).toMatchObject({
    format: 'csv',
    compressed: true,
    mapping: { gtin: 'productCodes/productCode', quantity: 'packageData/netWeight' },
  })
  expect(preview.columns[1]).toEqual({ name: 'product_name', samples: ['Green tea', 'Black tea'] })
  const paths = preview.fields.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(Object.values(preview.mapping)))
  for (const { label, section } of preview.fields) expect([label, section]).not.toContain('')
})

test('maps a column that first appears late by its name, even with a mapping made earlier', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => `{"gtin":"${index}","name":"x"}`).join('\n')
  const path = file(`${rows}\n{"gtin":"4006381333931","name":"Tea","ingredients":"Leaves"}\n`)
  const { mapping } = await opened.imports.preview({ file: path })
  expect(Object.keys(mapping)).toEqual(['gtin', 'name'])
  await run(path, 'catalog', { mapping })
  expect((await record('4006381333931'))?.products?.[0]?.grocery?.ingredients).toBe('Leaves')
})
