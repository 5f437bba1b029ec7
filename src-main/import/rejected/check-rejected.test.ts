import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())

const table = [
  'gtin,shelf,name,net weight (g)',
  '4006381333931,A,Tea,250',
  '4006381333940,A,Wrong check digit,100',
  '4006381333955,B,,100',
  '4006381333931,B,Twice,100',
].join('\n')

async function imported(target: 'catalog' | 'drafts') {
  const { job } = await opened.run(opened.file(table), target)
  const rejected = () => opened.imports.rejected({ id: job.id, offset: 0, limit: 10 })
  return { id: job.id, rejected }
}
const none = { created: 0, updated: 0, unchanged: 0, left: 0, rejected: 0 }
const grid = (id: string, query: object = {}) =>
  opened.imports.rejectedGrid({
    ...{ id, selection: {}, offset: 0, limit: 10, columns: ['gtin', 'name', 'shelf'] },
    ...query,
  })

test('returns rejected rows with their cells, the column at fault, and the columns of the file', async () => {
  const { rejected } = await imported('drafts')
  const { rows, columns } = await rejected()
  expect(columns.map(({ name }) => name)).toEqual(['gtin', 'shelf', 'name', 'net weight (g)'])
  expect(columns.map(({ field }) => field === undefined)).toEqual([false, true, false, false])
  expect(rows.map(({ line, code, fault, cells }) => ({ line, code, fault, cells }))).toEqual([
    {
      line: 3,
      code: 'GTIN_CHECK_DIGIT',
      fault: 'gtin',
      cells: { gtin: '4006381333940', shelf: 'A', name: 'Wrong check digit', 'net weight (g)': '100' },
    },
    { line: 4, code: 'NAME_MISSING', fault: 'name', cells: expect.anything() },
    { line: 5, code: 'GTIN_TWICE', fault: 'gtin', cells: expect.anything() },
  ])
})

test('shows rejected rows as a grid that marks the cell at fault, with its reason', async () => {
  const { id } = await imported('drafts')
  const { total, rows } = await grid(id)
  expect(total).toBe(3)
  expect(rows.map(({ key, cells, marks, errors }) => ({ key, cells, marks, errors }))).toEqual([
    {
      key: 3,
      cells: ['4006381333940', 'Wrong check digit', 'A'],
      marks: ['error', null, null],
      errors: 1,
    },
    { key: 4, cells: ['4006381333955', null, 'B'], marks: [null, 'error', null], errors: 1 },
    { key: 5, cells: ['4006381333931', 'Twice', 'B'], marks: ['error', null, null], errors: 1 },
  ])
  expect(await opened.imports.rejectedProblems({ id, line: 4 })).toMatchObject([
    { code: 'NAME_MISSING', path: 'rows/row/name', message: 'The row has no name.' },
  ])
  expect(await opened.imports.rejectedProblems({ id, line: 3 })).toMatchObject([
    { code: 'GTIN_CHECK_DIGIT', suggestion: { value: '4006381333948' } },
  ])
  const lines = async (query: object) => (await grid(id, query)).rows.map(({ key }) => key)
  expect(await lines({ selection: { text: 'twice' } })).toEqual([5])
  expect(await lines({ selection: { problem: { code: 'NAME_MISSING' } } })).toEqual([4])
  expect(await lines({ selection: { cell: { column: 'name', is: 'empty' } } })).toEqual([4])
  expect(await lines({ sort: { column: 'gtin', isDescending: true } })).toEqual([4, 3, 5])
})

test('sets a column of many rows, replaces, undoes and applies the step again', async () => {
  const { id } = await imported('drafts')
  const texts = async (place: number) => (await grid(id)).rows.map(({ cells }) => cells[place])
  const edit = (edits: Parameters<typeof opened.imports.editRejected>[0]['edits']) =>
    opened.imports.editRejected({ id, label: 'A step', edits })
  expect(
    await edit([
      { do: 'set', selection: { cell: { column: 'shelf', is: 'filled' } }, column: 'name', value: 'X' },
    ]),
  ).toEqual({ rows: 3 })
  expect(await texts(1)).toEqual(['X', 'X', 'X'])
  const replace = { selection: { keys: [4, 5] }, columns: ['shelf'], find: 'b', by: 'C', matchCase: false }
  expect(await opened.imports.previewRejectedReplace({ id, ...replace })).toMatchObject({
    cells: 2,
    items: 2,
  })
  await edit([{ do: 'replace', ...replace }])
  expect(await texts(2)).toEqual(['A', 'C', 'C'])
  expect(await opened.imports.rejectedSummary({ id })).toMatchObject({ edited: 3, undo: 'A step' })
  await opened.imports.undoRejected({ id })
  await opened.imports.undoRejected({ id })
  expect([await texts(1), await texts(2)]).toEqual([
    ['Wrong check digit', null, 'Twice'],
    ['A', 'B', 'B'],
  ])
  await opened.restart()
  expect(await opened.imports.redoRejected({ id })).toEqual({ rows: 3 })
  expect(await texts(1)).toEqual(['X', 'X', 'X'])
  // A new step replaces the undone ones.
  await edit([{ do: 'cells', cells: [{ key: 3, column: 'name', value: null }] }])
  expect(await opened.imports.redoRejected({ id })).toEqual({ rows: 0 })
  expect(await texts(1)).toEqual([null, 'X', 'X'])
})

test('merges values of a column', async () => {
  const { id } = await imported('drafts')
  const question = { id, selection: {}, column: 'shelf' }
  expect((await opened.imports.alikeRejected(question)).distinct).toBe(2)
  const edits = [{ do: 'merge' as const, selection: {}, column: 'shelf', merges: [{ from: 'B', to: 'A' }] }]
  expect(await opened.imports.editRejected({ id, label: 'Merged', edits })).toEqual({ rows: 2 })
  expect((await opened.imports.alikeRejected(question)).distinct).toBe(1)
})

test('keeps an edited row until it is imported into the same draft, across restarts', async () => {
  const { id, rejected } = await imported('drafts')
  expect(await opened.correct(id, 3, { name: 'Better' })).toEqual({ ...none, rejected: 1 })
  expect((await rejected()).rows[0]).toMatchObject({ code: 'GTIN_CHECK_DIGIT', cells: { name: 'Better' } })
  const edits = [{ do: 'cells' as const, cells: [{ key: 3, column: 'gtin', value: '4006381333948' }] }]
  await opened.imports.editRejected({ id, label: 'Typed', edits })
  await opened.restart()
  expect((await grid(id)).rows[0]).toMatchObject({ errors: 0, isChecked: false, marks: [null, null, null] })
  expect(await opened.imports.checkRejected({ id })).toEqual({ ...none, created: 1 })
  const now = await opened.imports.job({ id })
  expect(now).toMatchObject({ created: 2, rejected: 2 })
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 5 })
  expect(drafts).toMatchObject([{ id: now.drafts[0]?.id, itemCount: 2 }])
  // The rows of the steps were imported, so they cannot be undone.
  expect(await opened.imports.rejectedSummary({ id })).toMatchObject({
    rejected: 2,
    edited: 0,
    undo: undefined,
  })
  expect(await opened.imports.editRejected({ id, label: 'Late', edits })).toEqual({ rows: 0 })
})

test('the report says which rejected rows were corrected since', async () => {
  const { id } = await imported('catalog')
  const reasons = async () => {
    const report = await opened.imports.report({ id })
    const shelf = report?.columns.find(({ column }) => column === 'shelf')
    return [report?.corrected, ...(shelf?.left.map(({ code, count }) => [code, count]) ?? [])]
  }
  const before = await reasons()
  expect(before).toContainEqual(['ROW_REJECTED', 3])
  await opened.correct(id, 3, { gtin: '4006381333948' })
  expect(await reasons()).toEqual([1, ...before.slice(1)])
  await opened.correct(id, 4, { name: 'Named' })
  await opened.correct(id, 5, { gtin: '4006381333962' })
  const after = await reasons()
  expect(after[0]).toBe(3)
  expect(after).toContainEqual(['ROW_CORRECTED', 3])
  expect(after.flat()).not.toContain('ROW_REJECTED')
})

test('rejects a GTIN that the draft already has', async () => {
  const { id, rejected } = await imported('drafts')
  expect(await opened.correct(id, 3, { gtin: '4006381333931' })).toMatchObject({ rejected: 1 })
  expect((await rejected()).rows[0]).toMatchObject({ code: 'GTIN_TWICE', fault: 'gtin' })
  expect(await opened.correct(id, 5, { name: 'X' })).toMatchObject({ rejected: 1 })
  expect((await rejected()).rows[2]).toMatchObject({ code: 'GTIN_TWICE' })
})

test('rejects the second of two edited rows with the same GTIN', async () => {
  const { id, rejected } = await imported('catalog')
  const cells = [3, 5].map((key) => ({ key, column: 'gtin', value: '4006381333948' }))
  await opened.imports.editRejected({ id, label: 'Typed', edits: [{ do: 'cells', cells }] })
  expect(await opened.imports.checkRejected({ id })).toEqual({ ...none, created: 1, rejected: 1 })
  expect((await rejected()).rows).toMatchObject([{ line: 4 }, { line: 5, code: 'GTIN_TWICE' }])
})

test('imports rows into a new draft if the draft was deleted', async () => {
  const { id } = await imported('drafts')
  await opened.drafts.deleteDraft({ id: (await opened.imports.job({ id })).drafts[0]?.id ?? '' })
  await opened.correct(id, 3, { gtin: '4006381333948' })
  const { drafts } = await opened.drafts.drafts({ offset: 0, limit: 5 })
  expect(drafts).toMatchObject([{ itemCount: 1, name: 'products.csv' }])
})

test('imports a corrected row into the catalog', async () => {
  const { id } = await imported('catalog')
  expect(await opened.correct(id, 3, { gtin: '4006381333948' })).toEqual({ ...none, created: 1 })
  expect((await opened.record('4006381333948'))?.name).toBe('Wrong check digit')
  expect(await opened.imports.job({ id })).toMatchObject({ created: 2, rejected: 2 })
})

test('corrects an unreadable line of JSON by its columns', async () => {
  const path = opened.file('{"gtin":"4006381333931","name":"Tea"}\n{"gtin":"4006\n', 'x.jsonl')
  const { job, rejected } = await opened.run(path, 'drafts')
  expect(rejected).toMatchObject([{ code: 'ROW_UNREADABLE', cells: {} }])
  expect(await grid(job.id)).toMatchObject({ rows: [{ marks: ['error', null, null] }] })
  const cells = { gtin: '4006381333948', name: 'Coffee' }
  expect(await opened.correct(job.id, 2, cells)).toMatchObject({ created: 1 })
})

test('updates an existing item with a corrected row', async () => {
  await opened.run(opened.file('gtin,name\n4006381333948,Before\n'), 'catalog')
  const { id } = await imported('catalog')
  expect(await opened.correct(id, 3, { gtin: '4006381333948' })).toEqual({ ...none, updated: 1 })
})
