import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UnmatchedNames } from '../../src-shared/import/names.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

const text = `gtin,name,package type,net weight,net weight unit\n${[
  '4006381333931,Green tea,Tea box,250,grms',
  '036000291452,Black tea,TEA BOX,1,kg',
  '5000112637922,White tea,Tin,50,grms',
].join('\n')}\n`

async function importWith(choices: UnmatchedNames['choices'], content = text) {
  const { job } = await opened.run(opened.file(content), 'catalog', { names: { choices } })
  const report = await opened.imports.report({ id: job.id })
  const packageOf = async (gtin: string) => (await opened.record(gtin))?.packageData
  return { id: job.id, report, packageOf }
}
const names = (report: Awaited<ReturnType<typeof importWith>>['report']) =>
  report?.names.map(({ kind, name, count, became }) => [kind, name, count, became])

test('lists package types that the catalog does not have, and units that are not known', async () => {
  const { report, packageOf, id } = await importWith({})
  expect(names(report)).toEqual([
    ['unit', 'grms', 2, 'leave'],
    ['packageType', 'Tea box', 1, 'keep'],
    ['packageType', 'TEA BOX', 1, 'keep'],
    ['packageType', 'Tin', 1, 'keep'],
  ])
  const weights = report?.columns.find(({ column }) => column === 'net weight')
  expect(weights?.left).toMatchObject([{ code: 'UNIT_UNKNOWN', count: 2 }])
  expect(await packageOf('4006381333931')).toMatchObject({ packageType: { text: 'Tea box' } })
  // The spellings of one package type are a cluster.
  const { clusters } = await opened.imports.alikeNames({ id, kind: 'packageType' })
  expect(clusters.map(({ values }) => values.map((value) => value.text).toSorted())).toEqual([
    ['TEA BOX', 'Tea box'],
  ])
  // The next file finds them in the catalog, and its other spelling is matched.
  const next = opened.file(
    'gtin,name,package type\n4011200296908,Red tea,tin\n4006381333948,Tea,Tin\n',
    'next.csv',
  )
  const look = await opened.imports.start({ file: next, target: 'catalog', dry: true })
  await opened.imports.finished({ id: look.id })
  expect(names(await opened.imports.report({ id: look.id }))).toEqual([['packageType', 'tin', 1, 'keep']])
  expect((await opened.imports.nameMatches({ id: look.id, kind: 'packageType' })).matches).toMatchObject([
    { name: 'tin', likeness: 'same', entry: { name: 'Tin' } },
  ])
})

test('merges the spellings of a package type, and reads a unit as the chosen one, also in the next file', async () => {
  const { report, packageOf } = await importWith({
    packageType: { 'TEA BOX': { as: 'Tea box' }, Tin: 'leave' },
    unit: { grms: { choose: 'GRM' } },
  })
  expect(await packageOf('036000291452')).toMatchObject({ packageType: { text: 'Tea box' } })
  expect(await packageOf('5000112637922')).toMatchObject({ netWeight: { measure: '50', uom: 'GRM' } })
  expect((await packageOf('5000112637922'))?.packageType).toBeUndefined()
  const unit = report?.columns.find(({ column }) => column === 'net weight unit')
  expect(unit).toMatchObject({ kept: 1, left: [], changed: { count: 2 } })
  expect(unit?.changed.examples[0]).toMatchObject({ line: 2, text: 'grms', became: 'GRM' })
  const type = report?.columns.find(({ column }) => column === 'package type')
  expect(type).toMatchObject({ kept: 1, changed: { count: 1 }, left: [{ code: 'NAME_LEFT', count: 1 }] })
  const next = await importWith(
    {},
    'gtin,name,package type,net weight,net weight unit\n4011200296908,Red tea,TEA BOX,10,grms\n',
  )
  expect(await next.packageOf('4011200296908')).toMatchObject({
    packageType: { text: 'Tea box' },
    netWeight: { measure: '10', uom: 'GRM' },
  })
})
