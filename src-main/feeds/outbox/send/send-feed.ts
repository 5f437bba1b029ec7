import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { fieldWords } from '../../../../src-shared/feeds/outbox/result-words.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { UpstreamError, type UpstreamFailure } from '../../../upstream/index.ts'
import { newestUntold } from '../evidence/evidence-notes.ts'
import { lookAtCatalog } from '../evidence/look-at-catalog.ts'
import { readSentItems } from '../evidence/read-evidence.ts'
import { learnFromRefusal } from '../evidence/refusal-lessons.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { FeedToSend } from '../store/outbox-reader.ts'
import type { WorkspaceMark } from './sending-record.ts'

/**
 * Tries once to send a queued feed, and notes the outcome.
 * @throws UpstreamError when the service can take no feed at all for now; nothing was sent then
 */
export async function sendFeed(room: OutboxRoom, feed: FeedToSend): Promise<void> {
  const { writer, target, signal, sendingRecord, clock, timing } = room
  const { row, body } = feed
  const { id, kind, upc } = row
  const newestBefore = await newestFeed(room, row)
  const before = await lookAtCatalog(room, feed, await readSentItems(room, feed, body))
  if (signal.aborted) return
  const trail = { to: room.destination?.address, as: room.destination?.username }
  let mark: WorkspaceMark
  try {
    mark = await writer.startSending(id, { message: say`Sending`, newestBefore, before, trail })
  } catch (error) {
    // A person has held it or taken it back meanwhile: nothing has left.
    if (error instanceof PlainError && error.code === 'NOT_POSSIBLE') return
    throw error
  }
  try {
    const { instance, sendings } = mark
    if (sendingRecord && instance !== null) await sendingRecord.note({ instance, sendings })
  } catch (error) {
    await writer.applyEvent(id, 'not-sent', {
      message: say`Nothing is sent while it cannot be noted on this computer: ${reasonOf(error)}`,
    })
    throw error
  }
  try {
    const { feedId } = await target.submitFeed({
      kind,
      body,
      upc: upc ?? undefined,
      idempotencyKey: row.idempotency_key,
    })
    await writer.applyEvent(id, 'acknowledge', {
      message: say`The service took it as feed ${feedId}`,
      upstreamFeedId: feedId,
      trail: { status: 200 },
      nextAt: clock.now() + timing.firstQuestion,
    })
  } catch (error) {
    await noteFailure(room, feed, error)
  }
}

/** So often a service that fails at the question for its newest feed is asked before a feed is sent without the answer. */
const questionsBeforeUntold = 3

/**
 * Asks, before sending, which feed the service received last from this user. A service that cannot be reached, refuses
 * the password or is no service at all (a sign-in page) is found out before anything is sent. And a feed that is not
 * acknowledged has not arrived as long as the newest feed at the service is still the one named here. A service that
 * answers, but does not tell this, gets the feed all the same; such a feed is never sent again by itself.
 */
async function newestFeed({ target }: OutboxRoom, { kind, asked }: OpenFeed['row']): Promise<string | null> {
  if (!kinds[kind].payload.hasNewest) {
    await target.probe()
    return null
  }
  try {
    const newest = await target.feedStatus({ kind, offset: 0, limit: 1 })
    return newest?.feedId || null
  } catch (error) {
    const isUntold =
      error instanceof UpstreamError &&
      (untold.has(error.kind) || (error.kind === 'server' && asked >= questionsBeforeUntold))
    if (!isUntold) throw error
    await target.probe()
    return newestUntold
  }
}
/** Whether the password is refused, or this question alone, the probe after the question tells. */
const untold = new Set<UpstreamFailure>(['refused', 'credentials', 'invalid-answer'])

/**
 * Statuses that turn a feed away for now. The service itself gives such an answer before it takes anything; a program
 * between here and the service may give it after passing the feed on. The body of the answer does not tell which.
 */
const turnsAway = new Set([406, 408, 429, 503])
/** Of these, the status that concerns this feed alone. */
const concernsFeed = 408

/**
 * Whether something on the way may have answered a feed that it had passed on: the answer is not in the form in which the
 * service refuses, or has a status that the service does not give to this call. What is too large (413) is not passed on.
 */
const mayBeForeign = ({ kind, status, isServicesOwn }: UpstreamError, feed: FeedKind): boolean =>
  (kind === 'refused' || kind === 'not-found') &&
  status !== 413 &&
  (!isServicesOwn || status === 409 || (status === 404 && !kinds[feed].hasCodeInPath))

async function noteFailure(room: OutboxRoom, feed: OpenFeed, error: unknown): Promise<void> {
  const { writer, target, clock, timing } = room
  const { id, kind, item_count: items } = feed.row
  const status = error instanceof UpstreamError ? error.status : undefined
  if (error instanceof UpstreamError && status !== undefined && turnsAway.has(status)) {
    await writer.applyEvent(id, 'turn-away', {
      message: [error.message, onTheWay].join('\n'),
      answer: status,
      trail: { status },
      nextAt: Math.max(error.retryAt ?? 0, clock.now() + timing.firstQuestion),
    })
    if (status === concernsFeed) return
    throw error
  }
  if (error instanceof UpstreamError && status !== undefined && mayBeForeign(error, kind)) {
    await writer.applyEvent(id, 'lose', {
      message: [
        say`The feed was answered with ${status}, but not as the service refuses a feed.`,
        ...(error.isServicesOwn ? [error.message] : []),
        onTheWay,
      ].join('\n'),
      answer: status,
      trail: { status },
      nextAt: clock.now() + timing.firstQuestion,
    })
    return
  }
  if (!(error instanceof UpstreamError) || error.mayHaveArrived) {
    const why = error instanceof UpstreamError ? error.message : say`Sending was broken off.`
    await writer.applyEvent(id, 'lose', {
      message: `${why} ${mayHaveArrived}`,
      nextAt: clock.now() + timing.firstQuestion,
      ...(error instanceof UpstreamError && { trail: { status: error.status } }),
    })
    return
  }
  if (error.kind === 'refused' || error.kind === 'not-found') {
    const reasons = error.problems.map(({ path, message }) => {
      const field = fieldWords(kind, path)
      return field === '' ? message : `${field}: ${message}`
    })
    await writer.applyEvent(id, 'refuse', {
      message: [error.message, ...reasons, ...(isTooLarge(error, items) ? [tooLarge] : [])].join('\n'),
      problems: error.problems,
      trail: { status: error.status },
    })
    await learnFromRefusal(room, feed, error.problems)
    return
  }
  // The password was taken just before; where it still is, something on the way does not let this feed pass.
  const ofService = error.kind === 'credentials' ? await failureOf(target.probe()) : error
  if (ofService === undefined) {
    const { status = 403 } = error
    const words = say`The service refuses this feed (${status}), though it takes the user name and the password. Something on the way may not let its content pass.`
    await writer.applyEvent(id, 'lose', {
      message: [words, onTheWay].join('\n'),
      answer: status,
      trail: { status },
      nextAt: clock.now() + timing.firstQuestion,
    })
    return
  }
  // Something on the way that asks for a password of its own may have passed the feed on before.
  if (error.kind === 'credentials' && !error.isServicesOwn)
    await writer.applyEvent(id, 'turn-away', {
      message: [error.message, onTheWay].join('\n'),
      answer: error.status ?? 403,
      trail: { status: error.status },
      nextAt: clock.now() + timing.firstQuestion,
    })
  else await writer.applyEvent(id, 'not-sent', { message: error.message })
  throw ofService
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

const onTheWay = say`Something on the way may have answered in the place of the service, so what the feed brings is looked for before it is sent again.`
const mayHaveArrived = say`The feed may have arrived; it is not sent again until that is known.`
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isTooLarge = ({ status }: UpstreamError, items: number): boolean => status === 413 && items > 1
const tooLarge = say`The feed is larger than the service takes at once. Split it in two; smaller limits in the settings of the connection keep later feeds below it.`
