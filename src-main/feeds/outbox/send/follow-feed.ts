import {
  acceptedStatuses,
  type FeedCounters,
  type FeedStatusReport,
  type ItemResult,
  type OutboxFeed,
  refusedStatuses,
} from '../../../../src-shared/feeds/outbox/model.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import { gtin14, isValidGtin } from '../../../../src-shared/values/gtin.ts'
import { readProductCodes } from '../evidence/read-evidence.ts'
import { learnFromResults } from '../evidence/refusal-lessons.ts'
import { type OutboxRoom, questionPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'

/** Items asked for in one window of a status. */
const windowLength = 100

/** How many windows of a status are read at most: a service that gives few items at a time is not asked for ever. */
const maxWindows = 1000
/**
 * How often the service is asked about a feed that it calls processed while it calls items of the feed unprocessed; and
 * so many of its words about a feed that it works on are kept.
 */
const questionsBeforeEnd = 20

/**
 * Asks once how far an acknowledged feed is, and notes the answer. Resolves with the feed when the service has finished
 * it. An unknown status word is kept as it is, and the service is asked again later.
 */
export async function followFeed(room: OutboxRoom, feed: OpenFeed): Promise<OutboxFeed | undefined> {
  const { row, codes } = feed
  const { writer, target, clock, timing } = room
  const { id, kind, upstream_feed_id: feedId } = row
  if (feedId === null) throw new Error(`The feed ${id} is ${row.state} but has no identifier to follow`)
  const nextAt = clock.now() + questionPause(timing, row.asked)
  const report = await target.feedStatus({ kind, feedId, offset: 0, limit: windowLength })
  if (!report) {
    await writer.plan(id, nextAt, {
      note: say`The service does not know its feed ${feedId}. It is asked again; you can correct the identifier, or say what became of the feed.`,
    })
    return undefined
  }
  if (isOfAnother(report, feedId)) {
    await writer.plan(id, nextAt, {
      note: say`Asked for feed ${feedId}, the service answered with the status of feed ${report.feedId}. It is asked again.`,
    })
    return undefined
  }
  const word = report.feedStatus.trim().toUpperCase()
  if (word !== 'ERROR' && word !== 'PROCESSED') {
    await noteProgress(room, row, report, nextAt)
    return undefined
  }
  const said = await allResults(room, feed, report)
  const byOneCode = matchResults(said, codes)
  // The service may name an item by any of its codes.
  const found =
    byOneCode.foreign.length === 0 ? byOneCode : matchResults(said, codes, await readProductCodes(room, feed))
  const { results } = found
  if (word === 'ERROR') {
    await writer.process(id, 'reject', {
      results,
      message: say`The service could not process the feed as a whole. Mend it as a draft, or send it once more.`,
      report,
    })
    return undefined
  }
  if ((report.counters.processing > 0 || found.open > 0) && row.asked < questionsBeforeEnd) {
    await noteProgress(room, row, report, nextAt, results)
    return undefined
  }
  await learnFromResults(room, feed, results)
  const { isWhole, message, counters } = outcomeOf(report, found, codes.length)
  return writer.process(id, isWhole ? 'finish' : 'finish-in-part', {
    results,
    message,
    report: { ...report, counters },
  })
}

/** A status that names no feed is taken for the one asked for. */
const isOfAnother = ({ feedId }: FeedStatusReport, asked: string): boolean =>
  feedId.trim() !== '' && feedId.trim() !== asked.trim()

/**
 * Writes an event only when there is news, and not for ever: a feed that takes hours would fill its history with
 * repetitions, or with a percentage.
 */
async function noteProgress(
  { writer }: OutboxRoom,
  row: OpenFeed['row'],
  report: FeedStatusReport,
  nextAt: number,
  results: readonly ItemResult[] = [],
): Promise<void> {
  const { feedStatus, counters } = report
  const isNews = feedStatus !== row.feed_status && feedStatus.trim().toUpperCase() !== 'RECEIVED'
  if (!isNews) return writer.plan(row.id, nextAt, { report, results })
  const { processing, received } = counters
  const isUsual = feedStatus.trim().toUpperCase() === 'INPROGRESS'
  const note = isUsual
    ? say`The service is working on it: ${processing} of ${received} items to go`
    : say`The service says “${feedStatus}”: ${processing} of ${received} items to go`
  if (row.state === 'processing' && row.asked >= questionsBeforeEnd)
    return writer.plan(row.id, nextAt, { report, note, results })
  await writer.process(row.id, 'progress', { message: note, report, nextAt, results })
}

/**
 * What the service says of single items. Windows are read until every item has a result or a window brings none.
 * `limit` is the END of a window, not a count (specification, endpoint 11); a window may be shorter than asked for.
 */
async function allResults(
  { target }: OutboxRoom,
  { row: { kind, upstream_feed_id: feedId }, codes }: OpenFeed,
  first: FeedStatusReport,
): Promise<ItemResult[]> {
  const results = [...first.results]
  const seen = new Set(results.map(keyOf))
  for (let windows = 1; windows < maxWindows && results.length < codes.length; windows++) {
    if (feedId === null || results.length === 0) break
    const offset = results.length
    const limit = Math.min(offset + windowLength, codes.length)
    const window = await target.feedStatus({ kind, feedId, offset, limit })
    // A service that does not know windows gives the same items again.
    const more =
      window && !isOfAnother(window, feedId)
        ? window.results.filter((result) => !seen.has(keyOf(result)))
        : []
    if (more.length === 0) break
    for (const result of more) seen.add(keyOf(result))
    results.push(...more)
  }
  return results
}

const keyOf = ({ index, productCode }: ItemResult): string => `${index} ${productCode}`

const accepted: ReadonlySet<string> = new Set(acceptedStatuses)
const refused: ReadonlySet<string> = new Set(refusedStatuses)

/** What the service said of a feed's items, counted. */
interface ItemResults {
  /** A result for each item that the service said anything of, by place in the payload. */
  results: ItemResult[]
  accepted: number
  refused: number
  /** Items that the service calls in process. */
  open: number
  /** Items of which the service said nothing, or an unknown word. */
  unknown: number
  /** Results in the service's answers, whichever items they are of. */
  said: number
  /** Of these results, those that are no acceptance. */
  notAccepted: number
  /** GTINs in these results that were not sent, each once, as they came. */
  foreign: string[]
}

/**
 * Matches the service's results to the items that were sent: by product code, and by place where a result has no code.
 * A service may count places from 1; a place that could mean either of two items means neither.
 * @param codes the code of each item, GTIN-14 where the code is a GTIN, in the order of the payload
 * @param furtherCodes the other codes of each item as given, where they are known; these may repeat the first
 */
export function matchResults(
  said: readonly ItemResult[],
  codes: readonly string[],
  furtherCodes: readonly (readonly string[])[] = [],
): ItemResults {
  const placesOf = placesByCode(codes, furtherCodes)
  const base = firstPlace(said, codes.length)
  const byPlace = new Map<number, ItemResult>()
  const keep = (place: number | undefined, result: ItemResult) => {
    if (place === undefined || place < 0 || place >= codes.length || byPlace.has(place)) return
    byPlace.set(place, { ...result, index: place })
  }
  const isCoded = ({ productCode }: ItemResult) => productCode.trim() !== ''
  for (const result of said.filter(isCoded)) {
    const code = formOf(result.productCode)
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
    foreign: [
      ...new Set(
        said
          .map(({ productCode }) => productCode.trim())
          .filter((code) => isValidGtin(code) && !placesOf.has(formOf(code))),
      ),
    ],
  }
}

/** A code as the outbox keeps it. */
const formOf = (code: string): string => gtin14(code) ?? code.trim()

/** The places of the items that a code names. A code that is the first of an item names no other by its further codes. */
function placesByCode(
  codes: readonly string[],
  furtherCodes: readonly (readonly string[])[],
): Map<string, number[]> {
  const placesOf = Map.groupBy(codes.keys(), (place) => codes[place] ?? '')
  const further = codes
    .keys()
    .flatMap((place) => new Set(furtherCodes[place]?.map(formOf)).values().map((code) => ({ code, place })))
    .filter(({ code }) => !placesOf.has(code))
  const placesOfFurther = Map.groupBy(further, ({ code }) => code)
  for (const [code, named] of placesOfFurther)
    placesOf.set(
      code,
      named.map(({ place }) => place),
    )
  return placesOf
}

/** The number of the first item as the service counts, 0 or 1; undefined when that cannot be told. */
function firstPlace(said: readonly ItemResult[], items: number): 0 | 1 | undefined {
  const places = said.map(({ index }) => index)
  if (places.length === 0 || places.includes(0)) return 0
  if (places.includes(items)) return 1
  return said.every(({ productCode }) => productCode.trim() !== '') ? 0 : undefined
}

/** The end of a feed in words and numbers, and whether the service accepted every item. */
export function outcomeOf(
  { counters }: FeedStatusReport,
  { accepted, refused, open, unknown, said, notAccepted, foreign }: ItemResults,
  items: number,
): { isWhole: boolean; message: string; counters: FeedCounters } {
  const { received, succeeded, failed } = counters
  const saysNothing = accepted + refused + open === 0
  const isAsSaid = said === 0 || (said === items && notAccepted === failed)
  // Without results for single items the counters decide, where they agree with what was sent and said. The counters of
  // a report about other items count those.
  if (saysNothing && foreign.length === 0 && isAsSaid && received === items && succeeded + failed === items) {
    return { isWhole: failed === 0, message: inWords(succeeded, failed, 0), counters }
  }
  const agrees = received === items && succeeded === accepted && failed === refused
  const outcome = inWords(accepted, refused, open + unknown)
  const message = agrees
    ? outcome
    : say`${outcome}. The service itself counts ${received} received, ${succeeded} succeeded, ${failed} failed`
  return {
    isWhole: accepted === items,
    message: foreign.length === 0 ? message : `${message}. ${wordsOfForeign(foreign)}`,
    counters: { received: items, succeeded: accepted, failed: refused, processing: 0 },
  }
}

/** How many codes are named to a person at most. */
const maxCodes = 3

function wordsOfForeign(codes: readonly string[]): string {
  const named = [...codes.slice(0, maxCodes), ...(codes.length > maxCodes ? ['…'] : [])].join(', ')
  return say`The report names items that this feed does not have (${named}): it may be the report of another feed.`
}

function inWords(accepted: number, refused: number, unknown: number): string {
  if (unknown > 0)
    return refused > 0
      ? say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(refused, 'refused', 'refused')}, ${counted(unknown, 'result unknown', 'results unknown')}`
      : say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(unknown, 'result unknown', 'results unknown')}`
  return refused > 0
    ? say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(refused, 'refused', 'refused')}`
    : say`Processed: ${counted(accepted, 'accepted', 'accepted')}`
}
