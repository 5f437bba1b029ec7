import type { FeedStatusReport, ItemResult } from '../../src-shared/outbox/model.ts'
import { matchResults, outcomeOf } from './item-results.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { questionPause } from './outbox-timing.ts'

/** Items asked for in one window of a status. */
const windowLength = 100

/** Windows of a status that are read, at most: a service that gives few items at a time is not asked for ever. */
const mostWindows = 1000
/** So often a feed is asked about that is said to be processed while items of it are not. */
const questionsBeforeEnd = 20

/**
 * Asks once how far an acknowledged feed is, and notes it. Resolves with true when the service is through with the feed.
 * A word for the status that is not known is kept as it is, and the feed is asked for again.
 */
export async function followFeed(room: OutboxRoom, feed: OpenFeed): Promise<boolean> {
  const { row, codes } = feed
  const { writer, upstream, clock, timing } = room
  const { id, kind, upstream_feed_id: feedId } = row
  if (feedId === null) throw new Error(`The feed ${id} is ${row.state} but has no identifier to follow`)
  const nextAt = clock.now() + questionPause(timing, row.asked)
  const report = await upstream.feedStatus({ kind, feedId, offset: 0, limit: windowLength })
  if (!report) {
    await writer.plan(id, nextAt, {
      note: `The service does not know its feed ${feedId}. It is asked again; you can correct the identifier, or say what became of the feed.`,
    })
    return false
  }
  if (isOfAnother(report, feedId)) {
    await writer.plan(id, nextAt, {
      note: `Asked for feed ${feedId}, the service answered with the status of feed ${report.feedId}. It is asked again.`,
    })
    return false
  }
  const word = report.feedStatus.trim().toUpperCase()
  if (word !== 'ERROR' && word !== 'PROCESSED') {
    await noteProgress(room, row, report, nextAt)
    return false
  }
  const found = matchResults(await allResults(room, feed, report), codes)
  await writer.keepResults(id, found.results)
  if (word === 'ERROR') {
    await writer.happen(id, 'reject', { message: 'The service could not process the feed (ERROR).', report })
    return false
  }
  if ((report.counters.processing > 0 || found.open > 0) && row.asked < questionsBeforeEnd) {
    await noteProgress(room, row, report, nextAt)
    return false
  }
  const { isWhole, message, counters } = outcomeOf(report, found, codes.length)
  await writer.happen(id, isWhole ? 'finish' : 'finish-in-part', { message, report: { ...report, counters } })
  return true
}

/** A status that names no feed is taken for the one asked for. */
const isOfAnother = ({ feedId }: FeedStatusReport, asked: string): boolean =>
  feedId.trim() !== '' && feedId.trim() !== asked.trim()

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

/**
 * What the service says of single items, window by window, until something is said of every one or nothing more is
 * said. `limit` is the END of a window, not a count (specification, endpoint 11); a window may be shorter than asked for.
 */
async function allResults(
  { upstream }: OutboxRoom,
  { row: { kind, upstream_feed_id: feedId }, codes }: OpenFeed,
  first: FeedStatusReport,
): Promise<ItemResult[]> {
  const results = [...first.results]
  const seen = new Set(results.map(keyOf))
  for (let windows = 1; windows < mostWindows && results.length < codes.length; windows++) {
    if (feedId === null || results.length === 0) break
    const offset = results.length
    const limit = Math.min(offset + windowLength, codes.length)
    const window = await upstream.feedStatus({ kind, feedId, offset, limit })
    // A service that does not know windows gives the same items again.
    const more =
      window && !isOfAnother(window, feedId)
        ? window.results.filter((result) => !seen.has(keyOf(result)))
        : []
    if (more.length === 0) break
    for (const result of more) seen.add(keyOf(result))
    results.push(...more)
  }
  return results
}

const keyOf = ({ index, productCode }: ItemResult): string => `${index} ${productCode}`
