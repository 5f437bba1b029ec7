import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExportRequest } from '../../src-shared/export/model.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { partBytes } from './export-part.ts'
import { type ExportReader, exportParts } from './export-parts.ts'
import { exportReader } from './export-reader.ts'
import { noPictures } from './fixtures/export-workspace.ts'
import { pdfWriter } from './pdf/pdf-writer.ts'

/** Bytes of the largest item, whose description is many times longer than the others'. */
const largest = 300_000
const items = 50_000

const itemXml = (number: number): string =>
  `<item id="${number}" status="P"><name>Oat flakes ${number}</name><otherDescription>${'plain '.repeat(
    number === 777 ? largest / 6 - 100 : 40,
  )}</otherDescription><upcs><upc type="GTIN">${String(number).padStart(14, '0')}</upc></upcs>` +
  `<lastUpdated id="1">${new Date(1_700_000_000_000 + number * 1000).toISOString()}</lastUpdated></item>`

/**
 * An export holds one part in memory. The tests check the size of parts, and that reading waits for the
 * consumer.
 */
describe('exporting fifty thousand items', { timeout: 120_000 }, () => {
  let workspace: TemporaryWorkspace
  let rows: Uint32Array
  beforeAll(async () => {
    workspace = await openTemporaryWorkspace()
    const catalog = workspace.storage.writer(catalogWriter)
    const utf8 = new TextEncoder()
    for (let at = 0; at < items; at += 2500)
      await catalog.putItems(Array.from({ length: 2500 }, (_, index) => utf8.encode(itemXml(at + index))))
    rows = await workspace.storage
      .reader(catalogReader)
      .rowNumbers({ text: '', brandIds: [], manufacturerIds: [] })
  }, 120_000)
  afterAll(() => workspace.close())

  const request = (format: ExportRequest['format']) => ({ format, cells: 'safe' as const })
  const open = (format: ExportRequest['format'], more: { signal?: AbortSignal; rows?: Uint32Array } = {}) => {
    const reader = workspace.storage.reader(exportReader)
    const requestedRows: number[][] = []
    const watched: ExportReader = {
      ...reader,
      records: (some) => {
        requestedRows.push(some)
        return reader.records(some)
      },
      csv: (some, cells) => {
        requestedRows.push(some)
        return reader.csv(some, cells)
      },
      json: (some, as) => {
        requestedRows.push(some)
        return reader.json(some, as)
      },
    }
    const makers = {
      ...{ pictures: noPictures, clock: systemClock, pdf: workspace.storage.apart(pdfWriter) },
      fonts: () => Promise.reject(new Error('no fonts here')),
    }
    const options = {
      makers,
      reader: watched,
      rows,
      request: request(format),
      namespaceBase: undefined,
      ...more,
    }
    return { requestedRows, parts: exportParts(options) }
  }

  test.each([
    ['items', /<item /g, items],
    ['csv', /\r\n/g, items + 1],
    ['jsonl', /\n/g, items],
    ['jsonld', /"@type":"Product"/g, items],
  ] as const)('writes all items as %s, in small parts', async (format, each, expected) => {
    const { parts } = open(format)
    let count = 0
    let most = 0
    let bytes = 0
    for await (const part of parts) {
      most = Math.max(most, part.length)
      bytes += part.length
      count += Buffer.from(part).toString().match(each)?.length ?? 0
    }
    expect(count).toBe(expected)
    expect(most).toBeLessThan(partBytes + largest)
    expect(bytes).toBeGreaterThan(10 * most)
  })

  test('reads nothing ahead of a slow consumer', async () => {
    const { requestedRows, parts } = open('items')
    await parts.next()
    expect(requestedRows).toHaveLength(0)
    await parts.next()
    expect(requestedRows).toHaveLength(1)
    await parts.next()
    expect(requestedRows).toHaveLength(2)
    await parts.return(undefined)
    expect(requestedRows).toHaveLength(2)
  })

  test('throws before reading if a catalogue has too many items', async () => {
    const { requestedRows, parts } = open('pdf', { rows: new Uint32Array(400_001) })
    await expect(parts.next()).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' })
    expect(requestedRows).toEqual([])
  })

  test('stops reading when cancelled', async () => {
    const stopped = new AbortController()
    const { requestedRows, parts } = open('csv', { signal: stopped.signal })
    await parts.next()
    await parts.next()
    stopped.abort(new Error('stopped'))
    await expect(parts.next()).rejects.toThrow('stopped')
    expect(requestedRows).toHaveLength(1)
  })
})
