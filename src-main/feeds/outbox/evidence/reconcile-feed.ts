import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { FeedStatusReport } from '../../../../src-shared/feeds/outbox/model.ts'
import type { OutboxEventName } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { type OutboxRoom, questionPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import { type LaterSending, type Noted, newestUntold } from './evidence-notes.ts'
import { type Effect, judgeEffect, type Newest } from './judge-effect.ts'
import { lookAtCatalog, unlessServiceFails } from './look-at-catalog.ts'
import { readSentItems } from './read-evidence.ts'

/**
 * How often a feed that was turned away is looked for in vain before it is sent again: a program between here and the
 * service may pass the feed on late. A service that does not name its newest feed may have the feed, and process it late.
 */
const missesBeforeSending: Record<Newest, number> = {
  ours: 3,
  unknown: 10,
  foreign: Number.POSITIVE_INFINITY,
}
/** How often a feed is looked for that neither shows nor is known to be absent, before a person is asked. */
const looksBeforeDoubt = 8
/**
 * How many questions about an uncertain feed also look at the catalog; after these only every
 * {@link questionsBetweenLooks}th does, since the service counts each record as downloaded. Where the catalog cannot tell,
 * because nobody looked before the feed was sent or by what it showed then, the first question alone does.
 */
const looksInDoubt = 20
const questionsBetweenLooks = 60
/** How many feeds of the service are asked for the key they were sent under, at most. */
const maxCandidates = 5

/**
 * Asks the service for the outcome of a feed that it never acknowledged. Nothing is sent here. When the service names the
 * feed, or the catalog shows what only this feed can have brought, the feed has arrived. Otherwise a feed that was turned
 * away is queued again when nothing of it is at the service, and any other feed stays uncertain, with all that is known.
 * @param isAsked by a person: the catalog is looked at, however short ago the last look was
 * @throws UpstreamError when the service itself fails
 */
export async function reconcileFeed(
  room: OutboxRoom,
  feed: OpenFeed,
  { isAsked = false } = {},
): Promise<void> {
  const { reader, writer, clock, timing } = room
  const { id, state, asked } = feed.row
  const noted = await reader.noted(id)
  const { found, newest, words } = await askForFeed(room, feed)
  if (found !== undefined) {
    await writer.applyEvent(id, 'find', {
      message: say`The service has it after all, as feed ${found}, by the key it was sent under`,
      upstreamFeedId: found,
      nextAt: clock.now(),
    })
    return
  }
  const nextQuestion = clock.now() + questionPause(timing, asked)
  const canTell = noted !== undefined && noted.view.tellsNothing === undefined
  const looks =
    isAsked ||
    state === 'looked-for' ||
    asked === 0 ||
    (canTell && (asked < looksInDoubt || asked % questionsBetweenLooks === 0))
  if (!looks) return writer.plan(id, nextQuestion)
  const effect = await effectOf(room, feed, noted, newest)
  if (effect.verdict === 'shown') {
    await writer.applyEvent(id, effect.isWhole ? 'recognise' : 'recognise-in-part', {
      message: `${shownIn(effect)} ${notFound}`,
    })
    return
  }
  const known = [...words, ...effect.words].join('\n')
  const isMiss = effect.verdict === 'absent'
  if (state === 'uncertain') {
    if (isMiss && isRefused(room, feed, noted, newest)) return sendAgain(room, feed, noted, known)
    const note = [
      ...words,
      ...effect.words,
      say`Look at the service yourself, then say whether the feed arrived.`,
    ]
    await writer.plan(id, nextQuestion, { note: note.join('\n'), isMiss, tellsNothing: effect.isHopeless })
    return
  }
  if (isMiss && (noted?.misses ?? 0) + 1 >= missesBeforeSending[newest])
    return sendAgain(room, feed, noted, known)
  if (!isMiss && (effect.isHopeless || asked + 1 >= looksBeforeDoubt)) {
    await writer.applyEvent(id, 'lose', {
      message: [
        say`It was answered that the feed cannot be taken, but it may have arrived, and nothing tells.`,
        known,
      ].join('\n'),
      nextAt: clock.now() + timing.maxQuestion,
    })
    return
  }
  await writer.plan(id, clock.now() + timing.maxQuestion, { note: known, isMiss })
}

/** Statuses of a feed that is not wanted now, and may be later; by any other the feed is refused as it is. */
const isForNow = new Set([406, 408, 429, 503])

/**
 * Whether a feed in doubt was refused, as it was answered: nothing of it shows, for as long as something on the way may
 * pass it on. A feed that got no answer, or one that turned it away for now, stays in doubt.
 */
function isRefused(
  { clock, timing }: OutboxRoom,
  { row }: OpenFeed,
  noted: Noted | undefined,
  newest: Newest,
): boolean {
  if (noted?.answer === undefined || isForNow.has(noted.answer)) return false
  const looks = missesBeforeSending[newest]
  const isLongAgo = clock.now() - row.updated_at >= (looks - 1) * timing.maxQuestion
  return isLongAgo && noted.misses + 1 >= looks
}

/** Statuses by which a password is refused: a feed is turned away by them only while every call is. */
const isOfPassword = new Set([401, 403])

/** A feed that was turned away for now is queued again, any other is refused: it is not wanted as it is. */
async function sendAgain(
  { writer, clock }: OutboxRoom,
  { row: { id, state } }: OpenFeed,
  noted: Noted | undefined,
  known: string,
): Promise<void> {
  const looks = (noted?.misses ?? 0) + 1
  const message = [say`Looked for ${looks} times, nothing of the feed is at the service.`, known].join('\n')
  const answer = noted?.answer
  const isWanted =
    answer === undefined || isForNow.has(answer) || (state === 'looked-for' && isOfPassword.has(answer))
  if (!isWanted) await writer.applyEvent(id, 'refuse', { message, trail: { status: answer } })
  else await writer.applyEvent(id, 'miss', { message, nextAt: clock.now() })
}

const notFound = say`The feed itself was not found, so there are no results for single items.`
const shownIn = ({ isWhole }: Effect): string =>
  isWhole
    ? say`The catalog shows all that the feed says, and did not before it was sent.`
    : say`Of the feed, the items that were looked at show in the catalog what it says, and did not before it was sent.`

async function effectOf(
  room: OutboxRoom,
  feed: OpenFeed,
  noted: Noted | undefined,
  newest: Newest,
): Promise<Effect> {
  const after = await lookAtCatalog(room, feed, noted?.view.sent ?? (await readSentItems(room, feed)))
  const { id, kind } = feed.row
  const rivals = new Set([...(noted?.rivals ?? []), ...(await room.reader.rivals(id, after))])
  return judgeEffect({
    kind,
    items: feed.codes.length,
    before: noted?.view,
    after,
    rivals: [...rivals],
    newest,
  })
}

/**
 * What the service shows of a feed that failed, before the feed is sent once more: whether it has arrived after all, what
 * is known, and whether that tells that nothing of it has arrived. Notes nothing.
 * @throws UpstreamError when the service itself fails
 */
export async function lookBeforeResending(
  room: OutboxRoom,
  feed: OpenFeed,
): Promise<{ isAbsent: boolean; arrived?: OutboxEventName; found?: string; words: string }> {
  const { found, newest, words } = await askForFeed(room, feed)
  if (found !== undefined)
    return {
      isAbsent: false,
      arrived: 'find',
      found,
      words: say`The service has it after all, as feed ${found}, by the key it was sent under`,
    }
  const effect = await effectOf(room, feed, await room.reader.noted(feed.row.id), newest)
  if (effect.verdict === 'shown')
    return {
      isAbsent: false,
      arrived: effect.isWhole ? 'recognise' : 'recognise-in-part',
      words: `${shownIn(effect)} ${notFound}`,
    }
  return { isAbsent: effect.verdict === 'absent', words: [...words, ...effect.words].join('\n') }
}

/** Looks for the feed among the service's feeds: one sent under our key is ours; any other may be anybody's. */
async function askForFeed(
  room: OutboxRoom,
  feed: OpenFeed,
): Promise<{ found?: string; newest: Newest; words: string[] }> {
  const { row, codes } = feed
  if (!kinds[row.kind].payload.hasNewest) return { newest: 'unknown', words: [] }
  const asked = await unlessServiceFails(() => statusOf(room, feed))
  if (asked.error)
    return {
      newest: 'foreign',
      words: [say`The service does not tell its newest item feed: ${asked.error.message}`],
    }
  const { report, key } = asked.answer
  const later = await room.reader.sentLater(row.id)
  if (report && key === row.idempotency_key) return { found: report.feedId, newest: 'foreign', words: [] }
  const newest = newestOf(row.newest_before, later, report?.feedId ?? null)
  for (const candidate of await foreignFeeds(room, feed, later, report?.feedId)) {
    const { answer: other } = await unlessServiceFails(() => statusOf(room, feed, candidate))
    if (other?.report?.feedId === candidate && other.key === row.idempotency_key)
      return { found: candidate, newest, words: [] }
  }
  const isAnothers = report === undefined || (await room.reader.isClaimed(report.feedId))
  return { newest, words: isAnothers || newest !== 'foreign' ? [] : wordsOfNewest(report, codes) }
}

/** The status of a feed of the service, the newest when none is named, and the key under which the feed was sent. */
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

/** Feeds that the service named as its newest before later feeds of ours, and that are none of ours. */
async function foreignFeeds(
  { reader }: OutboxRoom,
  { row }: OpenFeed,
  later: readonly LaterSending[],
  newest: string | undefined,
): Promise<string[]> {
  const named = new Set(later.flatMap(({ newestBefore }) => newestBefore ?? []))
  const passedOver = new Set([newestUntold, newest, row.newest_before])
  const found: string[] = []
  for (const feedId of named) {
    if (passedOver.has(feedId) || found.length >= maxCandidates) continue
    if (!(await reader.isClaimed(feedId))) found.push(feedId)
  }
  return found
}

/**
 * Whose item feeds the service took since: only ours when, before each of our later sendings, the service named as its
 * newest the feed it had last taken from us.
 */
function newestOf(before: string | null, later: readonly LaterSending[], now: string | null): Newest {
  if (before === newestUntold) return 'foreign'
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
        say`The service's newest item feed ${feedId} holds the same product codes, but another program may have sent it. If you know that it is this feed, say so with that identifier.`,
      ]
    : [
        say`The service's newest item feed ${feedId} is none of ours and holds other product codes; this feed may lie behind it.`,
      ]
}
