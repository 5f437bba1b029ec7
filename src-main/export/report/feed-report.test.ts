import { parse } from 'csv-parse/sync'
import { XMLValidator } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ReportFormat } from '../../../src-shared/export/model.ts'
import { fromSpreadsheetText } from '../../../src-shared/export/spreadsheet-text.ts'
import { type FeedItem, type FeedReport, noVerdicts } from '../../../src-shared/feeds/outbox/model.ts'
import { openReport, type ReportSource } from './feed-report.ts'

const formula = '=HYPERLINK("http://x","Tea")'
const item = (position: number, more: Partial<FeedItem> = {}): FeedItem => ({
  feed: 'f1',
  position,
  code: `0950123400${String(position).padStart(4, '0')}`,
  name: `Tea ${position}`,
  brand: 'Golden Field',
  verdict: 'accepted',
  status: 'SUCCESS',
  problems: [],
  ...more,
})
const refused = item(0, {
  name: formula,
  verdict: 'refused',
  status: 'DATA_ERROR',
  problems: [{ code: 'BAD', path: 'items/item[1]/categoryId', message: 'No <such> category\u0007' }],
})
const items = [refused, ...Array.from({ length: 449 }, (_, index) => item(index + 1))]
const report: FeedReport = {
  id: 'b1',
  name: 'Spring / range',
  kind: 'create',
  itemCount: items.length,
  counts: { ...noVerdicts, refused: 1, accepted: 449 },
  feeds: [
    {
      id: 'f1',
      name: 'Spring range (1 of 1)',
      state: 'partly-done',
      postedBy: 'till',
      sentAt: '2026-11-22T10:00:00.000Z',
      to: 'http://127.0.0.1:8642',
      as: 'desk',
      acknowledgedAt: '2026-11-22T10:00:01.000Z',
      upstreamFeedId: '000123',
      sha256: 'ab',
    },
  ],
}
const picture = 'data:image/webp;base64,AAAA'
const source: ReportSource = {
  report: async () => report,
  items: async ({ offset, limit }) => ({
    ...{ total: items.length, offset, counts: report.counts },
    items: items.slice(offset, offset + limit),
  }),
  pictures: async (ids) => ids.map(() => picture),
}
async function made(format: ReportFormat, withPictures = false): Promise<Buffer> {
  const from = { source, now: Date.UTC(2026, 10, 22) }
  const { parts, fileName } = await openReport(from, { id: 'b1', format, withPictures })
  expect(fileName).toMatch(/^report-Spring_range-2026-11-22\.(csv|xlsx|html)$/)
  const all: Uint8Array[] = []
  for await (const part of parts()) all.push(part)
  return Buffer.concat(all)
}

test('writes a CSV with one row per item, complete codes and no formulas', async () => {
  const text = (await made('report-csv')).toString()
  expect(text.startsWith('\uFEFFProduct,Brand,Product code,Result,')).toBe(true)
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(rows).toHaveLength(450)
  const [first, second] = rows
  expect(first?.['Product']).toBe(`'${formula}`)
  expect(first).toMatchObject({ Result: 'Refused', 'Error code': 'BAD', By: 'till, over the local API' })
  expect(second?.['Product code']).toBe('="09501234000001"')
  expect(fromSpreadsheetText(second?.['Feed at the service'] ?? '')).toBe('000123')
  expect(second).toMatchObject({ 'Sent (UTC)': '2026-11-22 10:00:00', 'Sent to': 'http://127.0.0.1:8642' })
})

test('writes a workbook with text cells only, so that codes keep zeros and nothing is executed', async () => {
  const files = unzipSync(await made('report-xlsx'))
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
  const texts = [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  expect(sheet.match(/<row /g)).toHaveLength(451)
  // Every cell is an inline text; none is a number, a formula or a reference.
  expect(sheet.match(/<c /g)?.length).toBe(sheet.match(/ t="inlineStr"/g)?.length)
  expect(sheet).not.toMatch(/<[fv]>/)
  expect(texts).toContain('09501234000001')
  expect(texts).toContain(formula)
  expect(texts).toContain('No &lt;such&gt; category')
  for (const bytes of Object.values(files))
    expect(XMLValidator.validate(new TextDecoder().decode(bytes))).toBe(true)
})

test('writes a self-contained page without scripts, with pictures on request', async () => {
  const plain = (await made('report-html')).toString()
  expect(plain.match(/<tr>/g)?.length).toBe(450 + 3)
  expect(plain).toContain('450 items: 1 refused, 449 accepted.')
  expect(plain).toContain('No &lt;such&gt; category')
  expect(plain).not.toMatch(/<(?:img|script|link)\b|src="http/)
  const shown = (await made('report-html', true)).toString()
  expect(shown.match(/<img alt="" src="data:image\/webp;base64,AAAA">/g)).toHaveLength(450)
})
