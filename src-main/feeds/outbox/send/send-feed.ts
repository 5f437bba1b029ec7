import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { fieldWords } from '../../../../src-shared/feeds/outbox/result-words.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { UpstreamError, type UpstreamFailure } from '../../../upstream/index.ts'
import { newestNotReported } from '../evidence/evidence-store.ts'
import { learnFromRefusal } from '../evidence/learn-rules.ts'
import { lookUpItems } from '../evidence/look-up-items.ts'
import { readSentItems } from '../evidence/read-evidence.ts'
import type { OutboxRoom } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { FeedToSend } from '../store/outbox-reader.ts'
import type { WorkspaceMark } from './sending-record.ts'

/**
 * Sends a queued feed once and stores the outcome.
 * @throws UpstreamError if the service can accept no feeds for now; nothing was sent then
 */
export async function sendFeed(room: OutboxRoom, feed: FeedToSend): Promise<void> {
  const { writer, target, signal, sendingRecord, clock, timing } = room
  const { row, body } = feed
  const { id, kind, upc } = row
  const newestBefore = await newestFeed(room, row)
  const before = await lookUpItems(room, feed, await readSentItems(room, feed, body))
  if (signal.aborted) return
  const trail = { to: room.destination?.address, as: room.destination?.username }
  let mark: WorkspaceMark
  try {
    mark = await writer.startSending(id, { message: say`Sending`, newestBefore, before, trail })
  } catch (error) {
    // The feed has been held or withdrawn meanwhile; nothing was sent.
    if (error instanceof PlainError && error.code === 'NOT_POSSIBLE') return
    throw error
  }
  try {
    const { instance, sendings } = mark
    if (sendingRecord && instance !== null) await sendingRecord.note({ instance, sendings })
  } catch (error) {
    await writer.applyEvent(id, 'not-sent', {
      message: say`Nothing is sent while the sending cannot be recorded on this computer: ${reasonOf(error)}`,
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
      nextAt: clock.now() + timing.firstPoll,
    })
  } catch (error) {
    await storeFailure(room, feed, error)
  }
}

/** Number of failed requests for the newest feed before a feed is sent without that answer. */
const maxNewestRequests = 3

/**
 * Requests the newest feed at the service from this user, before sending. This detects a service that is
 * unreachable, rejects the credentials, or is not the service at all (a sign-in page). It is also evidence: a
 * feed without acknowledgement has not arrived while the newest feed is still this one. If the service
 * answers but does not report its newest feed, the feed is sent anyway, but never resent automatically.
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
    const isNotReported =
      error instanceof UpstreamError &&
      (notReportedKinds.has(error.kind) || (error.kind === 'server' && asked >= maxNewestRequests))
    if (!isNotReported) throw error
    await target.probe()
    return newestNotReported
  }
}
/** Failures after which a probe decides whether the credentials are rejected, or only this request. */
const notReportedKinds = new Set<UpstreamFailure>(['refused', 'credentials', 'invalid-answer'])

/**
 * Statuses of a temporary refusal. The service answers so before it stores anything, but a proxy may answer
 * so after forwarding the feed. The response body does not show which.
 */
const temporaryStatuses = new Set([406, 408, 429, 503])
/** The one of these that concerns only this feed. */
const feedTimeoutStatus = 408

/**
 * Whether a proxy may have answered after forwarding the feed: the answer does not have the form of the
 * service's refusals, or it has a status that the service does not use for this call. A feed that is too
 * large (413) is not forwarded.
 */
const mayBeFromProxy = ({ kind, status, isServicesOwn }: UpstreamError, feed: FeedKind): boolean =>
  (kind === 'refused' || kind === 'not-found') &&
  status !== 413 &&
  (!isServicesOwn || status === 409 || (status === 404 && !kinds[feed].hasCodeInPath))

async function storeFailure(room: OutboxRoom, feed: OpenFeed, error: unknown): Promise<void> {
  const { writer, target, clock, timing } = room
  const { id, kind, item_count: items } = feed.row
  const status = error instanceof UpstreamError ? error.status : undefined
  if (error instanceof UpstreamError && status !== undefined && temporaryStatuses.has(status)) {
    await writer.applyEvent(id, 'turn-away', {
      message: [error.message, proxyNote].join('\n'),
      answer: status,
      trail: { status },
      nextAt: Math.max(error.retryAt ?? 0, clock.now() + timing.firstPoll),
    })
    if (status === feedTimeoutStatus) return
    throw error
  }
  if (error instanceof UpstreamError && status !== undefined && mayBeFromProxy(error, kind)) {
    await writer.applyEvent(id, 'lose', {
      message: [
        say`The answer was ${status}, but not in the service's format for refusals.`,
        ...(error.isServicesOwn ? [error.message] : []),
        proxyNote,
      ].join('\n'),
      answer: status,
      trail: { status },
      nextAt: clock.now() + timing.firstPoll,
    })
    return
  }
  if (!(error instanceof UpstreamError) || error.mayHaveArrived) {
    const why = error instanceof UpstreamError ? error.message : say`Sending was broken off.`
    await writer.applyEvent(id, 'lose', {
      message: `${why} ${mayHaveArrived}`,
      nextAt: clock.now() + timing.firstPoll,
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
  // The credentials were accepted just before. If they still are, a proxy blocks this feed.
  const serviceFailure = error.kind === 'credentials' ? await errorOf(target.probe()) : error
  if (serviceFailure === undefined) {
    const { status = 403 } = error
    const words = say`The service refuses this feed (${status}), although it accepts the user name and password. A proxy may be blocking its content.`
    await writer.applyEvent(id, 'lose', {
      message: [words, proxyNote].join('\n'),
      answer: status,
      trail: { status },
      nextAt: clock.now() + timing.firstPoll,
    })
    return
  }
  // A proxy with its own authentication may have forwarded the feed before.
  if (error.kind === 'credentials' && !error.isServicesOwn)
    await writer.applyEvent(id, 'turn-away', {
      message: [error.message, proxyNote].join('\n'),
      answer: error.status ?? 403,
      trail: { status: error.status },
      nextAt: clock.now() + timing.firstPoll,
    })
  else await writer.applyEvent(id, 'not-sent', { message: error.message })
  throw serviceFailure
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

const proxyNote = say`A proxy may have answered instead of the service, so the catalog is checked for the feed's content before it is sent again.`
const mayHaveArrived = say`The feed may have arrived; it is not sent again until that is known.`
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isTooLarge = ({ status }: UpstreamError, items: number): boolean => status === 413 && items > 1
const tooLarge = say`The feed is too large for the service. Split it in two, and set smaller limits in the connection settings.`
