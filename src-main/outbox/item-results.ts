import { gtin14 } from '../../src-shared/gtin.ts'
import type { FeedCounters, FeedStatusReport, ItemResult } from '../../src-shared/outbox/model.ts'

const accepted = new Set(['SUCCESS', 'PROCESSED'])
const refused = new Set(['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED'])

/** What became of the items of a feed, by what was said of each. */
export interface ItemResults {
  /** One for each item that something is known of, by its place in the payload. */
  results: ItemResult[]
  accepted: number
  refused: number
  /** Still in process, by the word of the service. */
  open: number
  /** Nothing was said, or a word that is not known. */
  unknown: number
  /** Of how many items anything was said, and of how many something else than acceptance, whichever items they are. */
  said: number
  notAccepted: number
}

/**
 * Matches what the service said to the items that were sent: by product code first, by place where there is none. A
 * service may count places from 1; a place that could mean either of two items means neither.
 * @param codes what each item is about, GTIN-14 where it is one, in the order of the payload
 */
export function matchResults(said: readonly ItemResult[], codes: readonly string[]): ItemResults {
  const placesOf = Map.groupBy(codes.keys(), (place) => codes[place] ?? '')
  const base = firstPlace(said, codes.length)
  const byPlace = new Map<number, ItemResult>()
  const keep = (place: number | undefined, result: ItemResult) => {
    if (place === undefined || place < 0 || place >= codes.length || byPlace.has(place)) return
    byPlace.set(place, { ...result, index: place })
  }
  const isCoded = ({ productCode }: ItemResult) => productCode.trim() !== ''
  for (const result of said.filter(isCoded)) {
    const code = gtin14(result.productCode) ?? result.productCode.trim()
    const free = (placesOf.get(code) ?? []).filter((place) => !byPlace.has(place))
    const named = base === undefined ? undefined : result.index - base
    keep(free.find((place) => place === named) ?? free[0], result)
  }
  if (base !== undefined) for (const result of said) if (!isCoded(result)) keep(result.index - base, result)

  const results = [...byPlace.values()].toSorted((one, other) => one.index - other.index)
  const words = results.map(({ ingestionStatus }) => ingestionStatus.trim().toUpperCase())
  const tally = {
    accepted: words.filter((word) => accepted.has(word)).length,
    refused: words.filter((word) => refused.has(word)).length,
    open: words.filter((word) => word === 'INPROGRESS').length,
  }
  return {
    results,
    ...tally,
    unknown: codes.length - tally.accepted - tally.refused - tally.open,
    said: said.length,
    notAccepted: said.filter(({ ingestionStatus }) => !accepted.has(ingestionStatus.trim().toUpperCase()))
      .length,
  }
}

/** The number of the first item as the service counts, 0 or 1; undefined when that cannot be told. */
function firstPlace(said: readonly ItemResult[], items: number): 0 | 1 | undefined {
  const places = said.map(({ index }) => index)
  if (places.length === 0 || places.includes(0)) return 0
  if (places.includes(items)) return 1
  return said.every(({ productCode }) => productCode.trim() !== '') ? 0 : undefined
}

/** What is known at the end, in words and numbers, and whether every item was accepted. */
export function outcomeOf(
  { counters }: FeedStatusReport,
  { accepted, refused, open, unknown, said, notAccepted }: ItemResults,
  items: number,
): { isWhole: boolean; message: string; counters: FeedCounters } {
  const { received, succeeded, failed } = counters
  const saysNothing = accepted + refused + open === 0
  const isAsSaid = said === 0 || (said === items && notAccepted === failed)
  // Nothing is known of single items: the counters are all there is, where they agree with what was sent and said.
  if (saysNothing && isAsSaid && received === items && succeeded + failed === items) {
    return { isWhole: failed === 0, message: `Processed: ${inWords(succeeded, failed, 0)}`, counters }
  }
  const agrees = received === items && succeeded === accepted && failed === refused
  const claim = agrees
    ? ''
    : `. The service itself counts ${received} received, ${succeeded} succeeded, ${failed} failed`
  return {
    isWhole: accepted === items,
    message: `Processed: ${inWords(accepted, refused, open + unknown)}${claim}`,
    counters: { received: items, succeeded: accepted, failed: refused, processing: 0 },
  }
}

function inWords(accepted: number, refused: number, unknown: number): string {
  const parts = [
    `${accepted} accepted`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'result' : 'results'} unknown`] : []),
  ]
  return parts.join(', ')
}
