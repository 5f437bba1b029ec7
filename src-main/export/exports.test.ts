import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExportRequest } from '../../src-shared/export/model.ts'
import { contractRecords } from '../testing/local-api/contract-catalog.ts'
import { judge } from '../testing/schema-validator.ts'
import { concatenated, keptContent, openExportWorkspace } from './fixtures/export-workspace.ts'

const everything = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const request = (changes: Partial<ExportRequest>): ExportRequest => ({
  source: everything,
  format: 'items',
  cells: 'safe' as const,
  ...changes,
})
const retailerXml = (item: string, id: string) =>
  keptContent.find(([a, b]) => a === item && b === id)?.[2] ?? ''

describe('export file', () => {
  test('contains every stored element byte for byte, and is valid for the schema', async () => {
    await using opened = await openExportWorkspace()
    const { items, parts } = await opened.exports.open(request({}))
    const bytes = await concatenated(parts())
    expect(items).toBe(3)
    judge('items', bytes)
    const text = bytes.toString()
    expect(text).toContain(' start="0" count="3" total="3">')
    for (const record of contractRecords) expect(text).toContain(record)
  })

  test('contains the results of a search, or the named items in order', async () => {
    await using opened = await openExportWorkspace()
    const idsOf = async (source: ExportRequest['source']) => {
      const { parts } = await opened.exports.open(request({ source }))
      return [...(await concatenated(parts())).toString().matchAll(/<item id="(\d+)"/g)].map(([, id]) => id)
    }
    const selection = { text: 'smoked', brandIds: [], manufacturerIds: [] }
    expect(await idsOf({ selection })).toEqual(['101', '102'])
    expect(await idsOf({ selection: { ...selection, brandIds: ['b1'] } })).toEqual(['102'])
    expect(await idsOf({ itemIds: ['102', 'gone', '100'] })).toEqual(['102', '100'])
    for (const text of ['(', '"', ' - '])
      await expect(
        opened.exports.open(request({ source: { selection: { ...selection, text } } })),
      ).rejects.toMatchObject({ code: 'NO_WORDS' })
    await expect(opened.exports.open(request({ source: { itemIds: ['gone'] } }))).rejects.toMatchObject({
      code: 'NOTHING_TO_EXPORT',
    })
  })

  test('contains the content of single retailers in one valid feed', async () => {
    await using opened = await openExportWorkspace()
    const { parts } = await opened.exports.open(request({ format: 'contentplus' }))
    const bytes = await concatenated(parts())
    judge('contentPlus', bytes)
    const body = bytes.toString().replace(/^.*\n<contentPlus [^>]*>/, '')
    expect(body).toBe(
      `<item id="100">${retailerXml('100', 'r1')}${retailerXml('100', 'r2')}</item>` +
        `<item id="102">${retailerXml('102', 'r2')}</item></contentPlus>\n`,
    )
    expect(body).not.toContain('For everyone')
  })

  test('contains the content of one retailer, and throws if there is none', async () => {
    await using opened = await openExportWorkspace()
    const open = (retailerIds: string[]) =>
      opened.exports.open(request({ format: 'contentplus', retailerIds }))
    const { parts } = await open(['r1'])
    const text = (await concatenated(parts())).toString()
    expect(text).toContain(`<item id="100">${retailerXml('100', 'r1')}</item></contentPlus>`)
    const none = await open(['r9'])
    await expect(concatenated(none.parts())).rejects.toMatchObject({ code: 'NOTHING_TO_EXPORT' })
  })

  test('uses the namespace of the connection', async () => {
    await using opened = await openExportWorkspace('https://ns.other.example')
    const namespaceOf = async (format: ExportRequest['format']) => {
      const { parts } = await opened.exports.open(request({ format }))
      return / xmlns="([^"]*)"/.exec((await concatenated(parts())).toString())?.[1]
    }
    expect(await namespaceOf('items')).toBe('https://ns.other.example/item')
    expect(await namespaceOf('contentplus')).toBe('https://ns.other.example/feed/contentplus')
  })
})

test('describes the items, those with content, and the retailers by name', async () => {
  await using opened = await openExportWorkspace()
  expect(await opened.exports.describe({ source: everything })).toEqual({
    items: 3,
    columns: expect.arrayContaining(['GTIN', 'Name']),
    furtherColumns: expect.arrayContaining(['Total fat (g)', 'Category name']),
    screenColumns: expect.objectContaining({ name: 'Name', totalFat: 'Total fat per 100 (g or ml)' }),
    printedColumns: expect.arrayContaining(['Brand']),
    contentItems: 2,
    retailers: [
      { id: 'r1', name: 'Corner Shop', items: 1 },
      { id: 'r2', name: 'Market Hall', items: 2 },
    ],
  })
  expect(await opened.exports.describe({ source: { itemIds: ['101'] } })).toEqual({
    items: 1,
    columns: expect.arrayContaining(['GTIN', 'Name']),
    furtherColumns: expect.arrayContaining(['Total fat (g)', 'Category name']),
    screenColumns: expect.objectContaining({ name: 'Name', totalFat: 'Total fat per 100 (g or ml)' }),
    printedColumns: expect.arrayContaining(['Brand']),
    contentItems: 0,
    retailers: [],
  })
})

describe('export job', () => {
  const ended = async (opened: Awaited<ReturnType<typeof openExportWorkspace>>, id: string) => {
    let job = await opened.exports.job({ id })
    while (job.state === 'running') job = await opened.exports.job({ id, after: job.revision })
    return job
  }

  test('writes a file to download, which is deleted when the workspace is closed', async () => {
    await using opened = await openExportWorkspace()
    const folder = join(opened.workspace.directory, 'exports')
    mkdirSync(folder)
    writeFileSync(join(folder, 'left by a program that was ended'), '')
    const begun = await opened.exports.start(request({ format: 'csv' }))
    expect(begun).toMatchObject({ state: 'running', itemsTotal: 3, itemsDone: 0 })
    const job = await ended(opened, begun.id)
    const bytes = job.bytes
    expect(job).toMatchObject({ state: 'completed', itemsDone: 3, itemsWritten: 3 })
    expect(job.download).toBe(`/exports/${job.id}/${job.fileName}`)
    expect(job.fileName).toMatch(/^items-\d{4}-\d\d-\d\d\.csv$/)
    const file = opened.exports.download(job.id)
    expect(file).toMatchObject({ fileName: job.fileName, mimeType: 'text/csv; charset=utf-8', bytes })
    expect(readFileSync(file?.path ?? '').length).toBe(bytes)
    expect(readdirSync(folder)).toEqual([job.id])
    await opened.exports.close()
    expect(readdirSync(opened.workspace.directory)).not.toContain('exports')
  })

  test('writes a chosen file completely or not at all', async () => {
    await using opened = await openExportWorkspace()
    const file = join(opened.workspace.directory, 'chosen.xml')
    writeFileSync(file, 'before')
    const failed = await ended(
      opened,
      (await opened.exports.start({ ...request({ format: 'contentplus', retailerIds: ['r9'] }), file })).id,
    )
    expect(failed).toMatchObject({ state: 'failed', file, bytes: 0 })
    expect(failed.note).toBe('None of these items has content for that retailer.')
    expect(readFileSync(file, 'utf8')).toBe('before')
    const done = await ended(opened, (await opened.exports.start({ ...request({}), file })).id)
    expect(done).toMatchObject({ state: 'completed', file })
    expect(done.download).toBeUndefined()
    expect(opened.exports.download(done.id)).toBeUndefined()
    judge('items', readFileSync(file))
    expect(readdirSync(opened.workspace.directory).filter((name) => name.includes('chosen'))).toEqual([
      'chosen.xml',
    ])
  })

  test('reports why it cannot write', async () => {
    await using opened = await openExportWorkspace()
    const file = join(opened.workspace.storage.path, 'below a file')
    const { id } = await opened.exports.start({ ...request({}), file })
    const job = await ended(opened, id)
    expect(job.state).toBe('failed')
    expect(job.note).toMatch(/This is a file, but a folder is needed|already a file/)
  })

  test('leaves no files when cancelled', async () => {
    await using opened = await openExportWorkspace()
    const { id } = await opened.exports.start(request({}))
    expect(await opened.exports.cancel({ id })).toMatchObject({ state: 'cancelled', bytes: 0 })
    expect(opened.exports.download(id)).toBeUndefined()
    expect(readdirSync(join(opened.workspace.directory, 'exports'))).toEqual([])
  })

  test('deletes the files of older jobs', async () => {
    await using opened = await openExportWorkspace()
    const ids: string[] = []
    for (let number = 0; number < 10; number++) {
      const { id } = await opened.exports.start(request({}))
      ids.push((await ended(opened, id)).id)
    }
    expect(opened.exports.download(ids[0] ?? '')).toBeUndefined()
    await expect(opened.exports.job({ id: ids[0] ?? '' })).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' })
    expect(opened.exports.download(ids[9] ?? '')).toBeDefined()
    expect(readdirSync(join(opened.workspace.directory, 'exports')).length).toBeLessThanOrEqual(8)
  })
})
