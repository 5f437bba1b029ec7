import PQueue from 'p-queue'
import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import { StoreError } from '../storage/index.ts'
import type { CallOptions, ItemPageQuery } from '../upstream/index.ts'
import { UpstreamError } from '../upstream/index.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { type SentItem, type Sighting, sentItems, sightingIn } from './sent-content.ts'

/** What the catalog showed of the items of a feed, and when, by the service's own clock. */
export interface CatalogView {
  /** Milliseconds; absent where the service does not say what time it is. */
  at?: number
  /** What was looked for. */
  sent: SentItem[]
  items: Sighting[]
}

/** Items asked for at a time. */
const askedAtATime = 4
/** Records of one answer: one is looked for, a second tells that the code is not of one item. */
const mostRecords = 3

/**
 * Asks for items of a feed, as they are in the catalog now. One that the service does not answer about is not known.
 * @param sent what to look for, when that was found out before
 * @throws UpstreamError when the service can be asked for nothing at all
 */
export async function lookAtCatalog(
  room: OutboxRoom,
  feed: OpenFeed,
  sent?: readonly SentItem[],
): Promise<CatalogView> {
  const clock = serviceClock()
  const wanted = sent ? [...sent] : await sentItemsOf(room, feed)
  const queue = new PQueue({ concurrency: askedAtATime })
  const items = await queue.addAll(
    wanted.map((item) => async (): Promise<Sighting> => {
      const seen = await unlessAllTurnedAway(() => search(room, feed, item, clock))
      return seen.answer ?? { code: item.code, is: 'unclear' }
    }),
  )
  return { ...clock.said(), sent: wanted, items }
}

/** What goes wrong with one question only is told. @throws UpstreamError when the service can be asked for nothing */
export async function unlessAllTurnedAway<T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; error?: never } | { answer?: never; error: UpstreamError }> {
  try {
    return { answer: await ask() }
  } catch (error) {
    if (!(error instanceof UpstreamError) || turnsAllAway(error)) throw error
    return { error }
  }
}

const turnsAllAway = ({ kind, mayHaveArrived }: UpstreamError): boolean =>
  kind === 'credentials' || kind === 'maintenance' || (kind === 'unreachable' && !mayHaveArrived)

async function sentItemsOf({ reader, evidence }: OutboxRoom, { row, codes }: OpenFeed): Promise<SentItem[]> {
  const body = await reader.body(row.id)
  if (!body) throw new Error(`The feed ${row.id} has lost its payload`)
  const asked: Parameters<typeof sentItems> = [row.kind, body, codes]
  const isLarge = body.byteLength > readInPlace
  return unlessSpent(async () => (isLarge ? await evidence('sentItems', asked) : sentItems(...asked)), [])
}

/** An item is absent when none of the forms of its code finds it. */
async function search(
  room: OutboxRoom,
  { row: { kind } }: OpenFeed,
  sent: SentItem,
  clock: ReturnType<typeof serviceClock>,
): Promise<Sighting> {
  if (kind === 'contentplus') return see(room, kind, sent, { query: { id: sent.code }, clock })
  for (const upc of sent.forms) {
    const seen = await see(room, kind, sent, { query: { upc, limit: mostRecords }, clock })
    if (seen.is !== 'absent') return seen
  }
  return { code: sent.code, is: 'absent' }
}

async function see(
  { upstream, evidence }: OutboxRoom,
  kind: FeedKind,
  sent: SentItem,
  { query, clock }: { query: ItemPageQuery; clock: ReturnType<typeof serviceClock> },
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
