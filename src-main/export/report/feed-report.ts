import { type ReportRequest, reportFileName } from '../../../src-shared/export/model.ts'
import type { FeedItem, FeedItems, FeedReport } from '../../../src-shared/feeds/outbox/model.ts'
import { csvLines } from '../csv-table.ts'
import type { OpenExport, ReadOptions } from '../open-export.ts'
import { refuseTooManyRows, sheetRows, workbook } from '../xlsx-table.ts'
import { pageHead, pageRows, pageTail } from './report-page.ts'
import { reportColumns, reportRows } from './report-table.ts'

/** Source of a report's content. */
export interface ReportSource {
  /** @throws PlainError `FEED_NOT_FOUND` */
  report(id: string): Promise<FeedReport>
  items(window: { id: string; offset: number; limit: number }): Promise<FeedItems>
  /** Small pictures of catalog items as `data:` addresses. */
  pictures(itemIds: string[]): Promise<(string | undefined)[]>
}

/** Items per part. */
const itemsPerPart = 200

/**
 * The report of a feed or a batch: the result of each item, when and where it was sent, by whom, and the
 * response.
 */
export async function openReport(
  { source, now }: { source: ReportSource; now: number },
  { id, format, withPictures }: ReportRequest,
): Promise<OpenExport> {
  const report = await source.report(id)
  if (format === 'report-xlsx') refuseTooManyRows(report.itemCount)
  const headings = reportColumns.map(({ heading }) => heading)

  /** Yields the items in windows; each item has its state at the time of reading. */
  async function* windows({ signal, onProgress }: ReadOptions): AsyncGenerator<FeedItem[]> {
    for (let offset = 0; offset < report.itemCount; offset += itemsPerPart) {
      signal?.throwIfAborted()
      const found = await source.items({ id, offset, limit: itemsPerPart })
      // For an offset past the end, the source returns its last window.
      if (found.offset !== offset) return
      yield found.items
      const done = offset + found.items.length
      onProgress?.({ itemsDone: done, itemsWritten: done })
    }
  }

  async function* texts(options: ReadOptions): AsyncGenerator<string> {
    if (format === 'report-csv') {
      yield `\uFEFF${csvLines([headings], 'safe')}`
      for await (const items of windows(options)) yield csvLines(reportRows(report, items), 'spreadsheet')
      return
    }
    yield pageHead(report, now, withPictures)
    for await (const items of windows(options))
      yield pageRows(
        items,
        withPictures ? await source.pictures(items.map(({ itemId = '' }) => itemId)) : undefined,
      )
    yield pageTail
  }

  async function* parts(options: ReadOptions = {}): AsyncGenerator<Uint8Array> {
    if (format !== 'report-xlsx') {
      const utf8 = new TextEncoder()
      for await (const text of texts(options)) yield utf8.encode(text)
      return
    }
    async function* rows(): AsyncGenerator<Uint8Array> {
      let next = 2
      for await (const items of windows(options)) {
        yield sheetRows(reportRows(report, items), next)
        next += items.length
      }
    }
    yield* workbook(report.name, reportColumns, rows())
  }

  return { items: report.itemCount, fileName: reportFileName(report.name, format, now), parts }
}
