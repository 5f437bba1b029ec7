import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ComparedRow, RowClass } from '../../src-shared/import/row-classes.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'
import type { Chosen } from './preview/preview-file.ts'

/** A supplier's second file: some of its items are in the catalog already. */
let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
  const first = `gtin,name,brand,net weight,origin,ingredients\n${[
    '4006381333931,Green tea,Leaf,250 g,FR,green tea',
    '036000291452,Black tea,Leaf,1 kg,DE,black tea',
    '5000112637922,White tea,Leaf,50 g,CN,white tea',
  ].join('\n')}\n`
  expect((await opened.run(opened.file(first))).job).toMatchObject({ created: 3 })
})
afterEach(() => opened.close())

/** One row unchanged, one changed (the empty cell is no difference), one new, one that cannot be read. */
const second = `gtin,name,brand,net weight,origin,e-commerce description\n${[
  '4006381333931,Green tea,LEAF,250 g,,',
  '00036000291452,Black tea,Leaf,900 g,,Strong',
  '4011200296908,Red tea,Leaf,10 g,ZA,Mild',
  '123,No tea,Leaf,,,',
].join('\n')}\n`

async function look(text: string) {
  const { id } = await opened.imports.start({ file: opened.file(text), target: 'drafts', dry: true })
  const job = await opened.imports.finished({ id })
  const rows = async (rowClass: RowClass): Promise<ComparedRow[]> =>
    (await opened.imports.comparedRows({ id, class: rowClass, offset: 0, limit: 50 })).rows
  return { job, rows, summary: await opened.imports.rowSummary({ id }) }
}

const importWith = (text: string, rowChoices: Chosen['rowChoices']) =>
  opened.run(opened.file(text), 'drafts', { rowChoices })

/** The items of the drafts by kind. */
async function drafted(): Promise<Record<string, IngestItem[]>> {
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 10 })
  const items = await Promise.all(
    drafts.map(async ({ id, kind }) => {
      const { rows } = await opened.drafts.draftRows({ id, selection: {}, offset: 0, limit: 10, columns: [] })
      const values = await Promise.all(rows.map(({ key }) => opened.drafts.draftItem({ id, key })))
      return [kind, values.map(({ value }) => value as IngestItem)] as const
    }),
  )
  return Object.fromEntries(items)
}

test('a look sorts the rows by the catalog, and lists the fields that differ', async () => {
  const { job, rows, summary } = await look(second)
  expect(job).toMatchObject({ created: 1, updated: 1, unchanged: 1, rejected: 1 })
  const [changed] = await rows('changed')
  expect(changed).toMatchObject({ line: 3, gtin: '00036000291452', title: 'Black tea' })
  expect(changed?.about).not.toBe('')
  expect(changed?.fields.map(({ path, theirs, mine }) => [path, theirs, mine])).toEqual([
    ['ecommerceDescription', undefined, [{ lang: 'en', text: 'Strong' }]],
    ['packageData/netWeight', { measure: '1', uom: 'KGM' }, { measure: '900', uom: 'GRM' }],
  ])
  expect(await rows('new')).toMatchObject([{ title: 'Red tea', about: '', fields: [] }])
  expect(await rows('unchanged')).toMatchObject([{ title: 'Green tea', fields: [] }])
  expect(summary).toMatchObject({
    fields: 2,
    carried: { refresh: { rows: 1, fields: 2 }, update: { rows: 1, fields: 1 } },
  })
})

test('an import refreshes changed items with all that the catalog has, and leaves unchanged ones', async () => {
  const { job } = await importWith(second, undefined)
  expect(job).toMatchObject({
    state: 'completed',
    created: 1,
    updated: 1,
    unchanged: 1,
    left: 0,
    rejected: 1,
  })
  const { create, refresh } = await drafted()
  expect(create).toMatchObject([{ ecommerceTitle: 'Red tea' }])
  // The origin and the ingredients are not in the file's row: the refresh keeps them.
  expect(refresh).toMatchObject([
    {
      ecommerceTitle: 'Black tea',
      ecommerceDescription: [{ text: 'Strong' }],
      packageData: { netWeight: { measure: '900', uom: 'GRM' } },
      products: [{ countryOfOrigin: 'DE', grocery: { ingredients: 'black tea' } }],
    },
  ])
  const id = job.drafts.find(({ kind }) => kind === 'refresh')?.id ?? ''
  await opened.drafts.check(id)
  expect((await opened.drafts.draftDifferences({ id })).fields).toMatchObject({
    changed: 2,
    conflicts: 0,
    removed: 0,
  })
  expect((await opened.drafts.draft({ id })).grid?.columns).toEqual([
    'productCodes/0/text',
    'ecommerceTitle',
    'products/0/brandDescription',
    'packageData/netWeight/measure',
    'packageData/netWeight/uom',
    'products/0/countryOfOrigin',
    'ecommerceDescription/0/text',
  ])
  // New items also show the required fields that the file lacks.
  const created = job.drafts.find(({ kind }) => kind === 'create')?.id ?? ''
  expect((await opened.drafts.draft({ id: created })).grid?.columns.slice(0, 5)).toEqual([
    ...['productCodes/0/text', 'ecommerceTitle', 'manufacturerId', 'categoryId'],
    'products/0/brandDescription',
  ])
})

test('an update carries only its fields, and leaves rows that it cannot change', async () => {
  const wider = `${second}5000112637922,White tea,Leaf,60 g,,\n`
  const { job } = await importWith(wider, { new: 'leave', changed: 'update' })
  expect(job).toMatchObject({ created: 0, updated: 1, unchanged: 1, left: 2, rejected: 1 })
  const { update, ...others } = await drafted()
  expect(others).toEqual({})
  expect(update).toEqual([
    {
      type: 'grocery',
      productCodes: [{ type: 'GTIN', text: '036000291452' }],
      ecommerceDescription: [{ lang: 'en', text: 'Strong' }],
    },
  ])
  const report = await opened.imports.report({ id: job.id })
  const weights = report?.columns.find(({ column }) => column === 'net weight')
  expect(weights?.left).toMatchObject([{ code: 'ROW_LEFT', count: 3 }])
})

test('leaves every row of a file whose values the catalog has', async () => {
  const { job } = await importWith('gtin,name\n4006381333931,Green tea\n', undefined)
  expect(job).toMatchObject({ created: 0, updated: 0, unchanged: 1, drafts: [] })
  const refreshed = await importWith('gtin,name\n4006381333931,Green tea\n', { unchanged: 'refresh' })
  expect(refreshed.job).toMatchObject({ updated: 1, unchanged: 0, drafts: [{ kind: 'refresh' }] })
})

test('sorts the rows of a copy of a service in the same way', async () => {
  await workspaceSettings(opened.workspace.storage).write({ role: 'connected' })
  const { job } = await look(second)
  expect(job).toMatchObject({ created: 1, updated: 1, unchanged: 1, rejected: 1 })
})

test('a corrected row goes where the rows of its class went', async () => {
  const { job } = await importWith('gtin,name,net weight\n036000291453,Black tea,900 g\n', undefined)
  expect(await opened.correct(job.id, 2, { gtin: '036000291452' })).toMatchObject({ updated: 1, rejected: 0 })
  expect(await opened.imports.job({ id: job.id })).toMatchObject({ updated: 1, rejected: 0 })
  expect((await drafted())['refresh']).toMatchObject([{ packageData: { netWeight: { measure: '900' } } }])
})

test('undoes an import whole, and asks before it removes an edited draft', async () => {
  const { job } = await importWith(second, undefined)
  const refresh = job.drafts.find(({ kind }) => kind === 'refresh')?.id ?? ''
  const rename = { do: 'rename', name: 'Teas of autumn' } as const
  await opened.drafts.editDraft({ id: refresh, label: 'Renamed', edits: [rename] })
  const { id } = job
  expect(await opened.imports.undo({ id, includeEdited: false })).toMatchObject({
    removed: [],
    edited: [{ id: refresh, name: 'Teas of autumn' }],
  })
  expect(Object.keys(await drafted())).toHaveLength(2)
  expect((await opened.imports.undo({ id, includeEdited: true })).removed).toHaveLength(2)
  expect(await drafted()).toEqual({})
  expect((await opened.imports.job({ id })).undoneAt).toBeDefined()
  // A restored draft is an import again.
  await opened.drafts.undeleteDraft({ id: refresh })
  expect((await opened.imports.job({ id })).undoneAt).toBeUndefined()
})

test('a row that is corrected in the check of a file is imported with its correction', async () => {
  const path = opened.file(second)
  const { id } = await opened.imports.start({ file: path, target: 'drafts', dry: true })
  await opened.imports.finished({ id })
  expect(await opened.correct(id, 5, { gtin: '5000112637922', 'net weight': '60 g' })).toMatchObject({
    updated: 1,
    rejected: 0,
  })
  expect(await opened.imports.job({ id })).toMatchObject({ created: 1, updated: 2, rejected: 0 })
  const changed = await opened.imports.comparedRows({ id, class: 'changed', offset: 0, limit: 9 })
  expect(changed.rows.map(({ line, title }) => [line, title])).toEqual([
    [3, 'Black tea'],
    [5, 'No tea'],
  ])
  // An edited row that was not checked again is imported as it was edited.
  const { job } = await opened.run(path, 'drafts', { correctedIn: id })
  expect(job).toMatchObject({ created: 1, updated: 2, unchanged: 1, rejected: 0 })
  const { refresh } = await drafted()
  expect(refresh).toMatchObject([{ ecommerceTitle: 'Black tea' }, { ecommerceTitle: 'No tea' }])
})

test('a dry run refuses the GTIN of another row of the file', async () => {
  const { job } = await look(second)
  expect(await opened.correct(job.id, 5, { gtin: '4011200296908' })).toMatchObject({ rejected: 1 })
  expect((await opened.imports.rejected({ id: job.id, offset: 0, limit: 5 })).rows).toMatchObject([
    { line: 5, code: 'GTIN_TWICE', cells: { gtin: '4011200296908' } },
  ])
})
