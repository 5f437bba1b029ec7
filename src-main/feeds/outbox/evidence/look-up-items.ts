import PQueue from 'p-queue'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { type CallOptions, type ItemPageQuery, UpstreamError } from '../../../upstream/index.ts'
import type { FeedTarget } from '../../targets/index.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { CatalogView, SentItem, Sighting } from './catalog-view.ts'
import { readSighting } from './read-evidence.ts'

/** Concurrent requests. */
const maxConcurrency = 4
/** Records requested per code: a second record shows that the code is ambiguous. */
const maxRecords = 3

/**
 * Requests the current catalog records of feed items. An item without a readable answer is `unclear`.
 * @throws UpstreamError if the service itself fails
 */
export async function lookUpItems(
  room: OutboxRoom,
  feed: OpenFeed,
  sent: readonly SentItem[],
): Promise<CatalogView> {
  const { itemPage } = room.target
  // A service without item search gives no evidence.
  if (!itemPage) return { sent: [], items: [] }
  const clock = createServiceClock()
  const queue = new PQueue({ concurrency: maxConcurrency })
  const items = await queue.addAll(
    sent.map((item) => async (): Promise<Sighting> => {
      const seen = await resultOrError(() => sightingOf({ ...room, itemPage }, feed, item, clock))
      return seen.answer ?? { code: item.code, is: 'unclear' }
    }),
  )
  return { at: clock.latest(), sent: [...sent], items }
}

/**
 * The answer to a call, or the error that concerns only this call.
 * @throws UpstreamError if the service itself fails
 */
export async function resultOrError<T>(
  call: () => Promise<T>,
): Promise<{ answer: T; error?: never } | { answer?: never; error: UpstreamError }> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (!(error instanceof UpstreamError) || isServiceFailure(error)) throw error
    return { error }
  }
}

const isServiceFailure = ({ kind, mayHaveArrived }: UpstreamError): boolean =>
  kind === 'credentials' || kind === 'maintenance' || (kind === 'unreachable' && !mayHaveArrived)

/** The room of an outbox whose service has an item search. */
type RoomWithItems = OutboxRoom & { itemPage: NonNullable<FeedTarget['itemPage']> }

/** An item is absent if it is not found by any form of its code. */
async function sightingOf(
  room: RoomWithItems,
  { row: { kind } }: OpenFeed,
  sent: SentItem,
  clock: ServiceClock,
): Promise<Sighting> {
  if (kinds[kind].payload.isById) return requestItem(room, kind, sent, { query: { id: sent.code }, clock })
  for (const upc of sent.forms) {
    const seen = await requestItem(room, kind, sent, { query: { upc, limit: maxRecords }, clock })
    if (seen.is !== 'absent') return seen
  }
  return { code: sent.code, is: 'absent' }
}

async function requestItem(
  room: RoomWithItems,
  kind: FeedKind,
  sent: SentItem,
  { query, clock }: { query: ItemPageQuery; clock: ServiceClock },
): Promise<Sighting> {
  const unclear: Sighting = { code: sent.code, is: 'unclear' }
  let isFresh = true
  const options: CallOptions = {
    fresh: true,
    onHeaders(headers) {
      clock.note(headers['date'])
      // The answer comes from a cache, perhaps from before the sending.
      if (Number(headers['age'] ?? 0) > 0) isFresh = false
    },
  }
  try {
    const answer = await room.itemPage(query, options)
    if (!isFresh) return unclear
    return await readSighting(room, answer, kind, sent)
  } catch (error) {
    const isMissing = error instanceof UpstreamError && error.kind === 'not-found'
    if (isMissing && isFresh) return { code: sent.code, is: 'absent' }
    throw error
  }
}

/** Tracks the latest time in the `Date` headers of the service's answers. */
function createServiceClock() {
  let latest: number | undefined
  return {
    note(date: string | undefined): void {
      const moment = Date.parse(date ?? '')
      if (!Number.isNaN(moment)) latest = Math.max(moment, latest ?? moment)
    },
    latest: () => latest,
  }
}
type ServiceClock = ReturnType<typeof createServiceClock>
