import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogReader, catalogWriter } from '../../catalog/index.ts'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
  await opened.run(opened.file('gtin,name\n4006381333931,Green tea\n036000291452,Black tea\n'))
})
afterEach(() => opened.close())

const second =
  'gtin,name\n4006381333931,Green tea 2\n036000291452,Black tea\n4011200296908,Red tea\n5000112637922,White tea\n'
/** Number of items that the list of the catalog shows. */
async function itemCount(): Promise<number> {
  const reader = opened.workspace.storage.reader(catalogReader)
  const { total } = await reader.searchRows({ text: 'tea', brandIds: [], manufacturerIds: [] }, 0, 5)
  expect((await reader.counts()).items).toBe(total)
  return total
}
const nameOf = async (gtin: string) => (await opened.record(gtin))?.name

test('removes the items that an import added, and restores those that it changed', async () => {
  const before = await opened.record('4006381333931')
  const { job } = await opened.run(opened.file(second))
  const { id } = job
  expect(job).toMatchObject({ created: 2, updated: 1, unchanged: 1 })
  expect(await opened.imports.itemsToUndo({ id })).toEqual({
    ...{ now: 4, removed: 2, restored: 1, kept: 0, named: [] },
  })
  expect(await opened.imports.undoItems({ id })).toEqual({ removed: 2, restored: 1, kept: [] })
  expect(await itemCount()).toBe(2)
  expect(await nameOf('4011200296908')).toBeUndefined()
  const { lastUpdated: _now, ...after } = (await opened.record('4006381333931')) ?? {}
  const { lastUpdated: _then, ...earlier } = before ?? {}
  expect(after).toEqual(earlier)
  expect((await opened.imports.job({ id })).undoneAt).toBeDefined()
  // Nothing is left to undo, also after a crash between two steps.
  expect(await opened.imports.undoItems({ id })).toEqual({ removed: 0, restored: 0, kept: [] })
  // The file can be imported again.
  expect((await opened.run(opened.file(second))).job).toMatchObject({ created: 2, updated: 1, unchanged: 1 })
  expect(await nameOf('4006381333931')).toBe('Green tea 2')
})

test('keeps and names what others changed since', async () => {
  const { job } = await opened.run(opened.file(second))
  const { id } = job
  await opened.run(
    opened.file('gtin,name\n4006381333931,Green tea 3\n4011200296908,Red tea 3\n', 'third.csv'),
  )
  const { itemsByCode } = opened.workspace.storage.reader(catalogReader)
  const [[white = ''] = []] = await itemsByCode(['5000112637922'])
  await opened.workspace.storage.writer(catalogWriter).setVerified([white])
  const kept = [
    { id: expect.any(String), name: 'Red tea 3', why: 'changed' },
    { id: white, name: 'White tea', why: 'changed' },
    { id: expect.any(String), name: 'Green tea 3', why: 'changed' },
  ]
  expect(await opened.imports.itemsToUndo({ id })).toEqual({
    ...{ now: 4, removed: 0, restored: 0, kept: 3, named: kept },
  })
  expect(await opened.imports.undoItems({ id })).toEqual({ removed: 0, restored: 0, kept })
  expect(await nameOf('4006381333931')).toBe('Green tea 3')
  expect(await nameOf('4011200296908')).toBe('Red tea 3')
})

test('undoes more items than one step takes, and the numbers of removed items are free', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => {
    const body = `4006381${String(index).padStart(5, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Tea ${index}`
  })
  const { job } = await opened.run(opened.file(`gtin,name\n${rows.join('\n')}\n`))
  expect(await opened.imports.undoItems({ id: job.id })).toMatchObject({ removed: job.created })
  expect(await itemCount()).toBe(2)
  const later = await opened.run(opened.file('gtin,name\n4011200296908,Red tea\n'))
  expect(later.job).toMatchObject({ created: 1 })
  expect(await opened.imports.itemsToUndo({ id: later.job.id })).toMatchObject({ removed: 1 })
  expect(await opened.imports.itemsToUndo({ id: job.id })).toMatchObject({ removed: 0, kept: 0 })
})

test('an import into drafts is undone by its drafts, and one into the catalog by its items', async () => {
  const { job } = await opened.run(opened.file(second), 'drafts')
  await expect(opened.imports.undoItems({ id: job.id })).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  const [, first] = await opened.imports.jobs()
  await expect(opened.imports.undo({ id: first?.id ?? '', includeEdited: true })).rejects.toMatchObject({
    code: 'NOT_UNDOABLE',
  })
})

test('an import that was undone is an import again when a corrected row is imported', async () => {
  const { job } = await opened.run(opened.file('gtin,name\n4011200296907,Red tea\n5000112637922,White tea\n'))
  await opened.imports.undoItems({ id: job.id })
  expect((await opened.imports.job({ id: job.id })).undoneAt).toBeDefined()
  await opened.correct(job.id, 2, { gtin: '4011200296908' })
  expect((await opened.imports.job({ id: job.id })).undoneAt).toBeUndefined()
})
