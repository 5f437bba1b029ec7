import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNames } from '../../names/index.ts'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

const file = () => opened.file('gtin,name,maker,shelf\n4006381333931,Tea,Leaf Works,left\n')
const mapping = { gtin: 'productCodes/productCode', name: 'ecommerceTitle', shelf: 'manufacturerId' }
const decided = { mapping, names: { choices: { manufacturer: { left: 'keep' as const } } } }

test('choices are proposed for the next file with the same columns, and not stored by a dry run', async () => {
  const path = file()
  const dryRun = await opened.imports.start({ file: path, target: 'catalog', dry: true, ...decided })
  await opened.imports.finished({ id: dryRun.id })
  expect((await opened.imports.preview({ file: path })).remembered).toBeUndefined()
  await opened.run(path, 'catalog', decided)
  expect(await opened.imports.preview({ file: path })).toMatchObject({
    mapping,
    names: { choices: {} },
    remembered: { at: expect.stringMatching(/^\d{4}-/), choices: ['mapping'] },
  })
  expect((await opened.imports.preview({ file: path, detected: true })).mapping).toHaveProperty('maker')
  // A file with other columns does not get them.
  const other = opened.file('gtin,name,shelf,a,b,c\n4006381333931,Tea,x,1,2,3\n', 'other.csv')
  expect((await opened.imports.preview({ file: other })).mapping).not.toHaveProperty('shelf')
})

test('choices apply to names in files with other columns, until they are forgotten', async () => {
  const names = createNames(opened.workspace.storage)
  const brands = (path: string) =>
    opened
      .run(path, 'catalog', { names: { choices: {} } })
      .then(({ job }) => opened.imports.report({ id: job.id }))
      .then((report) =>
        report?.names.flatMap(({ kind, name, became, isDecided }) =>
          kind === 'brand' ? [[name, became, isDecided]] : [],
        ),
      )
  const first = opened.file('gtin,name,brand\n4006381333931,Tea,Muller Milch\n', 'first.csv')
  const choices = { brand: { 'Muller Milch': { as: 'Müller' }, Various: 'leave' as const } }
  await opened.run(first, 'catalog', { names: { choices } })
  const rows = '4006381333948,Tea,Muller Milch,1\n4006381333955,Cup,Various,2\n4006381333962,Pot,Neu,3\n'
  const next = opened.file(`gtin,name,brand,shelf\n${rows}`, 'next.csv')
  expect(await brands(next)).toEqual([
    ['Muller Milch', { as: 'Müller' }, true],
    ['Various', 'leave', true],
    ['Neu', 'add', undefined],
  ])
  expect(await names.decided({ kind: 'brand' })).toEqual({ count: 2 })
  expect(await names.forget({ kind: 'brand', names: ['Muller Milch'] })).toEqual({ forgotten: 1 })
  const again = opened.file('gtin,name,brand\n4006381333979,Tea,Muller Milch\n', 'again.csv')
  expect(await brands(again)).toEqual([['Muller Milch', 'add', undefined]])
})

test('choices are deleted when the next import uses the defaults', async () => {
  const path = file()
  await opened.run(path, 'catalog', decided)
  const { mapping } = await opened.imports.preview({ file: path, detected: true })
  await opened.run(path, 'catalog', { mapping, names: { choices: {} } })
  expect((await opened.imports.preview({ file: path })).remembered).toBeUndefined()
})

test('what becomes of the rows of a class is proposed again, also after an import into the catalog', async () => {
  const path = file()
  await opened.run(path, 'drafts', { rowChoices: { changed: 'update', new: 'create' } })
  await opened.run(path, 'catalog')
  expect(await opened.imports.preview({ file: path })).toMatchObject({
    rowChoices: { changed: 'update' },
    remembered: { choices: ['rows'] },
  })
  await opened.run(path, 'drafts', { rowChoices: { changed: 'refresh' } })
  expect((await opened.imports.preview({ file: path })).remembered).toBeUndefined()
})

test('the notation of numbers is proposed again where the file does not determine it', async () => {
  const text = (weight: string) => `gtin\tname\tnet weight\n4006381333931\tTea\t${weight}\n`
  const path = opened.file(text('1,250 g'), 'first.tsv')
  await opened.run(path, 'catalog', { numbers: { columns: { 'net weight': 'comma' } } })
  const next = opened.file(text('2,500 g'), 'next.tsv')
  expect(await opened.imports.preview({ file: next })).toMatchObject({
    numbers: { columns: { 'net weight': 'comma' } },
    remembered: { choices: ['numbers'] },
  })
})

test('an encoding that was chosen instead of the guessed one is proposed again', async () => {
  const bytes = (name: string) => Buffer.from(`gtin,name\n4006381333931,${name}\n`, 'latin1')
  const path = opened.file(bytes('Th\xe9 vert'), 'first.csv')
  await opened.run(path, 'catalog', { encoding: 'windows-1250' })
  const next = opened.file(bytes('Caf\xe9 noir'), 'next.csv')
  expect(await opened.imports.preview({ file: next })).toMatchObject({
    encoding: 'windows-1250',
    remembered: { choices: ['encoding'] },
  })
  // A known encoding is a property of the file.
  const known = opened.file('gtin,name\n4006381333931,Café noir\n', 'known.csv')
  const { encoding, remembered } = await opened.imports.preview({ file: known })
  expect([encoding, remembered]).toEqual(['utf-8', undefined])
})

test('a separator that was chosen instead of the detected one is proposed again', async () => {
  const text = 'gtin|name;shelf;place;row\n4006381333931|Tea;a;b;c\n'
  const path = opened.file(text, 'first.csv')
  expect((await opened.imports.preview({ file: path })).separator).toBe('semicolon')
  const { job } = await opened.run(path, 'catalog', {
    separator: 'bar',
    mapping: { gtin: 'productCodes/productCode', 'name;shelf;place;row': 'ecommerceTitle' },
  })
  expect(job).toMatchObject({ created: 1 })
  expect(await opened.imports.preview({ file: path })).toMatchObject({
    separator: 'bar',
    columns: [{ name: 'gtin' }, { name: 'name;shelf;place;row' }],
    remembered: { choices: ['mapping', 'separator'] },
  })
})

test('choices for files with the same columns are forgotten', async () => {
  const path = file()
  await opened.run(path, 'catalog', decided)
  const { columns } = await opened.imports.preview({ file: path })
  await opened.imports.forgetChoices({ columns: columns.map(({ name }) => name) })
  const { remembered, mapping: detected } = await opened.imports.preview({ file: path })
  expect([remembered, detected['maker']]).toEqual([undefined, 'manufacturerId'])
})
