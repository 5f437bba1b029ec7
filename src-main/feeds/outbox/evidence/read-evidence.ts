/**
 * Reads the payloads of feeds, and answers of the service about their items: small ones here, large ones in a thread
 * apart, which can be ended.
 */

import { createHash } from 'node:crypto'
import { itemPayload } from '../../../../src-shared/feeds/kinds/item-payload.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { gtin14, normaliseGtin } from '../../../../src-shared/values/gtin.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { readInPlace } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { defineApart } from '../../../storage/index.ts'
import { type Content, contentOf, differences } from '../freeze/shown-content.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/outbox-reader.ts'

/** An item of a feed, and what a record would show of the item. */
export interface SentItem {
  /** GTIN-14; the item's identifier in a Content+ feed. */
  code: string
  /** The code as the catalog may write it: as sent, then with fewer or more leading zeros, which not every service ignores. */
  forms: string[]
  content: Content
}

/** What the catalog showed of an item at one moment. */
export interface Sighting {
  code: string
  /** `unclear`: the service's answer does not single out one item. */
  is: 'there' | 'absent' | 'unclear'
  /** The record's identifier, where there is a record. */
  id?: string
  /** The identifier and the codes by which a feed may name the item. */
  names?: string[]
  created?: string
  lastUpdated?: string
  /** SHA-256 of the record without its pictures. */
  digest?: string
  /** The labels of the record's values that differ from the values sent. */
  differs?: string[]
  /** The feed brings nothing that the record would show. */
  isMute?: true
}

/**
 * The items of a feed to look for in the catalog; none where the payload takes too long to read.
 * @param payload the feed's, where the caller has it; read otherwise
 */
export async function readSentItems(
  { reader, evidence, signal }: OutboxRoom,
  { row, codes }: OpenFeed,
  payload?: Uint8Array,
): Promise<SentItem[]> {
  const body = payload ?? (await reader.body(row.id))
  if (!body) throw new Error(`The feed ${row.id} has lost its payload`)
  const asked: Parameters<typeof sentItems> = [row.kind, body, codes]
  return unlessSpent(
    async () => (isLarge(body) ? await evidence('sentItems', asked, { signal }) : sentItems(...asked)),
    [],
  )
}

/**
 * All product codes of each item that was sent, of which the outbox keeps one; none where the payload takes too long to
 * read.
 */
export async function readProductCodes(
  { reader, evidence, signal }: OutboxRoom,
  { row }: OpenFeed,
): Promise<readonly (readonly string[])[]> {
  const body = await reader.body(row.id)
  if (!body || kinds[row.kind].payload.isById) return []
  return unlessSpent(
    async () => (isLarge(body) ? await evidence('productCodes', [body], { signal }) : productCodes(body)),
    [],
  )
}

/** What an answer shows of the item that was asked for; `unclear` where the answer takes too long to read. */
export function readSighting(
  { evidence, signal }: OutboxRoom,
  ...asked: Parameters<typeof sightingIn>
): Promise<Sighting> {
  const [answer, , { code }] = asked
  return unlessSpent<Sighting>(
    async () => (isLarge(answer) ? await evidence('sightingIn', asked, { signal }) : sightingIn(...asked)),
    { code, is: 'unclear' },
  )
}

const isLarge = ({ byteLength }: Uint8Array): boolean => byteLength > readInPlace

/** What takes too long or too much memory to read tells nothing. */
async function unlessSpent<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PlainError && (error.code === 'too-long' || error.code === 'too-much-memory'))
      return otherwise
    throw error
  }
}

/** Items of a feed that are looked up in the catalog, at most: the service counts each as a downloaded item. */
const mostLookups = 10

/**
 * The items of a payload to look for, spread over the feed: items whose code no other item of the feed has.
 * @param codes the code of each item, as the outbox keeps it
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
  const { payload } = kinds[kind]
  payload.read(body, {
    keep: false,
    each: (item, position) => take(position, payload.codesGiven(item), () => contentOf(kind, item)),
  })
  return found
}

function productCodes(body: Uint8Array): string[][] {
  const found: string[][] = []
  itemPayload.read(body, {
    keep: false,
    each(item) {
      found.push(itemPayload.codesGiven(item))
      return []
    },
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
  const { isById } = kinds[kind].payload
  const named = Map.groupBy(codes.keys(), (position) => codes[position] ?? '')
  const told = [...named]
    .filter(([code, places]) => places.length === 1 && code !== '')
    .filter(([code]) => isById || gtin14(code) === code)
    .flatMap(([, places]) => places)
  const step = Math.max(1, Math.ceil(told.length / mostLookups))
  return new Set(told.filter((_, index) => index % step === 0))
}

/** What an `items` answer shows of the item that was asked for. */
function sightingIn(answer: Uint8Array, kind: FeedKind, { code, content }: SentItem): Sighting {
  const { value } = parseDocument(documents.items, answer)
  if (!value) return { code, is: 'unclear' }
  if (value.item.length === 0) return { code, is: Number(value.total ?? 0) === 0 ? 'absent' : 'unclear' }
  const [record, ...others] = value.item.filter((item) =>
    kinds[kind].payload.isById ? item.id === code : codesOf(item).includes(code),
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

/** The readers of payloads and of foreign bytes; large bytes are read in a thread apart. */
export const evidenceFunctions = { sentItems, productCodes, sightingIn }
export const evidenceReader = defineApart('outbox/evidence', evidenceFunctions)
