import type { FeedStatusReport } from '../../src-shared/outbox/feed-status-report.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { questionPause } from './outbox-timing.ts'

/** Items asked for in one window of a status. */
const windowLength = 100

/**
 * Asks once how far an acknowledged feed is, and notes it. Resolves with true when the feed has been processed.
 * A word for the status that is not known is kept as it is, and the feed is asked for again.
 */
export async function followFeed(room: OutboxRoom, { row }: OpenFeed): Promise<boolean> {
  const { writer, upstream, clock, timing } = room
  const { id, kind, upstream_feed_id: feedId } = row
  if (feedId === null) throw new Error(`The feed ${id} is ${row.state} but has no identifier to follow`)
  const nextAt = clock.now() + questionPause(timing, row.asked)
  const report = await upstream.feedStatus({ kind, feedId, offset: 0, limit: windowLength })
  if (!report) {
    await writer.plan(id, nextAt, {
      note: `The service does not know its feed ${feedId}; it will be asked again.`,
    })
    return false
  }
  const word = report.feedStatus.trim().toUpperCase()
  const { received, succeeded, failed, processing } = report.counters
  if (word === 'ERROR') {
    await keepAllResults(room, row, report)
    await writer.happen(id, 'reject', { message: 'The service could not process the feed (ERROR).', report })
    return false
  }
  if (word === 'PROCESSED' && processing === 0) {
    await keepAllResults(room, row, report)
    const outcome = failed === 0 ? 'all succeeded' : `${succeeded} succeeded, ${failed} failed`
    await writer.happen(id, 'finish', { message: `Processed: ${received} received, ${outcome}`, report })
    return true
  }
  await noteProgress(room, row, report, nextAt)
  return false
}

/** An event only when there is news: a feed of hours would otherwise fill its history with repetitions. */
async function noteProgress(
  { writer }: OutboxRoom,
  row: OpenFeed['row'],
  report: FeedStatusReport,
  nextAt: number,
): Promise<void> {
  const { feedStatus, counters } = report
  const isNews = feedStatus !== row.feed_status && feedStatus.trim().toUpperCase() !== 'RECEIVED'
  if (!isNews) return writer.plan(row.id, nextAt, { report })
  const message = `The service says ${feedStatus || 'nothing'}: ${counters.processing} of ${counters.received} in process`
  await writer.happen(row.id, 'progress', { message, report, nextAt })
}

/** Every window of the results. `limit` is the END of a window, not a count (specification, endpoint 11). */
async function keepAllResults(
  { writer, upstream }: OutboxRoom,
  { id, kind, upstream_feed_id: feedId, item_count: itemCount }: OpenFeed['row'],
  first: FeedStatusReport,
): Promise<void> {
  const total = Math.max(first.counters.received, itemCount)
  await writer.keepResults(id, first.results)
  for (let offset = windowLength; offset < total && feedId !== null; offset += windowLength) {
    const window = await upstream.feedStatus({
      kind,
      feedId,
      offset,
      limit: Math.min(offset + windowLength, total),
    })
    if (!window || window.results.length === 0) return
    await writer.keepResults(id, window.results)
  }
}
