import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { feedLimits } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { readParts } from '../../../../src-shared/vocabulary/kit/xml/tree.ts'
import { defineApart } from '../../../storage/index.ts'
import { payloadText } from '../store/feed-row.ts'
import type { BatchPart } from './freeze-batch.ts'

/** A frozen payload, and which of its items are meant (0-based): all when absent. */
export interface PayloadPart {
  body: Uint8Array
  places?: readonly number[]
}

/** A payload as text: what stands before its first item, each item with what follows it, and what closes the root. */
interface CutPayload {
  head: string
  items: string[]
  tail: string
}

/** @throws Refusal where the payload cannot be read */
function cut(body: Uint8Array): CutPayload {
  const text = payloadText(body)
  const offsets: number[] = []
  readParts(text, feedLimits, {
    root() {},
    part(part) {
      if (typeof part !== 'string' && 'name' in part && part.name === 'item') offsets.push(part.offset)
    },
  })
  const end = text.lastIndexOf('</')
  return {
    head: text.slice(0, offsets[0] ?? end),
    items: offsets.map((offset, index) => text.slice(offset, offsets[index + 1] ?? end)),
    tail: text.slice(end),
  }
}

/**
 * One payload of items of others, each item letter by letter as it was.
 * @throws PlainError `NOT_POSSIBLE` where the payloads begin differently, so that the same item would mean something else in another
 */
function joinItems(parts: readonly PayloadPart[]): string {
  const payloads = parts.map(({ body, places }) => {
    const { head, items, tail } = cut(body)
    const chosen = places && new Set(places)
    return { head, tail, items: chosen ? items.filter((_, index) => chosen.has(index)) : items }
  })
  const [first] = payloads
  if (!first) throw new Error('There is nothing to join')
  if (payloads.some(({ head }) => head.trim() !== first.head.trim()))
    throw new PlainError(
      'NOT_POSSIBLE',
      say`The feeds begin differently, so their items cannot stand in one: take them back one by one.`,
    )
  return [first.head, ...payloads.flatMap(({ items }) => items), first.tail].join('')
}

/** Two payloads, each with half the items of one. @throws PlainError `NOT_POSSIBLE` where there are not two items */
function halve(kind: FeedKind, body: Uint8Array): BatchPart[] {
  const { items } = cut(body)
  const middle = Math.ceil(items.length / 2)
  const halves = [
    items.keys().filter((place) => place < middle),
    items.keys().filter((place) => place >= middle),
  ].map((places) => Buffer.from(joinItems([{ body, places: [...places] }]), 'utf8'))
  return halves.map((half, index) => {
    const { itemCount, codes, givenCodes, itemTitles } = checkPayload(kind, half, { rules: false })
    if (itemCount !== (index === 0 ? middle : items.length - middle) || itemCount === 0)
      throw new PlainError(
        'NOT_POSSIBLE',
        say`The feed cannot be split: its payload cannot be read item by item.`,
      )
    return { body: half, itemCount, codes, givenCodes, itemTitles }
  })
}

/** What reads whole payloads, in a thread of its own: they may be large. */
export const feedPartFunctions = { joinItems, halve }
export const feedPartReader = defineApart('outbox/feed-parts', feedPartFunctions)
