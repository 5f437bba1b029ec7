import {
  acceptedStatuses,
  type OutboxFeed,
  refusedStatuses,
} from '../../../../src-shared/feeds/outbox/model.ts'
import type {
  FeedCounters,
  FeedStatusReport,
  ItemResult,
} from '../../../../src-shared/feeds/status/status-report.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import { gtin14, isValidGtin } from '../../../../src-shared/values/gtin.ts'
import { learnFromResults } from '../evidence/learn-rules.ts'
import { readProductCodes } from '../evidence/read-evidence.ts'
import { type OutboxRoom, pollPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'

/** Items per window of a status request. */
const windowSize = 100

/**
 * Maximum number of windows read per status: limits requests to a service that returns few items at a time.
 */
const maxWindows = 1000
/**
 * Number of polls of a feed that the service reports as processed although some of its items are not; also
 * the maximum number of status changes stored in the history of a feed in process.
 */
const maxPolls = 20

/**
 * Requests the status of an acknowledged feed once and stores the answer. Resolves with the feed when the
 * service has finished it. An unknown status is stored unchanged, and the feed is polled again later.
 */
export async function followFeed(room: OutboxRoom, feed: OpenFeed): Promise<OutboxFeed | undefined> {
  const { row, codes } = feed
  const { writer, target, clock, timing } = room
  const { id, kind, upstream_feed_id: feedId } = row
  if (feedId === null) throw new Error(`The feed ${id} is ${row.state} but has no identifier to follow`)
  const nextAt = clock.now() + pollPause(timing, row.asked)
  const report = await target.feedStatus({ kind, feedId, offset: 0, limit: windowSize })
  if (!report) {
    await writer.plan(id, nextAt, {
      note: say`The service does not know feed ${feedId}. It will be checked again. You can correct the identifier, or mark the feed as arrived or not arrived.`,
    })
    return undefined
  }
  if (isOtherFeed(report, feedId)) {
    await writer.plan(id, nextAt, {
      note: say`The service returned the status of feed ${report.feedId} instead of ${feedId}. It will be checked again.`,
    })
    return undefined
  }
  const word = report.feedStatus.trim().toUpperCase()
  if (word !== 'ERROR' && word !== 'PROCESSED') {
    await storeProgress(room, row, report, nextAt)
    return undefined
  }
  const reported = await allResults(room, feed, report)
  const byMainCode = matchResults(reported, codes)
  // The service may identify an item by any of its codes.
  const found =
    byMainCode.foreign.length === 0
      ? byMainCode
      : matchResults(reported, codes, await readProductCodes(room, feed))
  const { results } = found
  if (word === 'ERROR') {
    await writer.process(id, 'reject', {
      results,
      message: say`The service could not process the feed. Withdraw and fix it, or retry.`,
      report,
    })
    return undefined
  }
  if ((report.counters.processing > 0 || found.open > 0) && row.asked < maxPolls) {
    await storeProgress(room, row, report, nextAt, results)
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

/** A status without a feed identifier counts as that of the requested feed. */
const isOtherFeed = ({ feedId }: FeedStatusReport, requestedId: string): boolean =>
  feedId.trim() !== '' && feedId.trim() !== requestedId.trim()

/**
 * Adds an event only if the status changed, and only up to the maximum number: otherwise a feed that takes
 * hours would fill its history with repetitions or percentages.
 */
async function storeProgress(
  { writer }: OutboxRoom,
  row: OpenFeed['row'],
  report: FeedStatusReport,
  nextAt: number,
  results: readonly ItemResult[] = [],
): Promise<void> {
  const { feedStatus, counters } = report
  const isNew = feedStatus !== row.feed_status && feedStatus.trim().toUpperCase() !== 'RECEIVED'
  if (!isNew) return writer.plan(row.id, nextAt, { report, results })
  const { processing, received } = counters
  const isUsual = feedStatus.trim().toUpperCase() === 'INPROGRESS'
  const note = isUsual
    ? say`The service is working on it: ${processing} of ${received} items to go`
    : say`The service says “${feedStatus}”: ${processing} of ${received} items to go`
  if (row.state === 'processing' && row.asked >= maxPolls)
    return writer.plan(row.id, nextAt, { report, note, results })
  await writer.process(row.id, 'progress', { message: note, report, nextAt, results })
}

/**
 * Reads the results of single items, window by window, until every item has one or a window is empty. `limit`
 * is the END of a window, not a count (specification, endpoint 11); a window may be shorter than requested.
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
    const limit = Math.min(offset + windowSize, codes.length)
    const window = await target.feedStatus({ kind, feedId, offset, limit })
    // A service without support for windows returns the same items again.
    const more =
      window && !isOtherFeed(window, feedId)
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

/** Results of a feed's items, with counts. */
interface ItemResults {
  /** Results matched to items, ordered by index in the payload. */
  results: ItemResult[]
  accepted: number
  refused: number
  /** Items reported as in process. */
  open: number
  /** Items without a result, or with an unknown status. */
  unknown: number
  /** Number of results in the service's answers, matched or not. */
  reported: number
  /** Number of these results that are not accepted. */
  notAccepted: number
  /** Distinct GTINs in these results that belong to no sent item, as received. */
  foreign: string[]
}

/**
 * Matches the service's results to the sent items: by product code, or by index if a result has no code.
 * Indexes may be 0-based or 1-based; ambiguous ones match nothing.
 * @param codes code of each item in payload order; GTIN-14 if it is a GTIN
 * @param furtherCodes all codes of each item as given, if known
 */
export function matchResults(
  reported: readonly ItemResult[],
  codes: readonly string[],
  furtherCodes: readonly (readonly string[])[] = [],
): ItemResults {
  const indexesOf = indexesByCode(codes, furtherCodes)
  const base = indexBase(reported, codes.length)
  const byIndex = new Map<number, ItemResult>()
  const keep = (place: number | undefined, result: ItemResult) => {
    if (place === undefined || place < 0 || place >= codes.length || byIndex.has(place)) return
    byIndex.set(place, { ...result, index: place })
  }
  const isCoded = ({ productCode }: ItemResult) => productCode.trim() !== ''
  for (const result of reported.filter(isCoded)) {
    const code = normalizedCode(result.productCode)
    const free = (indexesOf.get(code) ?? []).filter((place) => !byIndex.has(place))
    const named = base === undefined ? undefined : result.index - base
    keep(free.find((place) => place === named) ?? free[0], result)
  }
  if (base !== undefined)
    for (const result of reported) if (!isCoded(result)) keep(result.index - base, result)

  const results = [...byIndex.values()].toSorted((one, other) => one.index - other.index)
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
    reported: reported.length,
    notAccepted: reported.filter(({ ingestionStatus }) => !accepted.has(ingestionStatus.trim().toUpperCase()))
      .length,
    foreign: [
      ...new Set(
        reported
          .map(({ productCode }) => productCode.trim())
          .filter((code) => isValidGtin(code) && !indexesOf.has(normalizedCode(code))),
      ),
    ],
  }
}

/** A code as the outbox stores it. */
const normalizedCode = (code: string): string => gtin14(code) ?? code.trim()

/**
 * Item indexes by code. A code that is the main code of an item matches no other item by its further codes.
 */
function indexesByCode(
  codes: readonly string[],
  furtherCodes: readonly (readonly string[])[],
): Map<string, number[]> {
  const indexesOf = Map.groupBy(codes.keys(), (place) => codes[place] ?? '')
  const further = codes
    .keys()
    .flatMap((place) =>
      new Set(furtherCodes[place]?.map(normalizedCode)).values().map((code) => ({ code, place })),
    )
    .filter(({ code }) => !indexesOf.has(code))
  const furtherIndexes = Map.groupBy(further, ({ code }) => code)
  for (const [code, named] of furtherIndexes)
    indexesOf.set(
      code,
      named.map(({ place }) => place),
    )
  return indexesOf
}

/** Index base of the service's results, 0 or 1; undefined if ambiguous. */
function indexBase(reported: readonly ItemResult[], items: number): 0 | 1 | undefined {
  const places = reported.map(({ index }) => index)
  if (places.length === 0 || places.includes(0)) return 0
  if (places.includes(items)) return 1
  return reported.every(({ productCode }) => productCode.trim() !== '') ? 0 : undefined
}

/** Final outcome: message, counters, and whether the service accepted all items. */
export function outcomeOf(
  { counters }: FeedStatusReport,
  { accepted, refused, open, unknown, reported, notAccepted, foreign }: ItemResults,
  items: number,
): { isWhole: boolean; message: string; counters: FeedCounters } {
  const { received, succeeded, failed } = counters
  const hasNoResults = accepted + refused + open === 0
  const isConsistent = reported === 0 || (reported === items && notAccepted === failed)
  // Without matched results, the counters decide, provided that they agree with the sent items and the
  // reported results. The counters of a report about other items do not count.
  if (
    hasNoResults &&
    foreign.length === 0 &&
    isConsistent &&
    received === items &&
    succeeded + failed === items
  ) {
    return { isWhole: failed === 0, message: outcomeText(succeeded, failed, 0), counters }
  }
  const isEqual = received === items && succeeded === accepted && failed === refused
  const outcome = outcomeText(accepted, refused, open + unknown)
  const message = isEqual
    ? outcome
    : say`${outcome}. The service reports ${received} received, ${succeeded} succeeded, ${failed} failed`
  return {
    isWhole: accepted === items,
    message: foreign.length === 0 ? message : `${message}. ${wordsOfForeign(foreign)}`,
    counters: { received: items, succeeded: accepted, failed: refused, processing: 0 },
  }
}

/** Maximum number of codes in a message. */
const maxCodes = 3

function wordsOfForeign(codes: readonly string[]): string {
  const named = [...codes.slice(0, maxCodes), ...(codes.length > maxCodes ? ['…'] : [])].join(', ')
  return say`The report names items that this feed does not have (${named}): it may be the report of another feed.`
}

function outcomeText(accepted: number, refused: number, unknown: number): string {
  if (unknown > 0)
    return refused > 0
      ? say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(refused, 'refused', 'refused')}, ${counted(unknown, 'result unknown', 'results unknown')}`
      : say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(unknown, 'result unknown', 'results unknown')}`
  return refused > 0
    ? say`Processed: ${counted(accepted, 'accepted', 'accepted')}, ${counted(refused, 'refused', 'refused')}`
    : say`Processed: ${counted(accepted, 'accepted', 'accepted')}`
}
