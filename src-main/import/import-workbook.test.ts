/** Excel workbooks, read by the workbook thread, imported into items and drafts. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'
import { row, workbook } from './fixtures/workbook-file.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

const headings = row(1, 'GTIN', 'Product name', 'Net weight (g)')

test('reads numeric codes exactly, restores lost zeros, and rejects a rounded code', async () => {
  const data = [
    headings,
    row(2, { number: '12345678905' }, 'Lost zero', { number: '250' }),
    row(3, { number: '1.4006381333938E+13' }, 'Long', { number: '1.125' }),
    row(4, { number: '1.23457E+13' }, 'Rounded'),
    row(5, { number: '12345678905', style: 1 }, 'Shown with its zero, twice'),
  ]
  const path = opened.file(
    workbook({ sheets: { Products: data.join('') }, formats: ['000000000000'] }),
    'new.xlsx',
  )
  const preview = await opened.imports.preview({ file: path })
  expect(preview).toMatchObject({ format: 'xlsx', sheet: 'Products', sheets: ['Products'] })
  expect(preview.columns[0]?.remark).toMatch(/zeros are missing, for example in 12345678905.*012345678905/)
  const { job, rejected } = await opened.run(path)
  expect(job).toMatchObject({ state: 'completed', rowsRead: 4, created: 2, rejected: 2 })
  expect(rejected.map(({ line, code }) => [line, code])).toEqual([
    [4, 'GTIN_MANGLED'],
    [5, 'GTIN_TWICE'],
  ])
  const item = await opened.record('012345678905')
  expect(item?.upcs?.[0]?.text).toBe('012345678905')
  const weight = (await opened.record('14006381333938'))?.packageData?.netWeight
  expect(weight).toMatchObject({ measure: '1.125', uom: 'GRM' })
})

test('reads the point of a numeric cell as a decimal point even if the texts of the column use a comma', async () => {
  const data =
    headings + row(2, '4006381333931', 'A', '0,5') + row(3, '4006381333948', 'B', { number: '1.125' })
  const path = opened.file(workbook({ sheets: { Products: data } }), 'mixed.xlsx')
  await opened.run(path)
  const measure = async (gtin: string) => (await opened.record(gtin))?.packageData?.netWeight?.measure
  expect([await measure('4006381333931'), await measure('4006381333948')]).toEqual(['0.5', '1.125'])
})

test('removes spreadsheet guards except in text cells, and rejects a negative number as a GTIN', async () => {
  const text = (place: string, content: string) =>
    `<c r="${place}" s="1" t="inlineStr"><is><t>${content}</t></is></c>`
  const data =
    row(1, 'GTIN', 'Product name') +
    `<row r="2">${text('A2', '4006381333931')}${text('B2', '&apos;=abc')}</row>` +
    `<row r="3">${text('A3', '4006381333948')}${text('B3', '=&quot;0123&quot;')}</row>` +
    row(4, { number: '-4006381333955' }, 'Negative') +
    row(5, '4006381333962', 'N/A') +
    row(6, '=&quot;4006381333979&quot;', '&apos;-1 x')
  const { rejected } = await opened.run(
    opened.file(workbook({ sheets: { Products: data }, formats: ['@'] }), 'texts.xlsx'),
  )
  expect((await opened.record('4006381333931'))?.name).toBe("'=abc")
  expect((await opened.record('4006381333948'))?.name).toBe('="0123"')
  expect((await opened.record('4006381333979'))?.name).toBe('-1 x')
  expect(rejected.map(({ line, code }) => [line, code])).toEqual([
    [4, 'GTIN_INVALID'],
    [5, 'NAME_MISSING'],
  ])
})

test('proposes the sheet with products, and imports another one if chosen', async () => {
  const sheets = {
    Read_me: row(1, 'Please fill in the second sheet') + row(2, 'Thank you'),
    Products: headings + row(2, '4006381333931', 'Tea'),
    Discontinued: headings + row(2, '4006381333948', 'Coffee'),
    Lists: row(1, 'GTIN'),
  }
  const path = opened.file(workbook({ sheets, hidden: ['Lists'] }), 'sheets.xlsx')
  const preview = await opened.imports.preview({ file: path })
  expect(preview).toMatchObject({ sheet: 'Products', sheets: ['Read_me', 'Products', 'Discontinued'] })
  const { job } = await opened.run(path, 'drafts', { sheet: 'Discontinued' })
  expect(job).toMatchObject({ created: 1 })
  const [draft] = (await opened.drafts.drafts({ offset: 0, limit: 1 })).drafts
  const { rows } = await opened.drafts.draftRows({
    id: draft?.id ?? '',
    selection: {},
    offset: 0,
    limit: 5,
    columns: [],
  })
  expect(rows.map(({ title }) => title)).toEqual(['Coffee'])
  const readMe = await opened.imports.preview({ file: path, sheet: 'Read_me' })
  expect(readMe.columns.map(({ name }) => name)).toEqual(['Please fill in the second sheet'])
})

test('reports a column of formulas saved without results', async () => {
  const data = `${row(1, 'GTIN', 'Product name')}<row r="2"><c r="A2"><v>4006381333931</v></c><c r="B2"><f>Z1</f></c></row>`
  const path = opened.file(workbook({ sheets: { Products: data } }), 'formulas.xlsx')
  const { columns } = await opened.imports.preview({ file: path })
  expect(columns[1]?.remark).toMatch(/formula/)
})

test('skips titles above the headings of a sheet, and keeps the line numbers of the sheet', async () => {
  const data = [
    row(2, 'Range of Oatlark'),
    row(3, 'As of', 'today'),
    row(6, 'GTIN', 'Product name', 'Net weight (g)'),
    row(7, '4006381333931', 'Tea', '5'),
    row(9, '123', 'No code'),
  ]
  const path = opened.file(workbook({ sheets: { Products: data.join('') } }), 'titled.xlsx')
  expect(await opened.imports.preview({ file: path })).toMatchObject({
    headingLine: 6,
    firstLines: [{ line: 2, words: 'Range of Oatlark' }, { line: 3 }, { line: 6 }, { line: 7 }, { line: 9 }],
    mapping: { GTIN: 'productCodes/productCode', 'Product name': 'ecommerceTitle' },
  })
  const { job, rejected } = await opened.run(path)
  expect(job).toMatchObject({ rowsRead: 2, created: 1, rejected: 1 })
  expect(rejected.map(({ line }) => line)).toEqual([9])
})

test('reads the displayed values: percentages, units, errors, dates, merged cells and links', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const data = [
    row(1, 'GTIN', 'Product name', 'Brand', 'Net weight', 'Daily percent of calcium', 'Image', 'Ingredients'),
    `<row r="2">${cell('A2', '4006381333931')}${cell('B2', 'A')}${cell('C2', 'Oatlark')}
      <c r="D2" s="1"><v>2.5</v></c><c r="E2" s="2"><v>0.05</v></c>${cell('F2', 'picture')}
      <c r="G2" t="e"><v>#REF!</v></c></row>`,
    `<row r="3" hidden="1">${cell('A3', '4006381333948')}${cell('B3', 'B')}<c r="D3" s="3"><v>46000</v></c>
      <c r="F3" t="str"><f>HYPERLINK("https://images.example/b.jpg","picture")</f><v>picture</v></c></row>`,
    `<row r="4">${cell('A4', '4006381333955')}${cell('B4', 'C')}${cell('C4', 'Oatlark')}<c r="G4"><f>Z1</f></c></row>`,
  ]
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship
    Id="r1" Type="hyperlink" Target="https://images.example/a.jpg" TargetMode="External"/></Relationships>`
  const bytes = workbook({
    sheets: { Products: data.join(''), Old: row(1, 'GTIN') },
    hidden: ['Old'],
    formats: ['0.0&quot; kg&quot;', '0%', 'yyyy-mm-dd'],
    afterCells: `<mergeCells><mergeCell ref="C2:C3"/><mergeCell ref="C4:D4"/></mergeCells><hyperlinks><hyperlink ref="F2" r:id="r1"/></hyperlinks>`,
    parts: { 'xl/worksheets/_rels/sheet1.xml.rels': new TextEncoder().encode(relations) },
  })
  const path = opened.file(bytes, 'shown.xlsx')
  const { notes } = await opened.imports.preview({ file: path })
  expect(notes).toEqual([
    expect.stringMatching(/Hidden sheets.*Old/),
    expect.stringMatching(/^1 of .* hidden/),
  ])
  const { job } = await opened.run(path)
  expect(job).toMatchObject({ created: 3, rejected: 0 })
  const [one, two] = [await opened.record('4006381333931'), await opened.record('4006381333948')]
  expect(one?.packageData?.netWeight).toMatchObject({ measure: '2.5', uom: 'KGM' })
  expect(two?.packageData?.netWeight).toBeUndefined()
  expect(one?.products?.[0]?.brand?.text).toBe('Oatlark')
  expect(two?.products?.[0]?.brand?.text).toBe('Oatlark')
  expect(one?.products?.[0]?.grocery?.ingredients).toBeUndefined()
  const report = await opened.imports.report({ id: job.id })
  expect(report?.columns.flatMap(({ column, left }) => left.map(({ code }) => `${column}: ${code}`))).toEqual(
    ['Net weight: MERGED', 'Net weight: DATE', 'Ingredients: CELL_ERROR', 'Ingredients: NO_RESULT'],
  )
})

test('says which sheets are not read and which cells are errors, and reads merged ranges in any spelling', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const data = [
    row(1, 'GTIN', 'Product name', 'Brand'),
    row(2, '4006381333931', 'A', 'Oatlark'),
    row(3, '4006381333948', 'B'),
    `<row r="4">${cell('A4', '4006381333955')}<c r="B4" t="e"><v>#REF!</v></c></row>`,
  ]
  const bytes = workbook({
    sheets: { Teas: data.join(''), Coffees: row(1, 'GTIN') },
    afterCells: '<mergeCells><mergeCell ref="$c$3:$c$2"/></mergeCells>',
  })
  const path = opened.file(bytes, 'sheets.xlsx')
  expect((await opened.imports.preview({ file: path })).notes).toEqual([
    'Only the sheet Teas is read. To import another one, choose it: Coffees.',
  ])
  const { rejected } = await opened.run(path)
  expect(rejected).toMatchObject([
    { line: 4, code: 'NAME_MISSING', reason: 'The name of the row is an error of the sheet: #REF!.' },
  ])
  expect((await opened.record('4006381333948'))?.products?.[0]?.brand?.text).toBe('Oatlark')
})
