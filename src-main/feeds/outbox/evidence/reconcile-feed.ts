import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxEventName } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import type { FeedStatusReport } from '../../../../src-shared/feeds/status/status-report.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { type OutboxRoom, pollPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import { assessEffect, type Effect, type Newest } from './assess-effect.ts'
import { type LaterSending, type Noted, newestNotReported } from './evidence-store.ts'
import { lookUpItems, resultOrError } from './look-up-items.ts'
import { readSentItems } from './read-evidence.ts'

/**
 * Number of unsuccessful checks before a feed that was turned away is sent again, because a proxy may forward
 * it late. A service that does not report its newest feed may have the feed, and process it late.
 */
const missesBeforeSending: Record<Newest, number> = {
  ours: 3,
  unknown: 10,
  foreign: Number.POSITIVE_INFINITY,
}
/** Number of checks of a feed that neither shows nor is known to be absent, before a person must decide. */
const checksBeforeDoubt = 8
/**
 * Number of polls of an uncertain feed that also look up the catalog. After these, only every
 * {@link pollsBetweenLookups}th poll does, because the service counts each record as downloaded. If the
 * catalog can never be conclusive (no lookup before the sending, or its state then proves nothing), only the
 * first poll does.
 */
const lookupsInDoubt = 20
const pollsBetweenLookups = 60
/** Maximum number of feeds of the service that are checked for our idempotency key. */
const maxCandidates = 5

/**
 * Determines the outcome of a feed without acknowledgement. Nothing is sent here. The feed has arrived if the
 * service reports it, or the catalog shows a change that only this feed explains. Otherwise a feed that was
 * turned away is queued again once the service is known to have nothing of it, and any other feed stays
 * uncertain, with the evidence as its note.
 * @param isAsked requested by a person: the catalog is looked up regardless of earlier lookups
 * @throws UpstreamError if the service itself fails
 */
export async function reconcileFeed(
  room: OutboxRoom,
  feed: OpenFeed,
  { isAsked = false } = {},
): Promise<void> {
  const { reader, writer, clock, timing } = room
  const { id, state, asked } = feed.row
  const noted = await reader.noted(id)
  const { found, newest, words } = await findFeed(room, feed)
  if (found !== undefined) {
    await writer.applyEvent(id, 'find', {
      message: say`The service has it after all, as feed ${found} (same idempotency key)`,
      upstreamFeedId: found,
      nextAt: clock.now(),
    })
    return
  }
  const nextPoll = clock.now() + pollPause(timing, asked)
  const canTell = noted !== undefined && noted.view.tellsNothing === undefined
  const mustLookUp =
    isAsked ||
    state === 'looked-for' ||
    asked === 0 ||
    (canTell && (asked < lookupsInDoubt || asked % pollsBetweenLookups === 0))
  if (!mustLookUp) return writer.plan(id, nextPoll)
  const effect = await effectOf(room, feed, noted, newest)
  if (effect.verdict === 'shown') {
    await writer.applyEvent(id, effect.isWhole ? 'recognise' : 'recognise-in-part', {
      message: `${shownWords(effect)} ${notFound}`,
    })
    return
  }
  const known = [...words, ...effect.words].join('\n')
  const isMiss = effect.verdict === 'absent'
  if (state === 'uncertain') {
    if (isMiss && isRefused(room, feed, noted, newest)) return queueOrRefuse(room, feed, noted, known)
    const note = [
      ...words,
      ...effect.words,
      say`Check the service yourself, then mark the feed as arrived or not arrived.`,
    ]
    await writer.plan(id, nextPoll, {
      note: note.join('\n'),
      isMiss,
      tellsNothing: effect.isNeverConclusive,
    })
    return
  }
  if (isMiss && (noted?.misses ?? 0) + 1 >= missesBeforeSending[newest])
    return queueOrRefuse(room, feed, noted, known)
  if (!isMiss && (effect.isNeverConclusive || asked + 1 >= checksBeforeDoubt)) {
    await writer.applyEvent(id, 'lose', {
      message: [
        say`The feed was turned away, but it may have arrived; this cannot be determined.`,
        known,
      ].join('\n'),
      nextAt: clock.now() + timing.maxPoll,
    })
    return
  }
  await writer.plan(id, clock.now() + timing.maxPoll, { note: known, isMiss })
}

/** Statuses of a temporary refusal; any other status refuses the feed's content. */
const temporaryStatuses = new Set([406, 408, 429, 503])

/**
 * Whether a feed in doubt was refused for good: its answer was a permanent refusal, and nothing of it
 * appeared for as long as a proxy may still forward it. Without an answer, or after a temporary refusal, it
 * stays in doubt.
 */
function isRefused(
  { clock, timing }: OutboxRoom,
  { row }: OpenFeed,
  noted: Noted | undefined,
  newest: Newest,
): boolean {
  if (noted?.answer === undefined || temporaryStatuses.has(noted.answer)) return false
  const checks = missesBeforeSending[newest]
  const isLongAgo = clock.now() - row.updated_at >= (checks - 1) * timing.maxPoll
  return isLongAgo && noted.misses + 1 >= checks
}

/** Statuses of rejected credentials: they turn a feed away only if all calls get them. */
const credentialStatuses = new Set([401, 403])

/** Queues a feed again after a temporary refusal; otherwise marks it as refused. */
async function queueOrRefuse(
  { writer, clock }: OutboxRoom,
  { row: { id, state } }: OpenFeed,
  noted: Noted | undefined,
  known: string,
): Promise<void> {
  const looks = (noted?.misses ?? 0) + 1
  const message = [say`Looked for ${looks} times, nothing of the feed is at the service.`, known].join('\n')
  const answer = noted?.answer
  const isTemporary =
    answer === undefined ||
    temporaryStatuses.has(answer) ||
    (state === 'looked-for' && credentialStatuses.has(answer))
  if (!isTemporary) await writer.applyEvent(id, 'refuse', { message, trail: { status: answer } })
  else await writer.applyEvent(id, 'miss', { message, nextAt: clock.now() })
}

const notFound = say`The feed itself was not found, so there are no results for single items.`
const shownWords = ({ isWhole }: Effect): string =>
  isWhole
    ? say`The catalog shows all that the feed says, and did not before it was sent.`
    : say`In the catalog, the checked items show the values of the feed, and did not before it was sent.`

async function effectOf(
  room: OutboxRoom,
  feed: OpenFeed,
  noted: Noted | undefined,
  newest: Newest,
): Promise<Effect> {
  const after = await lookUpItems(room, feed, noted?.view.sent ?? (await readSentItems(room, feed)))
  const { id, kind } = feed.row
  const rivals = new Set([...(noted?.rivals ?? []), ...(await room.reader.rivals(id, after))])
  return assessEffect({
    kind,
    items: feed.codes.length,
    before: noted?.view,
    after,
    rivals: [...rivals],
    newest,
  })
}

/**
 * Checks before a retry whether a failed feed has arrived after all.
 * @returns the evidence, and whether it proves that nothing has arrived; nothing is stored
 * @throws UpstreamError if the service itself fails
 */
export async function checkBeforeResending(
  room: OutboxRoom,
  feed: OpenFeed,
): Promise<{ isAbsent: boolean; arrived?: OutboxEventName; found?: string; words: string }> {
  const { found, newest, words } = await findFeed(room, feed)
  if (found !== undefined)
    return {
      isAbsent: false,
      arrived: 'find',
      found,
      words: say`The service has it after all, as feed ${found} (same idempotency key)`,
    }
  const effect = await effectOf(room, feed, await room.reader.noted(feed.row.id), newest)
  if (effect.verdict === 'shown')
    return {
      isAbsent: false,
      arrived: effect.isWhole ? 'recognise' : 'recognise-in-part',
      words: `${shownWords(effect)} ${notFound}`,
    }
  return { isAbsent: effect.verdict === 'absent', words: [...words, ...effect.words].join('\n') }
}

/**
 * Searches the feeds at the service for one with our idempotency key; any other feed may come from another
 * program.
 */
async function findFeed(
  room: OutboxRoom,
  feed: OpenFeed,
): Promise<{ found?: string; newest: Newest; words: string[] }> {
  const { row, codes } = feed
  if (!kinds[row.kind].payload.hasNewest) return { newest: 'unknown', words: [] }
  const status = await resultOrError(() => statusOf(room, feed))
  if (status.error)
    return {
      newest: 'foreign',
      words: [say`The service did not report its newest item feed: ${status.error.message}`],
    }
  const { report, key } = status.answer
  const later = await room.reader.sentLater(row.id)
  if (report && key === row.idempotency_key) return { found: report.feedId, newest: 'foreign', words: [] }
  const newest = newestOf(row.newest_before, later, report?.feedId ?? null)
  for (const candidate of await foreignFeeds(room, feed, later, report?.feedId)) {
    const { answer: other } = await resultOrError(() => statusOf(room, feed, candidate))
    if (other?.report?.feedId === candidate && other.key === row.idempotency_key)
      return { found: candidate, newest, words: [] }
  }
  const isOtherFeed = report === undefined || (await room.reader.isClaimed(report.feedId))
  return { newest, words: isOtherFeed || newest !== 'foreign' ? [] : wordsOfNewest(report, codes) }
}

/** Status of a feed at the service (the newest without `feedId`), and its idempotency key. */
async function statusOf(
  { target }: OutboxRoom,
  { row, codes }: OpenFeed,
  feedId?: string,
): Promise<{ report?: FeedStatusReport; key?: string }> {
  let key: string | undefined
  const report = await target.feedStatus(
    { kind: row.kind, offset: 0, limit: Math.max(codes.length, 1), feedId },
    {
      fresh: true,
      onHeaders(headers) {
        key = headers['idempotency-key']
      },
    },
  )
  return report?.feedId ? { report, key } : {}
}

/** Feeds that the service reported as its newest before later sendings of ours, and that are not ours. */
async function foreignFeeds(
  { reader }: OutboxRoom,
  { row }: OpenFeed,
  later: readonly LaterSending[],
  newest: string | undefined,
): Promise<string[]> {
  const named = new Set(later.flatMap(({ newestBefore }) => newestBefore ?? []))
  const excluded = new Set([newestNotReported, newest, row.newest_before])
  const found: string[] = []
  for (const feedId of named) {
    if (excluded.has(feedId) || found.length >= maxCandidates) continue
    if (!(await reader.isClaimed(feedId))) found.push(feedId)
  }
  return found
}

/**
 * Whose item feeds the service received since the sending. Only ours, if before each later sending of ours
 * the newest feed at the service was the last one from us.
 */
function newestOf(before: string | null, later: readonly LaterSending[], now: string | null): Newest {
  if (before === newestNotReported) return 'foreign'
  let known = before
  for (const { newestBefore, upstreamFeedId } of later) {
    if (newestBefore !== known) return 'foreign'
    known = upstreamFeedId ?? known
  }
  if (now !== known) return 'foreign'
  return now === null ? 'unknown' : 'ours'
}

function wordsOfNewest({ feedId, counters, results }: FeedStatusReport, codes: string[]): string[] {
  const mine = new Set(codes)
  const holdsOurs =
    counters.received === codes.length &&
    results.length > 0 &&
    results.every(({ productCode }) => mine.has(gtin14(productCode) ?? productCode))
  return holdsOurs
    ? [
        say`The service's newest item feed ${feedId} has the same product codes, but another program may have sent it. If it is this feed, mark it as arrived with that identifier.`,
      ]
    : [
        say`The service's newest item feed ${feedId} was sent by another program and has other product codes; it may hide this feed.`,
      ]
}
