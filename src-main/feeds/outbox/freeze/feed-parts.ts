import { checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { feedLimits } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { readParts } from '../../../../src-shared/vocabulary/kit/xml/tree.ts'
import { defineThreadFunctions } from '../../../storage/index.ts'
import { payloadText } from '../store/feed-row.ts'
import type { BatchPart } from './freeze-batch.ts'

/** A frozen payload, and the 0-based indexes of the selected items; all if absent. */
export interface PayloadPart {
  body: Uint8Array
  places?: readonly number[]
}

/**
 * A payload split into the text before the first item, each item with the text after it, and the end of the
 * root.
 */
interface CutPayload {
  head: string
  items: string[]
  tail: string
}

/** @throws Refusal if the payload cannot be read */
function cutPayload(body: Uint8Array): CutPayload {
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
 * Joins items of several payloads into one payload, with the text of each item unchanged.
 * @throws PlainError `NOT_POSSIBLE` if the payloads have different starts, which would change the meaning of
 * the items
 */
function joinItems(parts: readonly PayloadPart[]): string {
  const payloads = parts.map(({ body, places }) => {
    const { head, items, tail } = cutPayload(body)
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

/**
 * Splits a payload into two with half of the items each.
 * @throws PlainError `NOT_POSSIBLE` if there are fewer than two items
 */
function halve(kind: FeedKind, body: Uint8Array): BatchPart[] {
  const { items } = cutPayload(body)
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

/** Functions that read complete payloads, which may be large; they run in a separate thread. */
export const feedPartFunctions = { joinItems, halve }
export const feedPartReader = defineThreadFunctions('outbox/feed-parts', feedPartFunctions)
