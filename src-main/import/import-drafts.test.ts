import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('into drafts', () => {
  const rows = Array.from({ length: 150 }, (_, index) => {
    const body = `4006381${String(index).padStart(5, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Tea ${index},Leaf,Leaf Works,250 g,10000116`
  })
  const text = `gtin,name,brand,manufacturer,net weight,category id\n${rows.join('\n')}\n`

  test('one import is one draft of a create feed, with the identifiers the catalog knows', async () => {
    const writer = opened.workspace.storage.writer(catalogWriter)
    await writer.putLookups('brand', [{ id: 'b7', name: 'LEAF' }])
    await writer.putLookups('manufacturer', [{ id: 'm7', name: 'Leaf works' }])
    const { job } = await run(file(text), 'drafts')
    expect(job).toMatchObject({ state: 'completed', target: 'drafts', created: 150, rejected: 0 })
    const { drafts: list } = await opened.drafts.list({ offset: 0, limit: 10 })
    expect(list.map(({ kind, itemCount }) => [kind, itemCount])).toEqual([['create', 150]])
    const { text: xml } = await opened.drafts.text(list[0]?.id ?? '')
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

  test('a GTIN the catalog has cannot be created again', async () => {
    await run(file(`${text.split('\n').slice(0, 3).join('\n')}\n`))
    const { job, rejected } = await run(file(text), 'drafts')
    expect(job).toMatchObject({ created: 148, rejected: 2 })
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'GTIN_EXISTS'],
      [3, 'GTIN_EXISTS'],
    ])
  })

  test('a copy of a service takes drafts, and no items', async () => {
    await workspaceSettings(opened.workspace.storage).write({ role: 'connected' })
    const path = file(text)
    await expect(opened.imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'NOT_A_SANDBOX',
    })
    expect((await run(path, 'drafts')).job.created).toBe(150)
  })
})
