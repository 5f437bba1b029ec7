import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { gtin14, normaliseGtin } from '../../src-shared/gtin.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { Item } from '../../src-shared/vocabulary/item.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import { defineApart, StoreError } from '../storage/index.ts'
import { type CallOptions, type ItemPageQuery, UpstreamError } from '../upstream/index.ts'
import type { OpenFeed } from './outbox-reader.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { type Content, contentOfContentPlus, contentOfItem, differences } from './shown-content.ts'

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

/** Items of a feed that are looked up in the catalog, at most: each counts as an item that was downloaded. */
const mostLookups = 10

/** An item of a feed, and what a record would show of it. */
interface SentItem {
  /** GTIN-14; the item's identifier in a Content+ feed. */
  code: string
  /** As it may stand in the catalog: as sent first, then with fewer or more zeros before it. Not every service compares so. */
  forms: string[]
  content: Content
}

/** What the catalog showed of an item at one moment. */
export interface Sighting {
  code: string
  /** `unclear`: what the service answered does not tell one item. */
  is: 'there' | 'absent' | 'unclear'
  /** Of the record, where there is one. */
  id?: string
  /** Everything by which a feed may name the item: its identifier and its codes. */
  names?: string[]
  created?: string
  lastUpdated?: string
  /** Of all that the record holds, pictures apart. */
  digest?: string
  /** The labels of what the record shows otherwise than it was sent. */
  differs?: string[]
  /** The feed brings nothing to it that a record shows. */
  isMute?: true
}

/**
 * The items of a payload to look for, spread over the feed: those that are told by a code of their own.
 * @param codes what each item is about, as the outbox keeps it
 */
function sentItems(kind: FeedKind, body: Uint8Array, codes: readonly string[]): SentItem[] {
  const chosen = choose(kind, codes)
  const found: SentItem[] = []
  const take = (position: number, given: readonly string[], content: () => Content): [] => {
    const code = codes[position]
    if (code !== undefined && chosen.has(position))
      found.push({ code, forms: formsOf(code, given), content: content() })
    return []
  }
  // The namespace was judged when the feed was queued.
  if (kind === 'contentplus')
    parseDocument(documents.contentPlus, body, {
      keep: false,
      each: (item, position) => take(position, [], () => contentOfContentPlus(item)),
    })
  else
    parseDocument(documents.ingestItems, body, {
      keep: false,
      each: (item, position) =>
        take(
          position,
          (item.productCodes ?? []).map(({ text }) => text),
          () => contentOfItem(kind, item),
        ),
    })
  return found
}

const lengths = [14, 13, 12, 8]

function formsOf(code: string, given: readonly string[]): string[] {
  const asSent = given.flatMap((text) => (gtin14(text) === code ? (normaliseGtin(text) ?? []) : []))
  const padded = lengths
    .filter((length) => Number(code.slice(0, code.length - length) || 0) === 0)
    .map((length) => code.slice(-length))
  return [...new Set([...asSent, ...padded])]
}

function choose(kind: FeedKind, codes: readonly string[]): Set<number> {
  const named = Map.groupBy(codes.keys(), (position) => codes[position] ?? '')
  const told = [...named]
    .filter(([code, places]) => places.length === 1 && code !== '')
    .filter(([code]) => kind === 'contentplus' || gtin14(code) === code)
    .flatMap(([, places]) => places)
  const step = Math.max(1, Math.ceil(told.length / mostLookups))
  return new Set(told.filter((_, index) => index % step === 0))
}

/** What an `items` answer shows of an item that was asked for by its code, or by its identifier. */
function sightingIn(answer: Uint8Array, kind: FeedKind, { code, content }: SentItem): Sighting {
  const { value } = parseDocument(documents.items, answer)
  if (!value) return { code, is: 'unclear' }
  if (value.item.length === 0) return { code, is: Number(value.total ?? 0) === 0 ? 'absent' : 'unclear' }
  const [record, ...others] = value.item.filter((item) =>
    kind === 'contentplus' ? item.id === code : codesOf(item).includes(code),
  )
  if (record?.id === undefined || others.length > 0) return { code, is: 'unclear' }
  const { media: _, ...shown } = record
  return {
    code,
    is: 'there',
    id: record.id,
    names: [record.id, ...codesOf(record)],
    created: record.created?.text || undefined,
    lastUpdated: record.lastUpdated?.text || undefined,
    digest: createHash('sha256').update(JSON.stringify(shown)).digest('hex'),
    differs: differences(content, record),
    isMute: Object.keys(content).length === 0 ? true : undefined,
  }
}

const codesOf = ({ upcs = [] }: Item): string[] => upcs.map(({ text }) => gtin14(text) ?? text)

/** Both, for what is too large to read in the thread that asks. */
export const evidenceFunctions = { sentItems, sightingIn }
export const evidenceReader = defineApart('evidence', evidenceFunctions)
