import { gtin14 } from '../../src-shared/gtin.ts'
import type { FeedStatusReport } from '../../src-shared/outbox/model.ts'
import type { LaterSending, Noted } from './evidence-notes.ts'
import { type Effect, judgeEffect, type Newest } from './judge-effect.ts'
import { lookAtCatalog, unlessAllTurnedAway } from './look-at-catalog.ts'
import type { OpenFeed } from './outbox-reader.ts'
import { type OutboxRoom, questionPause } from './outbox-room.ts'

/**
 * So often nothing of a feed that was turned away is found before it is sent again: what stands between may pass it on
 * late. A service that does not name its newest feed may have it, and deal with it late.
 */
const missesBeforeSending: Record<Newest, number> = {
  ours: 3,
  unknown: 10,
  foreign: Number.POSITIVE_INFINITY,
}
/** So often a feed is looked for that neither shows nor is known to be absent, before a person is asked. */
const looksBeforeDoubt = 8
/**
 * A feed in doubt is looked for as often before it is only every so many questions, which go on: each record that is
 * looked at counts as downloaded.
 */
const looksInDoubt = 20
const questionsBetweenLooks = 60
/** Feeds of the service that are asked for the key they were sent under, at most. */
const mostCandidates = 5

/**
 * Asks the service what became of a feed that it never named. Only reads: nothing is sent here. What this feed alone
 * explains is noted; otherwise one that was turned away is queued again when nothing of it is there, and any other stays
 * in doubt, with all that is known.
 * @param isAsked by a person: the catalog is looked at whenever it was looked at last
 * @throws UpstreamError when the service can be asked for nothing
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
    await writer.happen(id, 'find', {
      message: `The service has it after all, as feed ${found}, by the key it was sent under`,
      upstreamFeedId: found,
      nextAt: clock.now(),
    })
    return
  }
  const nextQuestion = clock.now() + questionPause(timing, asked)
  const looks =
    isAsked || state === 'looked-for' || asked < looksInDoubt || asked % questionsBetweenLooks === 0
  if (!looks) return writer.plan(id, nextQuestion)
  const effect = await effectOf(room, feed, noted, newest)
  if (effect.verdict === 'shown') {
    await writer.happen(id, effect.isWhole ? 'recognise' : 'recognise-in-part', {
      message: `${shownIn(effect)} The feed itself was not found, so there are no results for single items.`,
    })
    return
  }
  const known = [...words, ...effect.words].join('\n')
  if (state === 'uncertain') {
    const note = [
      ...words,
      ...effect.words,
      'Look at the service yourself, then say whether the feed arrived.',
    ]
    await writer.plan(id, nextQuestion, { note: note.join('\n') })
    return
  }
  const isMiss = effect.verdict === 'absent'
  if (isMiss && (noted?.misses ?? 0) + 1 >= missesBeforeSending[newest])
    return sendAgain(room, feed, noted, known)
  if (!isMiss && (effect.isHopeless || asked + 1 >= looksBeforeDoubt)) {
    await writer.happen(id, 'lose', {
      message: `It was answered that the feed cannot be taken, but it may have arrived, and nothing tells.\n${known}`,
      nextAt: clock.now() + timing.longestQuestion,
    })
    return
  }
  await writer.plan(id, clock.now() + timing.longestQuestion, { note: known, isMiss })
}

/** A conflict is not over because nothing of the feed is there: the service does not want it as it is. */
async function sendAgain(
  { writer, clock }: OutboxRoom,
  { row: { id } }: OpenFeed,
  noted: Noted | undefined,
  known: string,
): Promise<void> {
  const looks = (noted?.misses ?? 0) + 1
  const message = `Looked for ${looks} times, nothing of the feed is at the service.\n${known}`
  if (noted?.answer === 409) await writer.happen(id, 'refuse', { message })
  else await writer.happen(id, 'miss', { message, nextAt: clock.now() })
}

const shownIn = ({ isWhole }: Effect): string =>
  isWhole
    ? 'The catalog shows all that the feed says, and did not before it was sent.'
    : 'Of the feed, the items that were looked at show in the catalog what it says, and did not before it was sent.'

async function effectOf(
  room: OutboxRoom,
  feed: OpenFeed,
  noted: Noted | undefined,
  newest: Newest,
): Promise<Effect> {
  const after = await lookAtCatalog(room, feed, noted?.view.sent)
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

/** What the service's feeds tell: one that was sent under our key is ours; any other may be anybody's. */
async function askForFeed(
  room: OutboxRoom,
  feed: OpenFeed,
): Promise<{ found?: string; newest: Newest; words: string[] }> {
  const { row, codes } = feed
  if (row.kind === 'contentplus') return { newest: 'unknown', words: [] }
  const asked = await unlessAllTurnedAway(() => statusOf(room, feed))
  if (asked.error)
    return {
      newest: 'foreign',
      words: [`The service does not tell its newest item feed: ${asked.error.message}`],
    }
  const { report, key } = asked.answer
  const later = await room.reader.sentLater(row.id)
  if (report && key === row.idempotency_key) return { found: report.feedId, newest: 'foreign', words: [] }
  const newest = newestOf(row.newest_before, later, report?.feedId ?? null)
  for (const candidate of await strangers(room, feed, later, report?.feedId)) {
    const { answer: other } = await unlessAllTurnedAway(() => statusOf(room, feed, candidate))
    if (other?.report?.feedId === candidate && other.key === row.idempotency_key)
      return { found: candidate, newest, words: [] }
  }
  const isAnothers = report === undefined || (await room.reader.isClaimed(report.feedId))
  return { newest, words: isAnothers || newest !== 'foreign' ? [] : wordsOfNewest(report, codes) }
}

/** The status of a feed of the service, the newest when none is named, and the key it says the feed was sent under. */
async function statusOf(
  { upstream }: OutboxRoom,
  { row, codes }: OpenFeed,
  feedId?: string,
): Promise<{ report?: FeedStatusReport; key?: string }> {
  let key: string | undefined
  const report = await upstream.feedStatus(
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

/** Feeds that were the newest when later ones of ours were sent, and that are none of ours. */
async function strangers(
  { reader }: OutboxRoom,
  { row }: OpenFeed,
  later: readonly LaterSending[],
  newest: string | undefined,
): Promise<string[]> {
  const named = new Set(later.flatMap(({ newestBefore }) => newestBefore ?? []))
  const found: string[] = []
  for (const feedId of named) {
    if (feedId === newest || feedId === row.newest_before || found.length >= mostCandidates) continue
    if (!(await reader.isClaimed(feedId))) found.push(feedId)
  }
  return found
}

/**
 * Whether the service has taken no item feed but ours since: what it named as its newest before each of our later
 * sendings was always what it took from us last.
 */
function newestOf(before: string | null, later: readonly LaterSending[], now: string | null): Newest {
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
        `The service's newest item feed ${feedId} holds the same product codes, but another program may have sent it. If you know that it is this feed, say so with that identifier.`,
      ]
    : [
        `The service's newest item feed ${feedId} is none of ours and holds other product codes; this feed may lie behind it.`,
      ]
}
