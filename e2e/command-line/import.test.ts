import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { row, workbook } from '../../src-main/import/fixtures/workbook-file.ts'
import { desk } from '../support/programs/desk.ts'

/** The import report of omitted values, and the choices for unknown names, on the command line. */
const folder = mkdtempSync(join(tmpdir(), 'desk-import-'))
const pathOf = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('--look writes a report and a mapping; the import applies the edited mapping', async () => {
  writeFileSync(
    pathOf('teas.csv'),
    'gtin,name,brand,maker,country,shelf\n4006381333931,Green tea,Leaf,Leaf Works,Frankreich,3\n036000291452,Black tea,Bud,Leaf Works,Atlantis,3\n',
  )
  const run = (...args: string[]) => desk('import', pathOf('teas.csv'), '--data', pathOf('sandbox'), ...args)
  const preview = await run(
    '--look',
    '--report',
    pathOf('left.csv'),
    '--save-mapping',
    pathOf('mapping.json'),
  )
  expect(preview).toContain('nothing imported: 2 rows read, 2 new')
  expect(preview).toContain(
    'country: 1 value left out. The value names no country, or several. (line 3: Atlantis)',
  )
  expect(preview).toContain('country: 1 value kept in another form (line 2: Frankreich as FR).')
  expect(preview).toContain('manufacturer "Leaf Works", 2 values: added to the list.')
  expect(readFileSync(pathOf('left.csv'), 'utf8')).toContain(
    '"shelf","","left out","The column is not mapped to a field.","2","2 3","3 | 3"',
  )

  const mapping = JSON.parse(readFileSync(pathOf('mapping.json'), 'utf8'))
  expect(mapping.names.choices).toEqual({
    brand: { Leaf: 'add', Bud: 'add' },
    manufacturer: { 'Leaf Works': 'add' },
  })
  mapping.mapping.shelf = 'companyTrackingId/@id'
  mapping.names.choices.brand.Bud = 'leave'
  writeFileSync(pathOf('mapping.json'), JSON.stringify(mapping))
  const { report, ...job } = JSON.parse(await run('--mapping', pathOf('mapping.json'), '--json'))
  expect(job).toMatchObject({ created: 2, dry: false })
  expect(report.names).toMatchObject([
    { name: 'Leaf Works', became: 'add' },
    { name: 'Leaf', became: 'add' },
    { name: 'Bud', became: 'leave' },
  ])
  const left = report.columns.flatMap(({ column, left }: { column: string; left: { code: string }[] }) =>
    left.map(({ code }) => `${column} ${code}`),
  )
  expect(left).toEqual(['brand NAME_LEFT', 'country NOT_A_COUNTRY'])
})

test('rows become drafts by their class: new, changed or unchanged', async () => {
  writeFileSync(
    pathOf('more-teas.csv'),
    'gtin,name\n4006381333931,Green tea with mint\n036000291452,Black tea\n4006381333948,White tea\n',
  )
  const run = async (...choices: string[]) =>
    JSON.parse(
      await desk(
        ...['import', pathOf('more-teas.csv'), '--data', pathOf('sandbox'), '--to', 'drafts', '--json'],
        ...choices,
      ),
    )
  expect(await run('--new', 'leave', '--changed', 'update', '--unchanged', 'refresh')).toMatchObject({
    created: 0,
    updated: 1,
    drafts: [{ kind: 'refresh' }],
    // The new item; and the changed one, whose name an update cannot change.
    left: 2,
  })
  const nothing = await desk(
    ...['import', pathOf('more-teas.csv'), '--data', pathOf('sandbox'), '--to', 'drafts'],
    ...['--new', 'leave', '--changed', 'leave'],
  )
  expect(nothing).toContain('Nothing was imported: 3 rows read')
  expect(nothing).toContain('Import the file again with another choice for its rows')
})

test('reads a file in the given encoding and with the given separator', async () => {
  writeFileSync(
    pathOf('polish.csv'),
    Buffer.from('GTIN;Name;Brand, maker\n4006381333931;Gda\xF1sk;Leaf\n', 'latin1'),
  )
  const choices = ['--encoding', 'windows-1250', '--separator', 'semicolon', '--json']
  const job = JSON.parse(await desk('import', pathOf('polish.csv'), '--data', pathOf('polish'), ...choices))
  expect(job).toMatchObject({ state: 'completed', created: 1 })
  expect(await desk('export', '--format', 'csv', '--to', '-', '--data', pathOf('polish'))).toContain('Gdańsk')
})

test('reads the given sheet, header row, columns and decimal mark', async () => {
  const sheets = {
    First: row(1, 'GTIN', 'Name') + row(2, '4006381333931', 'Not this one'),
    Second:
      row(1, 'GTIN', 'Name', 'Code', 'Net content') +
      row(2, 'Prices of our house') +
      row(3, 'GTIN', 'Name', 'Our words', 'Net weight') +
      row(4, '036000291452', 'Black tea', '=Strong', '1,250 g'),
  }
  writeFileSync(pathOf('teas.xlsx'), workbook({ sheets }))
  writeFileSync(pathOf('report.csv'), 'of an earlier import')
  const choices = ['--sheet', 'Second', '--names-in', '3', '--decimal', 'comma']
  const columns = ['--map', 'Our words=ecommerceTitle', 'Name=']
  const report = ['--report', pathOf('report.csv'), '--force', '--json']
  const run = (...args: string[]) =>
    desk('import', pathOf('teas.xlsx'), '--data', pathOf('workbook'), ...args)
  const job = JSON.parse(await run(...choices, ...columns, ...report))
  expect(job).toMatchObject({ state: 'completed', rowsRead: 1, created: 1, rejected: 0 })
  expect(readFileSync(pathOf('report.csv'), 'utf8')).toContain('"Our words","E-commerce title","kept"')
  const table = (...options: string[]) =>
    desk('export', '--format', 'csv', ...options, '--to', '-', '--data', pathOf('workbook'))
  expect(await table('--raw')).toMatch(/,=Strong,.*,1\.25/)
  expect(await table()).toMatch(/,'=Strong,/)
})
