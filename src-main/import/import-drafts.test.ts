import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportJob } from '../../src-shared/import/model.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { type ImportWorkspace, openImportWorkspace } from './fixtures/import-workspace.ts'

let opened: ImportWorkspace
beforeEach(async () => {
  opened = await openImportWorkspace()
})
afterEach(() => opened.close())
const file: ImportWorkspace['file'] = (...given) => opened.file(...given)
const run: ImportWorkspace['run'] = (...given) => opened.run(...given)

describe('import into drafts', () => {
  const rows = Array.from({ length: 150 }, (_, index) => {
    const body = `4006381${String(index).padStart(5, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Tea ${index},Leaf,Leaf Works,250 g,10000116`
  })
  const text = `gtin,name,brand,manufacturer,net weight,category id\n${rows.join('\n')}\n`

  test('creates one draft of a create feed, with the identifiers known to the catalog', async () => {
    const writer = opened.workspace.storage.writer(catalogWriter)
    await writer.putLookups('brand', [{ id: 'b7', name: 'LEAF' }])
    await writer.putLookups('manufacturer', [{ id: 'm7', name: 'Leaf works' }])
    const { job } = await run(file(text), 'drafts')
    expect(job).toMatchObject({ state: 'completed', target: 'drafts', created: 150, rejected: 0 })
    const { drafts: list } = await opened.drafts.drafts({ offset: 0, limit: 10 })
    expect(list.map(({ kind, itemCount }) => [kind, itemCount])).toEqual([['create', 150]])
    const { text: xml } = await opened.drafts.draftText({ id: list[0]?.id ?? '' })
    expect(parseDocument(documents.ingestItems, xml)).toMatchObject({
      problems: [],
      value: {
        item: expect.arrayContaining([
          expect.objectContaining({
            ecommerceTitle: 'Tea 149',
            manufacturerId: 'm7',
            categoryId: '10000116',
            packageData: { type: 'Product', netWeight: { measure: '250', uom: 'GRM' } },
            products: [{ description: 'Tea 149', brandId: 'b7', brandDescription: 'Leaf' }],
          }),
        ]),
      },
    })
    expect((await opened.workspace.storage.reader(catalogReader).counts()).items).toBe(0)
  })

  test('allows drafts but no items in a copy of a service', async () => {
    await workspaceSettings(opened.workspace.storage).write({ role: 'connected' })
    const path = file(text)
    await expect(opened.imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'NOT_A_SANDBOX',
    })
    expect((await run(path, 'drafts')).job.created).toBe(150)
  })
})

/** A table of products with valid GTINs, after one row that is rejected. */
function table(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const body = `4006382${String(index).padStart(5, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Tea ${index}`
  })
  return ['gtin,name', '4006382000009,Wrong digit', ...rows].join('\n')
}
/** Starts an import into drafts. Resolves when its first rows are in a draft, long before the last ones. */
async function startedInDraft(path: string) {
  const first = Promise.withResolvers<void>()
  const unsubscribe = opened.workspace.storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => topic === 'drafts')) first.resolve()
  })
  const { id } = await opened.imports.start({ file: path, target: 'drafts' })
  await first.promise
  unsubscribe()
  return { id }
}
const firstDraft = ({ drafts: [first] }: ImportJob) => first?.id ?? ''
const codes = (id: string) => opened.drafts.codes(id)

describe('an interrupted import', () => {
  const size = 1600
  /** Interrupts a running import as a crash would. @returns the import as found after the restart */
  async function cutOff(path: string) {
    const { id } = await startedInDraft(path)
    await opened.restart()
    const [job] = await opened.imports.jobs()
    if (!job) throw new Error('The import is gone')
    expect(job).toMatchObject({
      id,
      state: 'failed',
      canResume: true,
      note: expect.stringContaining('Resume'),
    })
    expect(job.created).toBeLessThan(size)
    // The count matches the stored items.
    expect(await codes(firstDraft(job))).toHaveLength(job.created)
    return { ...job, draft: firstDraft(job) }
  }

  test('resumes at the next row, imports each row once, and reports on the entire file', async () => {
    const { id, draft } = await cutOff(file(table(size)))
    await opened.imports.goOn({ id })
    const job = await opened.imports.finished({ id })
    expect(job).toMatchObject({ state: 'completed', created: size, rejected: 1, rowsRead: size + 1 })
    expect(job.drafts).toEqual([{ id: draft, kind: 'create' }])
    expect(job.canResume).toBeUndefined()
    const there = await codes(draft)
    expect([there.length, new Set(there).size]).toEqual([size, size])
    const name = (await opened.imports.report({ id }))?.columns.find(({ column }) => column === 'name')
    expect(name).toMatchObject({ read: size + 1 })
  })

  test('resumes if the same import is started again, even from another path', async () => {
    const { id, draft } = await cutOff(file(table(size)))
    const elsewhere = file(table(size), 'again.csv')
    const otherwise = { numbers: { columns: {}, other: 'comma' as const } }
    await expect(
      opened.imports.start({ file: elsewhere, target: 'drafts', ...otherwise }),
    ).rejects.toMatchObject({ code: 'IMPORT_UNFINISHED' })
    const again = await run(elsewhere, 'drafts')
    expect(again.job).toMatchObject({ id, state: 'completed', drafts: [{ id: draft }], created: size })
    expect(new Set(await codes(draft)).size).toBe(size)
    // After completion, the same content is a new import.
    expect((await run(elsewhere, 'drafts')).job.id).not.toBe(id)
  })

  test('does not resume if the file changed or the draft was deleted, and reports why', async () => {
    const path = file(table(size))
    const { id, draft, created } = await cutOff(path)
    file(table(3))
    await expect(opened.imports.goOn({ id })).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    const { job } = await run(path, 'drafts')
    expect(job).toMatchObject({ created: 3, note: expect.stringContaining('the file has changed since') })
    expect(await codes(draft)).toHaveLength(created)
    await opened.drafts.deleteDraft({ id: draft })
    await expect(opened.imports.goOn({ id })).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' })
    const ended = await opened.imports.job({ id })
    expect([ended.canResume, ended.note?.includes('Resume')]).toEqual([undefined, false])
  })
})

test('resumes a cancelled import', async () => {
  const path = file(table(1600))
  const { id } = await startedInDraft(path)
  expect(await opened.imports.cancel({ id })).toMatchObject({ state: 'cancelled', canResume: true })
  const { job } = await run(path, 'drafts')
  expect(job).toMatchObject({ id, state: 'completed', created: 1600 })
  expect(new Set(await codes(firstDraft(job))).size).toBe(1600)
})

test('refuses to join, split, delete or queue a draft while an import fills it', async () => {
  const { drafts, imports } = opened
  const other = await drafts.createDraft({ kind: 'create', values: [], name: 'Other' })
  const { id } = await startedInDraft(file(table(1600)))
  const draft = firstDraft(await imports.job({ id }))
  const limits = { items: 100, bytes: 1_000_000 }
  const outcomes = await Promise.allSettled([
    drafts.joinDrafts({ ids: [other.id, draft] }),
    drafts.splitDraft({ id: draft, selection: {}, name: 'Part' }),
    drafts.deleteDraft({ id: draft }),
    drafts.compose(draft, limits),
  ])
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'DRAFT_HELD' }) }
  expect(outcomes).toEqual([refused, refused, refused, refused])
  expect(await imports.finished({ id })).toMatchObject({ state: 'completed', created: 1600 })
  expect(await codes(draft)).toHaveLength(1600)
  const part = await drafts.splitDraft({ id: draft, selection: { keys: [1] }, name: 'Part' })
  expect(part.itemCount).toBe(1)
  expect(await drafts.joinDrafts({ ids: [other.id, draft] })).toMatchObject({ itemCount: 1599 })
  expect(await drafts.deleteDraft({ id: part.id })).toEqual({ deleted: true })
})
