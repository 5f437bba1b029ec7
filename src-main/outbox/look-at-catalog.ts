import PQueue from 'p-queue'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import { StoreError } from '../storage/store-error.ts'
import type { CallOptions } from '../upstream/upstream.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { type SentItem, type Sighting, sentItems, sightingIn } from './sent-content.ts'

/** What the catalog showed of the items of a feed, and when, by the service's own clock. */
export interface CatalogView {
  /** Milliseconds; absent where the service does not say what time it is. */
  at?: number
  items: Sighting[]
}

/** Items asked for at a time. */
const askedAtATime = 4
/** Records of one answer: one is looked for, a second tells that the code is not of one item. */
const mostRecords = 3

/** Asks for the items of a feed, as they are in the catalog now. @throws UpstreamError when one cannot be asked for */
export async function lookAtCatalog(room: OutboxRoom, feed: OpenFeed): Promise<CatalogView> {
  const clock = serviceClock()
  const items = await look(room, feed, (sent) => see(room, feed, sent, clock))
  return { ...clock.said(), items }
}

/**
 * The same before a feed is sent: an item that the service does not answer about is not known, and keeps nothing from
 * being sent. @throws UpstreamError when the service can be asked for nothing at all
 */
export async function lookBeforeSending(room: OutboxRoom, feed: OpenFeed): Promise<CatalogView> {
  const clock = serviceClock()
  const items = await look(room, feed, async (sent): Promise<Sighting> => {
    try {
      return await see(room, feed, sent, clock)
    } catch (error) {
      if (!(error instanceof UpstreamError) || turnsAllAway(error)) throw error
      return { code: sent.code, is: 'unclear' }
    }
  })
  return { ...clock.said(), items }
}

const turnsAllAway = ({ kind, mayHaveArrived }: UpstreamError): boolean =>
  kind === 'credentials' || kind === 'maintenance' || (kind === 'unreachable' && !mayHaveArrived)

async function look(
  { reader, evidence }: OutboxRoom,
  { row, codes }: OpenFeed,
  see: (sent: SentItem) => Promise<Sighting>,
): Promise<Sighting[]> {
  const body = await reader.body(row.id)
  if (!body) throw new Error(`The feed ${row.id} has lost its payload`)
  const asked: Parameters<typeof sentItems> = [row.kind, body, codes]
  const isLarge = body.byteLength > readInPlace
  const sent = await unlessSpent(
    async () => (isLarge ? await evidence('sentItems', asked) : sentItems(...asked)),
    [],
  )
  const queue = new PQueue({ concurrency: askedAtATime })
  return await queue.addAll(sent.map((item) => () => see(item)))
}

async function see(
  { upstream, evidence }: OutboxRoom,
  { row: { kind } }: OpenFeed,
  sent: SentItem,
  clock: ReturnType<typeof serviceClock>,
): Promise<Sighting> {
  const unclear: Sighting = { code: sent.code, is: 'unclear' }
  let isFresh = true
  const options: CallOptions = {
    fresh: true,
    onHeaders(headers) {
      clock.hear(headers['date'])
      // Out of a store on the way: it may be of before.
      if (Number(headers['age'] ?? 0) > 0) isFresh = false
    },
  }
  const query = kind === 'contentplus' ? { id: sent.code } : { upc: sent.code, limit: mostRecords }
  try {
    const answer = await upstream.itemPage(query, options)
    if (!isFresh) return unclear
    const asked: Parameters<typeof sightingIn> = [answer, kind, sent]
    const isLarge = answer.byteLength > readInPlace
    return await unlessSpent(
      async () => (isLarge ? await evidence('sightingIn', asked) : sightingIn(...asked)),
      unclear,
    )
  } catch (error) {
    const isMissing = error instanceof UpstreamError && error.kind === 'not-found'
    if (isMissing && isFresh) return { code: sent.code, is: 'absent' }
    throw error
  }
}

/** What takes too long to read says nothing. */
async function unlessSpent<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'too-long' || error.code === 'too-much-memory'))
      return otherwise
    throw error
  }
}

/** The latest moment that the `Date` of an answer named. */
function serviceClock() {
  let latest = Number.NaN
  return {
    hear(date: string | undefined): void {
      const moment = Date.parse(date ?? '')
      if (!(latest >= moment) && !Number.isNaN(moment)) latest = moment
    },
    said: (): { at?: number } => (Number.isNaN(latest) ? {} : { at: latest }),
  }
}
