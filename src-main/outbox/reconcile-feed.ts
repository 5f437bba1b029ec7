import { gtin14 } from '../../src-shared/gtin.ts'
import type { FeedStatusReport } from '../../src-shared/outbox/feed-status-report.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { instant } from '../catalog/instant.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { questionPause } from './outbox-timing.ts'

/** Items looked up by their GTIN for one question. */
const mostLookups = 5
/** How far the service's clock may be behind ours, in milliseconds. */
const clockTolerance = 2 * 60_000

/**
 * Asks the service what became of a feed whose acknowledgement was lost. Only reads: whatever the answer, nothing is
 * sent. When the answer settles nothing, the feed stays uncertain and is asked for again later.
 */
export async function reconcileFeed(room: OutboxRoom, feed: OpenFeed): Promise<void> {
  const { writer, clock, timing } = room
  const { id, kind, asked } = feed.row
  if (kind !== 'contentplus') {
    const found = await newestFeedIfOurs(room, feed)
    if (found) {
      await writer.happen(id, 'find', {
        message: `The service has it after all, as feed ${found}`,
        upstreamFeedId: found,
        nextAt: clock.now(),
      })
      return
    }
  }
  if (kind === 'create' && (await itemsAreThere(room, feed))) {
    await writer.happen(id, 'recognise', {
      message:
        'The service has the items, created after the feed was sent. The feed itself was not found, so there are no results for single items.',
    })
    return
  }
  await writer.plan(id, clock.now() + questionPause(timing, asked), { note: noTrace(feed) })
}

function noTrace({ row }: OpenFeed): string {
  const doubt =
    row.kind === 'contentplus'
      ? 'Content+ feeds can only be asked for by the identifier that was lost.'
      : 'It was not found at the service so far.'
  return `The acknowledgement was lost. ${doubt} Look there yourself, then say whether it arrived.`
}

/** The newest feed of this user, when it came after ours was sent, belongs to no other feed and holds our items. */
async function newestFeedIfOurs(
  { reader, upstream }: OutboxRoom,
  { row, codes }: OpenFeed,
): Promise<string | undefined> {
  const newest = await upstream.feedStatus({ kind: row.kind, offset: 0, limit: Math.max(codes.length, 1) })
  if (!newest?.feedId || newest.feedId === row.newest_before) return undefined
  if (await reader.isClaimed(newest.feedId)) return undefined
  return holds(newest, codes) ? newest.feedId : undefined
}

/** Whether a feed has as many items as ours, with our product codes in their places, as far as the window shows. */
function holds({ counters, results }: FeedStatusReport, codes: string[]): boolean {
  if (counters.received !== codes.length || results.length === 0) return false
  return results.every(({ index, productCode }) => (gtin14(productCode) ?? productCode) === codes[index])
}

/** Whether items that were not there before are there now. A few are asked for: a feed arrives as a whole. */
async function itemsAreThere({ upstream }: OutboxRoom, { row, codes }: OpenFeed): Promise<boolean> {
  const sentAt = row.sent_at ?? Number.POSITIVE_INFINITY
  const step = Math.max(1, Math.ceil(codes.length / mostLookups))
  const chosen = codes.filter((code, index) => index % step === 0 && gtin14(code) !== undefined)
  for (const upc of chosen) {
    const { value } = parseDocument(documents.items, await upstream.itemPage({ upc, limit: 10 }))
    const isNew = value?.item.some(({ created }) => {
      const at = instant(created?.text ?? '')
      return at !== undefined && at >= sentAt - clockTolerance
    })
    if (!isNew) return false
  }
  return chosen.length > 0
}
