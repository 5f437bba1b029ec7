import type { FeedItem, FeedReport, ReportedFeed } from '../../../src-shared/feeds/outbox/model.ts'
import { resultLabel, senderLabel } from '../../../src-shared/feeds/outbox/result-words.ts'
import type { TableColumn } from '../xlsx-table.ts'

interface ReportColumn extends TableColumn {
  cell: (item: FeedItem, feed: ReportedFeed) => string | undefined
}

/** The columns of a report table: one row per item, with the feed it was sent in. */
const columns: ReportColumn[] = [
  { heading: 'Product', width: 40, cell: ({ name }) => name },
  { heading: 'Brand', width: 20, cell: ({ brand }) => brand },
  { heading: 'Product code', width: 18, cell: ({ code }) => code },
  { heading: 'Result', width: 18, cell: resultLabel },
  {
    heading: 'Response of the service',
    width: 60,
    cell: ({ problems }) => problems.map(({ message }) => message).join('\n'),
  },
  {
    heading: 'Field',
    width: 34,
    cell: ({ problems }) =>
      problems
        .map(({ path }) => path)
        .join('\n')
        .trim(),
  },
  { heading: 'Error code', width: 18, cell: ({ problems }) => problems.map(({ code }) => code).join('\n') },
  { heading: 'Item of the catalog', width: 14, cell: ({ itemId }) => itemId },
  { heading: 'Feed', width: 30, cell: (_, { name }) => name },
  { heading: 'Sent (UTC)', width: 20, cell: (_, { sentAt }) => moment(sentAt) },
  { heading: 'Sent to', width: 34, cell: (_, { to }) => to },
  { heading: 'Sent as', width: 16, cell: (_, { as }) => as },
  { heading: 'By', width: 24, cell: (_, feed) => senderLabel(feed) },
  { heading: 'Acknowledged (UTC)', width: 20, cell: (_, { acknowledgedAt }) => moment(acknowledgedAt) },
  { heading: 'Feed at the service', width: 24, cell: (_, { upstreamFeedId }) => upstreamFeedId },
]
export const reportColumns: readonly TableColumn[] = columns

/** `2026-11-22 20:15:03`, UTC. */
export const moment = (iso: string | undefined): string => iso?.slice(0, 19).replace('T', ' ') ?? ''

export function reportRows(report: FeedReport, items: readonly FeedItem[]): string[][] {
  const feeds = new Map(report.feeds.map((feed) => [feed.id, feed]))
  return items.flatMap((item) => {
    const feed = feeds.get(item.feed)
    return feed ? [columns.map(({ cell }) => cell(item, feed) ?? '')] : []
  })
}
