import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportTarget } from '../../src-shared/rpc/import-contract.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseDocument, parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { catalogWriter } from '../catalog/catalog-writer.ts'
import { createDrafts } from '../feeds/create-drafts.ts'
import type { Drafts } from '../feeds/drafts.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { takeProcessLock } from '../storage/process-lock.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { workspaceSettings } from '../workspace/workspace-settings.ts'
import { importWriter } from './import-writer.ts'
import { createImports, type Imports } from './imports.ts'

const log = createLog('silent')

let workspace: TemporaryWorkspace
let drafts: Drafts
let imports: Imports

function open(): void {
  drafts = createDrafts(workspace)
  imports = createImports({ storage: workspace.storage, drafts, clock: systemClock, log })
}
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  await workspaceSettings(workspace.storage).write({ role: 'sandbox' })
  open()
})
afterEach(async () => {
  await imports.close()
  await workspace.close()
})

function file(content: string | Uint8Array, name = 'products.csv'): string {
  const path = join(workspace.directory, name)
  writeFileSync(path, content)
  return path
}
async function run(path: string, target: ImportTarget = 'catalog', mapping?: Record<string, string>) {
  const { id } = await imports.start({ file: path, target, ...(mapping ? { mapping } : {}) })
  const job = await imports.finished(id)
  return { job, rejected: (await imports.rejected({ id, offset: 0, limit: 1000 })).rows }
}
/** The record of a GTIN as it is stored. */
async function record(gtin: string): Promise<Item | undefined> {
  const reader = workspace.storage.reader(catalogReader)
  const [ids = []] = await reader.itemsByCode([gtin])
  const stored = ids[0] === undefined ? undefined : await reader.item(ids[0])
  return stored && parseElement(itemGroup, stored.body).value
}

const table = `gtin,product_name,brands,manufacturer,quantity,energy-kcal_100g,fat_100g,sodium_100g,image_url
4006381333931,Green tea,"Leaf, Leaf Finest",Leaf Works,250 g,12,0.1,0.002,https://pictures.example/front.jpg
036000291452,Black tea,LEAF,Leaf Works,4 x 5 cl,,,,
`

describe('into the catalog', () => {
  test('rows become records; brands and manufacturers become entries, once each', async () => {
    const { job, rejected } = await run(file(table))
    expect(job).toMatchObject({
      state: 'completed',
      rowsRead: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    })
    expect(job.bytesRead).toBe(job.bytesTotal)
    expect(rejected).toEqual([])
    expect(await workspace.storage.reader(catalogReader).counts()).toMatchObject({
      items: 2,
      brands: 1,
      manufacturers: 1,
    })
    const [green, black] = [await record('4006381333931'), await record('036000291452')]
    expect(green).toMatchObject({
      name: 'Green tea',
      upcs: [{ type: 'GTIN', text: '4006381333931' }],
      media: [{ view: 'A1C1', url: 'https://pictures.example/front.jpg' }],
      products: [
        {
          brand: { id: '1', text: 'Leaf' },
          manufacturer: { id: '1', text: 'Leaf Works' },
          grocery: {
            nutritions: [
              {
                servingSizes: [{ type: 'metric', measure: '100', uom: 'GRM' }],
                energy: '12',
                totalFat: { uom: 'GRM', text: '0.1' },
                sodium: { uom: 'MGM', text: '2' },
              },
            ],
          },
        },
      ],
    })
    expect(black?.products?.[0]?.brand).toEqual({ id: '1', text: 'Leaf' })
  })

  test('the same file again changes nothing, not even a stamp', async () => {
    const path = file(table)
    await run(path)
    const before = await record('4006381333931')
    const { job } = await run(path)
    expect(job).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await record('4006381333931')).toEqual(before)
  })

  test('a file that says more changes what it says, and nothing else', async () => {
    await run(file(table))
    const before = await record('4006381333931')
    const more =
      'ean;name;ingredients;image_back_url\n04006381333931;Green tea, loose;Tea;https://pictures.example/b.jpg\n'
    const { job } = await run(file(more, 'more.csv'))
    expect(job).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    const after = await record('4006381333931')
    expect(after).toMatchObject({
      id: before?.id,
      name: 'Green tea, loose',
      created: before?.created,
      upcs: before?.upcs,
      products: [
        { brand: { text: 'Leaf' }, grocery: { ingredients: 'Tea', nutritions: [{ energy: '12' }] } },
      ],
    })
    expect(after?.media?.map(({ view }) => view)).toEqual(['A7C1', 'A1C1'])
    expect((await run(join(workspace.directory, 'more.csv'))).job).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('rows that cannot be taken are kept with line, reason and text; the others are imported', async () => {
    const rows = [
      'upc,title,note',
      '036000291452,Tea,',
      '036000291453,Wrong digit,',
      '',
      ',No code,',
      '4006381333931,,nameless',
      '4006381333931,"Second',
      'line",',
      '0036000291452,Tea again,',
      '2023730999992,Scales,',
    ]
    const { job, rejected } = await run(file(rows.join('\n')))
    expect(job).toMatchObject({ state: 'completed', rowsRead: 7, created: 2, rejected: 5 })
    expect(rejected.map(({ line, code, raw }) => [line, code, raw])).toEqual([
      [3, 'GTIN_CHECK_DIGIT', '036000291453,Wrong digit,'],
      [5, 'GTIN_MISSING', ',No code,'],
      [6, 'NAME_MISSING', '4006381333931,,nameless'],
      [9, 'GTIN_TWICE', '0036000291452,Tea again,'],
      [10, 'GTIN_RESTRICTED', '2023730999992,Scales,'],
    ])
    expect(rejected[3]?.reason).toContain('Line 2')
    const second = await imports.rejected({ id: job.id, offset: 3, limit: 1 })
    expect(second).toEqual({ total: 5, rows: [rejected[3]] })
  })

  test('JSON Lines: nested values, names by language, units and views', async () => {
    const row = {
      gtin: 4006381333931,
      name: 'Thé vert',
      names: { fr: 'Thé vert', en: 'Green tea' },
      brands: ['Leaf', 'Leaf Works'],
      categories: [
        { scheme: 'OFF', id: 'en:teas', label: 'Teas' },
        { scheme: 'GPC', id: '10000116', label: 'Tea - Bags/Loose' },
        { scheme: 'OFF', id: 'en:green-teas', label: 'Green teas' },
      ],
      servingSize: { measure: 2, uom: 'G', text: '2 g / 1 bag' },
      nutrition: {
        basis: { measure: 2, uom: 'G' },
        energy: { value: 41.84, uom: 'KJ' },
        iron: { value: 0.1, uom: 'MG' },
      },
      kosher: ['en:orthodox-union-kosher'],
      warnings: ['May contain tea.'],
      images: [
        { view: 'front', url: 'https://pictures.example/f.png' },
        { view: 'nutrition', url: 'https://pictures.example/n.png' },
        { view: 'back' },
      ],
    }
    const { job, rejected } = await run(file(gzipSync(`${JSON.stringify(row)}\n[1]\n{"gtin":`), 'data.bin'))
    expect(job).toMatchObject({ created: 1, rejected: 2 })
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'ROW_UNREADABLE'],
      [3, 'ROW_UNREADABLE'],
    ])
    expect(await record('4006381333931')).toMatchObject({
      name: 'Thé vert',
      ecommerceDescription: 'Green tea',
      categories: [{ type: 'GPC', id: '10000116', text: 'Tea - Bags/Loose' }],
      media: [{ view: 'A1C1', mimeType: 'image/png' }, { view: 'nutrition' }],
      products: [
        {
          brand: { text: 'Leaf' },
          warnings: ['May contain tea.'],
          grocery: {
            kosherCodes: ['Orthodox union kosher'],
            nutritions: [
              {
                servingSizes: [
                  { type: 'metric', measure: '2', uom: 'GRM' },
                  { type: 'other', measure: '1', uom: 'bag' },
                ],
                energy: '10',
                iron: { uom: 'MGM', text: '0.1' },
              },
            ],
          },
        },
      ],
    })
  })

  test.each([
    ['gzipped, whatever its name', (text: string) => gzipSync(text)],
    [
      'UTF-16 of a spreadsheet',
      (text: string) => Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    [
      'Windows-1252, semicolons, CRLF',
      (text: string) => Buffer.from(text.replaceAll(',', ';').replaceAll('\n', '\r\n'), 'latin1'),
    ],
  ])('a table may be %s', async (_name, encode) => {
    const { job } = await run(file(encode('gtin,nom\n4006381333931,Thé brûlé\n'), 'table.txt'))
    expect(job).toMatchObject({ state: 'completed', created: 1 })
    expect((await record('4006381333931'))?.name).toBe('Thé brûlé')
  })

  test('a mapping a person made is kept to', async () => {
    const path = file('artikel,gtin,text,x\n4006381333931,036000291452,Tea,Leaf\n')
    const mapping = { artikel: 'productCodes/productCode', text: 'ecommerceTitle' }
    expect((await imports.preview({ file: path, mapping })).mapping).toEqual(mapping)
    await run(path, 'catalog', mapping)
    expect((await record('4006381333931'))?.products?.[0]?.brand).toBeUndefined()
    expect(await record('036000291452')).toBeUndefined()
  })

  test('a file that breaks far down: what comes before is imported, and the job says where it broke', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `${index},Number ${index}`).join('\n')
    const { job } = await run(
      file(`gtin,name\n4006381333931,Tea\n${rows}\n036000291452,"Open\n5901234123457,Milk\n`),
    )
    expect(job).toMatchObject({
      state: 'failed',
      rowsRead: 501,
      created: 1,
      note: expect.stringContaining('line 503'),
    })
    expect((await record('4006381333931'))?.name).toBe('Tea')
  })
})

describe('into drafts', () => {
  const rows = Array.from({ length: 150 }, (_, index) => {
    const body = `4006381${String(index).padStart(5, '0')}`
    const sum = [...body].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    return `${body}${(10 - (sum % 10)) % 10},Tea ${index},Leaf,Leaf Works,250 g,10000116`
  })
  const text = `gtin,name,brand,manufacturer,net weight,category id\n${rows.join('\n')}\n`

  test('create feeds of up to 100 items, with the identifiers the catalog knows', async () => {
    const writer = workspace.storage.writer(catalogWriter)
    await writer.putLookups('brand', [{ id: 'b7', name: 'LEAF' }])
    await writer.putLookups('manufacturer', [{ id: 'm7', name: 'Leaf works' }])
    const { job } = await run(file(text), 'drafts')
    expect(job).toMatchObject({ state: 'completed', target: 'drafts', created: 150, rejected: 0 })
    const list = await drafts.list()
    expect(list.map(({ kind, itemCount }) => [kind, itemCount]).sort()).toEqual([
      ['create', 100],
      ['create', 50],
    ])
    const { xml } = await drafts.get(list.find(({ itemCount }) => itemCount === 50)?.id ?? '')
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
    expect((await workspace.storage.reader(catalogReader).counts()).items).toBe(0)
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
    await workspaceSettings(workspace.storage).write({ role: 'connected' })
    const path = file(text)
    await expect(imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'NOT_A_SANDBOX',
    })
    expect((await run(path, 'drafts')).job.created).toBe(150)
  })
})

test('a preview shows the format, columns, the mapping, and every field', async () => {
  const preview = await imports.preview({ file: file(gzipSync(table)) })
  expect(preview).toMatchObject({
    format: 'csv',
    compressed: true,
    mapping: { gtin: 'productCodes/productCode', quantity: 'packageData/netWeight' },
  })
  expect(preview.columns[1]).toEqual({ name: 'product_name', samples: ['Green tea', 'Black tea'] })
  const paths = preview.fields.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(Object.values(preview.mapping)))
  for (const { label, section } of preview.fields) expect([label, section]).not.toContain('')
})

describe('jobs', () => {
  const many = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `{"code":"${index}","name":"Tea"}`)
    return file(`{"code":"4006381333931","name":"Tea"}\n${rows.join('\n')}`, 'many.jsonl')
  }

  test('a cancelled job stops, keeps what it did, and tells of its progress on the way', async () => {
    const heard: string[] = []
    const path = many(60_000)
    let cancelled: Promise<unknown> | undefined
    const { id } = await imports.start({ file: path, target: 'catalog' })
    const unsubscribe = workspace.storage.changes.subscribe(({ changes }) => {
      for (const { topic, ids } of changes) if (topic === 'imports') heard.push(...(ids ?? []))
      cancelled ??= imports.cancel(id)
    })
    const job = await imports.finished(id)
    await cancelled
    unsubscribe()
    expect(new Set(heard)).toEqual(new Set([id]))
    expect(job).toMatchObject({ state: 'cancelled', created: 1, note: expect.stringContaining('Cancelled') })
    expect(job.rowsRead).toBeLessThan(60_000)
    expect(job.rejected).toBe(job.rowsRead - 1)
    expect(await imports.cancel(id)).toEqual(job)
    expect((await imports.rejected({ id, offset: 0, limit: 1 })).total).toBe(job.rejected)
  })

  test('one import at a time, in this process and in others', async () => {
    const path = many(20_000)
    const { id } = await imports.start({ file: path, target: 'catalog' })
    await expect(imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    })
    await imports.cancel(id)
    const elsewhere = takeProcessLock(workspace.directory, 'import')
    await expect(imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    })
    elsewhere?.release()
    await imports.cancel((await imports.start({ file: path, target: 'catalog' })).id)
    expect((await imports.jobs()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  test('a job whose program ended is shown as failed after a restart, with a note; one that runs elsewhere is not', async () => {
    const begin = () =>
      workspace.storage
        .writer(importWriter)
        .begin({ id: 'lost', file: 'a.csv', target: 'catalog', bytesTotal: 9 })
    await begin()
    const elsewhere = takeProcessLock(workspace.directory, 'import')
    await workspace.reopen()
    open()
    expect(await imports.jobs()).toMatchObject([{ id: 'lost', state: 'running' }])
    elsewhere?.release()
    await workspace.reopen()
    open()
    expect(await imports.jobs()).toMatchObject([
      {
        id: 'lost',
        state: 'failed',
        endedAt: expect.any(String),
        note: expect.stringContaining('program ended'),
      },
    ])
  })

  test('closing cancels what runs', async () => {
    const { id } = await imports.start({ file: many(60_000), target: 'catalog' })
    await imports.close()
    expect(await imports.finished(id)).toMatchObject({
      state: 'cancelled',
      note: expect.stringContaining('closed'),
    })
  })

  test('a job nobody knows', async () => {
    const unknown = { code: 'IMPORT_NOT_FOUND' }
    await expect(imports.finished('none')).rejects.toMatchObject(unknown)
    await expect(imports.cancel('none')).rejects.toMatchObject(unknown)
    await expect(imports.rejected({ id: 'none', offset: 0, limit: 1 })).rejects.toMatchObject(unknown)
  })
})
