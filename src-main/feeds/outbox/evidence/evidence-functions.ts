/** Reads feed payloads, and the service's answers about their items. */

import { createHash } from 'node:crypto'
import { itemPayload } from '../../../../src-shared/feeds/kinds/item-payload.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { gtin14, normaliseGtin } from '../../../../src-shared/values/gtin.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { defineThreadFunctions } from '../../../storage/index.ts'
import { type Content, contentOf, differences } from '../freeze/shown-content.ts'
import type { SentItem, Sighting } from './catalog-view.ts'

/** Maximum number of items of a feed to look up: the service counts each as a downloaded item. */
const maxLookups = 10

/**
 * An even sample of a payload's items to look up: those with a unique GTIN (in a Content+ feed, identifier).
 * @param codes code of each item, as stored in the outbox
 */
function sentItems(kind: FeedKind, body: Uint8Array, codes: readonly string[]): SentItem[] {
  const chosen = chooseSample(kind, codes)
  const found: SentItem[] = []
  const take = (position: number, given: readonly string[], content: () => Content): [] => {
    const code = codes[position]
    if (code !== undefined && chosen.has(position))
      found.push({ code, forms: formsOf(code, given), content: content() })
    return []
  }
  // The namespace was checked when the feed was queued.
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

const gtinLengths = [14, 13, 12, 8]

function formsOf(code: string, given: readonly string[]): string[] {
  const formsSent = given.flatMap((text) => (gtin14(text) === code ? (normaliseGtin(text) ?? []) : []))
  const padded = gtinLengths
    .filter((length) => Number(code.slice(0, code.length - length) || 0) === 0)
    .map((length) => code.slice(-length))
  return [...new Set([...formsSent, ...padded])]
}

function chooseSample(kind: FeedKind, codes: readonly string[]): Set<number> {
  const { isById } = kinds[kind].payload
  const byCode = Map.groupBy(codes.keys(), (position) => codes[position] ?? '')
  const eligible = [...byCode]
    .filter(([code, positions]) => positions.length === 1 && code !== '')
    .filter(([code]) => isById || gtin14(code) === code)
    .flatMap(([, positions]) => positions)
  const step = Math.max(1, Math.ceil(eligible.length / maxLookups))
  return new Set(eligible.filter((_, index) => index % step === 0))
}

/** Longest name in a sentence. */
const maxTitle = 80

/** Finds the record of the requested item in an `items` answer, and compares it with the sent values. */
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
    title: record.name?.trim().slice(0, maxTitle) || undefined,
    names: [record.id, ...codesOf(record)],
    created: record.created?.text || undefined,
    lastUpdated: record.lastUpdated?.text || undefined,
    digest: createHash('sha256').update(JSON.stringify(shown)).digest('hex'),
    differs: differences(content, record),
    isMute: Object.keys(content).length === 0 ? true : undefined,
  }
}

const codesOf = ({ upcs = [] }: Item): string[] => upcs.map(({ text }) => gtin14(text) ?? text)

/** Parse payloads and service answers; `read-evidence.ts` calls them in a separate thread if large. */
export const evidenceFunctions = { sentItems, productCodes, sightingIn }
export const evidenceReader = defineThreadFunctions('outbox/evidence', evidenceFunctions)
