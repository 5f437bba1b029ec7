import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportTarget } from '../../src-shared/import/model.ts'
import type { UnmatchedNames } from '../../src-shared/import/names.ts'
import { type ImportReport, reportAsCsv, valuesLeft, valuesRead } from '../../src-shared/import/report.ts'
import { checkDigit } from '../../src-shared/values/gtin.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'
import type { Chosen } from './preview/preview-file.ts'
import type { RowName } from './rows/name-lists.ts'
import { openTally } from './rows/tally.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

async function importing(text: string, target: ImportTarget = 'catalog', chosen: Chosen = {}) {
  const { job } = await opened.run(opened.file(text), target, chosen)
  const report = await opened.imports.report({ id: job.id })
  if (!report) throw new Error('there is no report')
  return { job, report }
}
const left = ({ columns }: ImportReport) =>
  columns.flatMap(({ column, left }) => left.map(({ code, count }) => `${column}: ${code} ${count}`))
const names = ({ names }: ImportReport) =>
  names.map(({ kind, name, count, became }) => `${kind} ${name} ${count} ${JSON.stringify(became)}`)

async function drafted(): Promise<IngestItem[]> {
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 10 })
  const items: IngestItem[] = []
  for (const { id } of drafts) {
    const { text: xml } = await opened.drafts.draftText({ id })
    items.push(...(parseDocument(documents.ingestItems, xml).value?.item ?? []))
  }
  return items
}
const listed = () => opened.workspace.storage.reader(catalogReader).counts()
const lists = () =>
  opened.workspace.storage.writer(catalogWriter).putLookups('manufacturer', [
    { id: 'm7', name: 'Leaf Works Limited' },
    { id: 'm8', name: 'Bean & Sons' },
  ])

const gtinOf = (index: number): string => {
  const body = `95200${String(index).padStart(7, '0')}`
  return body + checkDigit(body)
}

const table = `gtin,name,brand,manufacturer,distributor,categories,quantity,unit,country,shelf,names_fr,product_name_fr
4006381333931,Green tea,Leaf,Leaf Works,Carriers,"Teas, 10000116, Green teas",250,g,Frankreich,3,,Thé vert
036000291452,Black tea,Leaf,Leaf Works,Carriers,Teas,4 x 5 cl,,France or Spain,,,Black tea
036000291453,Wrong,,,,,,,,7,,
`

describe('report', () => {
  test('counts the values kept, changed and left out by an import into the catalog', async () => {
    const { report } = await importing(table)
    for (const { read, kept, changed, left } of report.columns)
      expect(read).toBe(kept + changed.count + left.reduce((sum, { count }) => sum + count, 0))
    expect(left(report)).toEqual([
      'gtin: ROW_REJECTED 1',
      'name: ROW_REJECTED 1',
      'country: NOT_A_COUNTRY 1',
      'shelf: ROW_REJECTED 1',
      'shelf: NOT_MAPPED 1',
      'product_name_fr: OTHER_LANGUAGE 1',
    ])
    expect(names(report)).toEqual([
      'brand Leaf 2 "add"',
      'manufacturer Leaf Works 2 "add"',
      'distributor Carriers 2 "add"',
      'category Teas 2 "keep"',
      'category Green teas 1 "keep"',
    ])
    const country = report.columns.find(({ column }) => column === 'country')
    expect(country).toMatchObject({
      field: 'Country of origin',
      changed: { count: 1, examples: [{ line: 2, text: 'Frankreich', became: 'FR' }] },
      left: [{ examples: [{ line: 3, text: 'France or Spain' }] }],
    })
    expect(await opened.record('4006381333931')).toMatchObject({
      categories: [
        { type: 'category', id: 'Teas', text: 'Teas' },
        { type: 'GPC', id: '10000116' },
        { type: 'category', id: 'Green teas', text: 'Green teas' },
      ],
      packageDistributor: { name: 'Carriers' },
    })
    expect(await listed()).toMatchObject({ brands: 1, manufacturers: 1, distributors: 1 })
  })

  test('lists the values that do not fit into a feed', async () => {
    await workspaceSettings(opened.workspace.storage).write({ role: 'connected' })
    const { report } = await importing(table, 'drafts')
    expect(left(report)).toEqual([
      'gtin: ROW_REJECTED 1',
      'name: ROW_REJECTED 1',
      'manufacturer: NAME_UNKNOWN 2',
      'distributor: NAME_UNKNOWN 2',
      'categories: ONE_CATEGORY 2',
      'categories: NO_CATEGORY_NUMBER 1',
      'country: NOT_A_COUNTRY 1',
      'shelf: ROW_REJECTED 1',
      'shelf: NOT_MAPPED 1',
      'product_name_fr: OTHER_LANGUAGE 1',
    ])
    expect(names(report)).toEqual([
      'brand Leaf 2 "keep"',
      'manufacturer Leaf Works 2 "leave"',
      'distributor Carriers 2 "leave"',
      'category Teas 1 "leave"',
    ])
    const [green, black] = await drafted()
    expect(green).toMatchObject({
      categoryId: '10000116',
      packageData: { netWeight: { measure: '250', uom: 'GRM' } },
      products: [{ brandDescription: 'Leaf', countryOfOrigin: 'FR' }],
    })
    expect(black).toMatchObject({
      packageData: { netWeight: { measure: '20', uom: 'CLT' }, unitsInPackage: '4' },
    })
    expect(green).not.toHaveProperty('manufacturerId')
  })

  test('is the same for a dry run, which writes nothing and is not listed as an import', async () => {
    const path = opened.file(table)
    const { id } = await opened.imports.start({ file: path, target: 'catalog', dry: true })
    expect(await opened.imports.finished({ id })).toMatchObject({
      dry: true,
      created: 2,
      rejected: 1,
      state: 'completed',
    })
    const dryRun = await opened.imports.report({ id })
    expect(await listed()).toMatchObject({ items: 0, brands: 0, manufacturers: 0, distributors: 0 })
    expect(await opened.imports.jobs()).toEqual([])
    const { report } = await importing(table)
    expect(report).toEqual(dryRun)
    // The next dry run replaces the previous one.
    const next = await opened.imports.start({ file: path, target: 'catalog', dry: true })
    expect(await opened.imports.finished({ id: next.id })).toMatchObject({
      ...{ created: 0, updated: 0, unchanged: 2 },
    })
    await expect(opened.imports.report({ id })).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' })
  })

  test('is deleted for a dry run that another import cancels', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `{"code":"${index}","name":"Tea"}`).join('\n')
    const dryJob = await opened.imports.start({
      file: opened.file(rows, 'many.jsonl'),
      target: 'catalog',
      dry: true,
    })
    const { id } = await opened.imports.start({ file: opened.file(table), target: 'catalog' })
    expect(await opened.imports.finished({ id })).toMatchObject({ state: 'completed', created: 2 })
    await expect(opened.imports.job({ id: dryJob.id })).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' })
  })

  test('lists all values of repeated rows and of rows that change nothing in the catalog as left out', async () => {
    await importing('gtin,name\n4006381333931,Tea\n')
    const { report } = await importing(
      'gtin,name\n4006381333931,Tea\n036000291452,Milk\n0036000291452,Milk\n',
      'drafts',
    )
    expect(left(report)).toEqual([
      ...['gtin: ROW_REJECTED 1', 'gtin: ROW_LEFT 1'],
      ...['name: ROW_REJECTED 1', 'name: ROW_LEFT 1'],
    ])
  })

  test('lists cells after the last heading, and exists for a cancelled import', async () => {
    const { report } = await importing('gtin\tname\n4006381333931\tTea\tmore\t\n')
    expect(left(report)).toEqual(['column 3: NO_HEADING 1'])
    const rows = Array.from({ length: 30_000 }, (_, index) => `{"code":"${index}","name":"Tea"}`).join('\n')
    const { id } = await opened.imports.start({ file: opened.file(rows, 'many.jsonl'), target: 'catalog' })
    await opened.imports.cancel({ id })
    expect(await opened.imports.report({ id })).toMatchObject({ names: [] })
  })

  test('is exported as CSV with outcomes, reasons, lines and examples for each column, without formulas', async () => {
    const { report } = await importing(
      'gtin,name,shelf\n4006381333931,Tea,=1+1\n036000291452,Milk,"a ""b"""\n',
    )
    const [mark, ...lines] = reportAsCsv(report).split('\r\n')
    expect(mark).toBe('\uFEFF"column","field","outcome","reason","values","lines","examples"')
    expect(lines).toEqual([
      '"gtin","GTIN","kept","","2","",""',
      '"name","E-commerce title","kept","","2","",""',
      '"shelf","","kept","","0","",""',
      `"shelf","","left out","The column is not mapped to a field.","2","2 3","'=1+1 | a ""b"""`,
      '',
    ])
    expect([valuesRead(report), valuesLeft(report)]).toEqual([6, 2])
  })

  test('limits columns, names and examples, and counts those beyond the limit together', () => {
    const tally = openTally()
    for (let line = 1; line <= 10_500; line++) {
      const name: RowName = { kind: 'brand', name: `Brand ${line}`, column: 'b', became: 'keep' }
      tally.addTaken(line, [[0, 'NOT_MAPPED', 1, 'x']], [name], [`column ${line}`])
    }
    const report = tally.report([], () => undefined)
    expect(report.columns).toHaveLength(2001)
    const further = report.columns.find(({ column }) => column === '(further columns)')
    expect(further).toMatchObject({ read: 8500, left: [{ count: 8500 }] })
    expect(further?.left[0]?.examples).toHaveLength(3)
    expect(report.names).toHaveLength(10_000)
    expect(report.moreNames).toEqual({ brand: 500 })
  })
})

describe('a name without a list entry', () => {
  const one = 'gtin,name,manufacturer\n4006381333931,Tea,Leaf Works\n'
  const chosen = (choices: UnmatchedNames['choices'], otherwise?: UnmatchedNames['otherwise']) => ({
    names: { choices, ...(otherwise ? { otherwise } : {}) },
  })
  const manufacturer = async () => (await opened.record('4006381333931'))?.products?.[0]?.manufacturer

  test('uses the chosen entry', async () => {
    await lists()
    expect(await opened.imports.nearNames({ kind: 'manufacturer', names: ['Leaf Works', 'Zzz'] })).toEqual([
      { name: 'Leaf Works', entries: [{ id: 'm7', name: 'Leaf Works Limited' }] },
      { name: 'Zzz', entries: [] },
    ])
    const choices = { manufacturer: { 'leaf  works': { choose: 'm7' } } }
    const { report } = await importing(one, 'catalog', chosen(choices))
    expect(await manufacturer()).toEqual({ id: 'm7', text: 'Leaf Works Limited' })
    expect(names(report)).toEqual(['manufacturer Leaf Works 1 {"chosen":"m7"}'])
    expect(report.columns[2]?.changed.examples).toEqual([
      { line: 2, text: 'Leaf Works', became: 'Leaf Works Limited' },
    ])
  })

  test('uses the entry that an earlier row added in another spelling, even in an earlier batch', async () => {
    const rows = Array.from(
      { length: 900 },
      (_, index) => `${gtinOf(index)},Item,${index % 2 ? 'Peña' : 'PENA'}`,
    )
    const { report } = await importing(['gtin,name,brand', ...rows].join('\n'))
    expect(names(report)).toEqual(['brand PENA 900 "add"'])
    expect(report.columns[2]).toMatchObject({
      kept: 450,
      changed: { count: 450, examples: [{ line: 3, text: 'Peña', became: 'PENA' }, {}, {}] },
    })
    expect((await listed()).brands).toBe(1)
  })

  test('prefers the entry with the exact spelling', async () => {
    await opened.workspace.storage.writer(catalogWriter).putLookups('manufacturer', [
      { id: 'm1', name: 'Pena' },
      { id: 'm2', name: 'Peña' },
    ])
    await importing('gtin,name,manufacturer\n4006381333931,Tea,Peña\n')
    expect(await manufacturer()).toEqual({ id: 'm2', text: 'Peña' })
  })

  test('is not added for a rejected row', async () => {
    await importing('gtin,name\n4006381333931,Tea\n')
    await importing(one, 'drafts', chosen({}, 'add'))
    expect((await listed()).manufacturers).toBe(0)
  })

  test.each([
    ['is kept as text', 'keep', { text: 'Leaf Works' }, 0],
    ['is left out', 'leave', undefined, 0],
    ['is added', 'add', { id: 'm1', text: 'Leaf Works' }, 1],
  ] as const)('%s if chosen for all names', async (_, otherwise, expected, entries) => {
    const { report } = await importing(one, 'catalog', chosen({}, otherwise))
    expect(await manufacturer()).toEqual(expected)
    expect((await listed()).manufacturers).toBe(entries)
    expect(left(report)).toEqual(otherwise === 'leave' ? ['manufacturer: NAME_LEFT 1'] : [])
  })

  test('is added for a draft of a sandbox, but not for a copy of a service', async () => {
    await importing(one, 'drafts', chosen({}, 'add'))
    expect((await listed()).manufacturers).toBe(1)
    expect(await drafted()).toMatchObject([{ manufacturerId: 'm1' }])
    await workspaceSettings(opened.workspace.storage).write({ role: 'connected' })
    const { report } = await importing(one.replace('Leaf', 'Bud'), 'drafts', chosen({}, 'add'))
    expect((await listed()).manufacturers).toBe(1)
    expect(left(report)).toEqual(['manufacturer: NAME_UNKNOWN 1'])
  })

  test('rejects the choice of an entry that does not exist', async () => {
    const choices = { manufacturer: { 'Leaf Works': { choose: 'm9' } } }
    await expect(importing(one, 'catalog', chosen(choices))).rejects.toMatchObject({
      code: 'NAME_CHOICE_UNKNOWN',
      message: expect.stringContaining('Leaf Works'),
    })
  })
})
