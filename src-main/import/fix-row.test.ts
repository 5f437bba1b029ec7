import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixedCode } from '../../src-shared/import/model.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

const table = [
  'gtin,name,net weight (g)',
  '4006381333931,Tea,250',
  '4006381333940,Wrong check digit,100',
  '4006381333955,,100',
  '4006381333931,Twice,100',
].join('\n')

async function imported(target: 'catalog' | 'drafts') {
  const { job } = await opened.run(opened.file(table), target)
  const rejected = () => opened.imports.rejected({ id: job.id, offset: 0, limit: 10 })
  return { job, rejected }
}

test('returns rejected rows with their cells, the column at fault, and the columns of the file', async () => {
  const { rejected } = await imported('drafts')
  const { rows, columns } = await rejected()
  expect(columns.map(({ name }) => name)).toEqual(['gtin', 'name', 'net weight (g)'])
  expect(rows.map(({ line, code, fault, cells }) => ({ line, code, fault, cells }))).toEqual([
    {
      line: 3,
      code: 'GTIN_CHECK_DIGIT',
      fault: 'gtin',
      cells: { gtin: '4006381333940', name: 'Wrong check digit', 'net weight (g)': '100' },
    },
    { line: 4, code: 'NAME_MISSING', fault: 'name', cells: expect.anything() },
    { line: 5, code: 'GTIN_TWICE', fault: 'gtin', cells: expect.anything() },
  ])
})

test('keeps a corrected row until it is imported into the same draft, across restarts', async () => {
  const { job, rejected } = await imported('drafts')
  const id = job.id
  const still = await opened.imports.fixRejectedRow({ id, line: 3, cells: { name: 'Better' }, take: true })
  expect(still).toMatchObject({ row: { code: 'GTIN_CHECK_DIGIT', cells: { name: 'Better' } } })
  const right = await opened.imports.fixRejectedRow({
    id,
    line: 3,
    cells: { gtin: '4006381333948' },
    take: false,
  })
  expect(right).toMatchObject({ row: { code: fixedCode, cells: { gtin: '4006381333948', name: 'Better' } } })
  await opened.restart()
  expect((await rejected()).rows[0]).toMatchObject({ code: fixedCode, cells: { name: 'Better' } })
  expect(await opened.imports.fixRejectedRow({ id, line: 3, cells: {}, take: true })).toEqual({
    taken: 'created',
  })
  const now = await opened.imports.job({ id })
  expect(now).toMatchObject({ created: 2, rejected: 2 })
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 5 })
  expect(drafts).toMatchObject([{ id: now.drafts[0]?.id, itemCount: 2 }])
  await expect(opened.imports.fixRejectedRow({ id, line: 3, cells: {}, take: true })).rejects.toMatchObject({
    code: 'ROW_NOT_FOUND',
  })
})

test('rejects a GTIN that the draft already has', async () => {
  const { job } = await imported('drafts')
  const correct = (gtin: string) =>
    opened.imports.fixRejectedRow({ id: job.id, line: 3, cells: { gtin }, take: true })
  expect(await correct('4006381333931')).toMatchObject({ row: { code: 'GTIN_TWICE', fault: 'gtin' } })
  const same = await opened.imports.fixRejectedRow({ id: job.id, line: 5, cells: { name: 'X' }, take: true })
  expect(same).toMatchObject({ row: { code: 'GTIN_TWICE' } })
})

test('imports rows into a new draft if the draft was deleted', async () => {
  const { job } = await imported('drafts')
  await opened.drafts.deleteDraft({ id: (await opened.imports.job({ id: job.id })).drafts[0]?.id ?? '' })
  await opened.imports.fixRejectedRow({ id: job.id, line: 3, cells: { gtin: '4006381333948' }, take: true })
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 5 })
  expect(drafts).toMatchObject([{ itemCount: 1, name: 'products.csv' }])
})

test('imports a corrected row into the catalog', async () => {
  const { job } = await imported('catalog')
  const taken = await opened.imports.fixRejectedRow({
    id: job.id,
    line: 3,
    cells: { gtin: '4006381333948' },
    take: true,
  })
  expect(taken).toEqual({ taken: 'created' })
  expect((await opened.record('4006381333948'))?.name).toBe('Wrong check digit')
  expect(await opened.imports.job({ id: job.id })).toMatchObject({ created: 2, rejected: 2 })
})

test('corrects an unreadable line of JSON by its columns', async () => {
  const path = opened.file('{"gtin":"4006381333931","name":"Tea"}\n{"gtin":"4006\n', 'x.jsonl')
  const { job, rejected } = await opened.run(path, 'drafts')
  expect(rejected).toMatchObject([{ code: 'ROW_UNREADABLE', cells: {} }])
  const cells = { gtin: '4006381333948', name: 'Coffee' }
  expect(await opened.imports.fixRejectedRow({ id: job.id, line: 2, cells, take: true })).toEqual({
    taken: 'created',
  })
})

test('rejects the GTIN of another row, even after it was changed back and after a restart', async () => {
  const { job } = await imported('catalog')
  const correct = (line: number, gtin: string, take = true) =>
    opened.imports.fixRejectedRow({ id: job.id, line, cells: { gtin }, take })
  const refused = { row: { code: 'GTIN_TWICE', fault: 'gtin', reason: expect.stringContaining('Line 2') } }
  expect(await correct(3, '04006381333931')).toMatchObject(refused)
  expect(await correct(5, '4006381333948', false)).toMatchObject({ row: { code: fixedCode } })
  await opened.restart()
  expect(await correct(5, '4006381333931')).toMatchObject(refused)
  expect((await opened.record('4006381333931'))?.name).toBe('Tea')
  expect(await correct(5, '4006381333948')).toEqual({ taken: 'created' })
  expect(await correct(3, '4006381333948')).toMatchObject({ row: { code: 'GTIN_TWICE' } })
})

test('updates an existing item with a corrected row', async () => {
  await opened.run(opened.file('gtin,name\n4006381333948,Before\n'), 'catalog')
  const { job } = await imported('catalog')
  const cells = { gtin: '4006381333948' }
  expect(await opened.imports.fixRejectedRow({ id: job.id, line: 3, cells, take: true })).toEqual({
    taken: 'updated',
  })
})
