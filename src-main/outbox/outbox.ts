import { createHash, randomUUID } from 'node:crypto'
import type { CheckedPayload, FeedSubject } from '../../src-shared/drafts/check-payload.ts'
import type { Draft, FeedKind, SavedDraft } from '../../src-shared/drafts/model.ts'
import type {
  FeedList,
  FeedListQuestion,
  OutboxFeed,
  OutboxFeedDetail,
  OutboxOverview,
} from '../../src-shared/outbox/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import { readInPlace } from '../../src-shared/vocabulary/kit/limits.ts'
import { locate } from '../../src-shared/vocabulary/kit/places.ts'
import type { DraftChange, DraftErrorCode, Drafts } from '../drafts/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/index.ts'
import { payloadText } from './feed-row.ts'
import type { FeedService } from './feed-service.ts'
import { knownFeedWarnings } from './known-feeds.ts'
import { evidenceReader } from './look-at-catalog.ts'
import { startOutboxLoop } from './outbox-loop.ts'
import { outboxReader } from './outbox-reader.ts'
import { defaultTiming, type OutboxTiming } from './outbox-room.ts'
import { outboxWriter } from './outbox-writer.ts'
import { reconcileFeed } from './reconcile-feed.ts'
import { claimWorkspace, type SendingRecord } from './sending-record.ts'
import { whenSettled } from './when-settled.ts'

interface OutboxOptions {
  storage: Storage
  /** The workspace's folder; `outbox.lock` in it lets one process send at a time. */
  directory: string
  drafts: Drafts
  /** Absent in a workspace without a connection: feeds stay queued. */
  upstream?: FeedService
  /** Tells a copy of a workspace from the original, so that no feed is sent from both. */
  sendingRecord?: SendingRecord
  clock?: Clock
  log?: Logger
  /** Called after an item feed is done: a sync would bring what the feed changed in the service's catalog. */
  onFeedDone?: (feed: OutboxFeed) => void
}

/** A payload to freeze and queue that never was a draft: from the command line, or posted to the local API. */
export interface PayloadToQueue {
  kind: FeedKind
  body: Uint8Array
  name: string
  /** What the caller's check of these bytes found. */
  about: FeedSubject
  /** Kind `update`: the product code of the path; the code in the payload when absent. */
  upc?: string
  /** The user who posted the payload to the local API, and the key that the user gave. */
  postedBy?: { username: string; idempotencyKey?: string }
}

export interface Outbox {
  /** The state of the outbox as a whole; reads no feed. */
  overview(): Promise<OutboxOverview>
  list(question: FeedListQuestion): Promise<FeedList>
  /** Our identifier of a feed that is named by ours or by the service's. */
  idOf(id: string): Promise<string | undefined>
  /** @throws PlainError `FEED_NOT_FOUND` */
  feed(id: string): Promise<OutboxFeedDetail>
  /** The Content+ feeds that name an item, the newest first. */
  contentPlusOf(itemId: string): Promise<OutboxFeed[]>
  /**
   * Checks a payload before it is queued: every check of a draft, and a warning for each feed that is on its way already
   * with the same bytes or items (`Problem.feed` names that feed).
   */
  check(payload: { kind: FeedKind; body: Uint8Array }): Promise<CheckedPayload>
  /** Saves a draft and checks it. @throws PlainError `STALE_REVISION` when the draft was saved elsewhere since */
  saveDraft(change: DraftChange): Promise<SavedDraft>
  /** Checks a draft as it is saved. @throws PlainError `DRAFT_NOT_FOUND` */
  checkDraft(id: string): Promise<Problem[]>
  /** Freezes the draft and queues it. @throws PlainError `DRAFT_INVALID` with problems while an error stands */
  queueDraft(request: { id: string; revision: number }): Promise<OutboxFeed>
  /** Freezes and queues bytes that the caller has checked. */
  queue(payload: PayloadToQueue): Promise<OutboxFeed>
  withdraw(id: string): Promise<Draft>
  retry(id: string): Promise<OutboxFeed>
  /** Asks the service what became of an uncertain feed, now. Never sends. */
  reconcile(id: string): Promise<OutboxFeed>
  /** Notes what a person found out of an uncertain feed: the feed arrived (as this feed of the service), or it did not. */
  resolve(verdict: { id: string; arrived: boolean; upstreamFeedId?: string }): Promise<OutboxFeed>
  /** Ends a feed: a person has seen its results, or no longer waits for results. */
  settle(id: string): Promise<OutboxFeed>
  /** Sends a queued feed without waiting for earlier feeds about the same items. */
  release(id: string): Promise<OutboxFeed>
  setPaused(paused: boolean): Promise<OutboxOverview>
  /** Notes whether the service could be reached, whichever call found that out. The screens show it from here. */
  noteContact(contact: { reachable: true } | { reachable: false; reason: string }): Promise<void>
  /** Ends every wait, also one for new credentials. Resolves when one attempt at each queued feed is over. */
  sendNow(): Promise<OutboxOverview>
  /** Resolves when the feed is done, in part or whole, failed, uncertain or withdrawn; `meanwhile` is told of changes. */
  whenSettled(
    id: string,
    options?: { signal?: AbortSignal; meanwhile?: (feed: OutboxFeedDetail) => Promise<void> },
  ): Promise<OutboxFeedDetail>
  close(): Promise<void>
}

/** Why a request about a feed is refused. */
export type OutboxErrorCode = 'FEED_NOT_FOUND' | 'NOT_POSSIBLE' | 'KEY_USED'

/** The outbox of one workspace. With an upstream the outbox begins to send and to follow at once. */
export function createOutbox(options: OutboxOptions & { timing?: Partial<OutboxTiming> }): Outbox {
  const {
    storage,
    directory,
    drafts,
    upstream,
    sendingRecord,
    clock = systemClock,
    log,
    onFeedDone,
  } = options
  const timing = { ...defaultTiming, ...options.timing }
  const reader = storage.reader(outboxReader)
  const writer = storage.writer(outboxWriter)
  const evidence = storage.apart(evidenceReader)
  const room = upstream && { reader, writer, upstream, evidence, sendingRecord, clock, log, timing }
  const loop = room && startOutboxLoop({ room, directory, onFeedDone })
  // Another process may queue feeds in this workspace; storage tells of those too.
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => topic === 'outbox')) loop?.wake()
  })

  const feed = async (id: string): Promise<OutboxFeed> => (await reader.feed(id)) ?? notFound(id)

  /** Adds warnings of feeds in the outbox to the problems that the check of a payload found. */
  const withKnownFeeds = async (kind: FeedKind, body: Uint8Array, checked: CheckedPayload) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const known = await reader.known({ kind, sha256, codes: checked.codes })
    const warnings = knownFeedWarnings(kind, checked.givenCodes, known)
    // Finding lines in a large payload would hold up the main thread; the warnings name place and code.
    const isSmall = checked.codes.length > 0 && body.byteLength <= readInPlace
    const placed = isSmall ? locate(warnings, payloadText(body)) : warnings
    return { ...checked, problems: [...checked.problems, ...placed] }
  }

  return {
    overview: () => reader.overview(),
    list: (question) => reader.list(question),
    idOf: (id) => reader.idOf(id),
    feed: async (id) => (await reader.detail(id)) ?? notFound(id),
    contentPlusOf: (itemId) => reader.contentPlusOf(itemId),
    check: async ({ kind, body }) => withKnownFeeds(kind, body, await drafts.check(kind, body)),
    async saveDraft(change) {
      const { draft, checked } = await drafts.save(change)
      const { problems } = await withKnownFeeds(draft.kind, Buffer.from(draft.xml, 'utf8'), checked)
      return { draft, problems }
    },
    async checkDraft(id) {
      const { kind, xml } = await drafts.get(id)
      const body = Buffer.from(xml, 'utf8')
      return (await withKnownFeeds(kind, body, await drafts.check(kind, body))).problems
    },
    async queueDraft({ id, revision }) {
      const draft = await drafts.get(id)
      // The check reads the bytes that would be sent, not the text.
      const { problems, ...subject } = await drafts.check(draft.kind, Buffer.from(draft.xml, 'utf8'))
      if (problems.some(isError))
        throw new PlainError<DraftErrorCode>(
          'DRAFT_INVALID',
          'The draft cannot be sent as it is: mend what is marked.',
          { problems },
        )
      await claimWorkspace({ writer, sendingRecord, log })
      const outcome = await writer.freezeDraft({ id, revision }, { ...newIdentity(), ...subject })
      if ('feedId' in outcome) return feed(outcome.feedId)
      throw outcome.refused === 'missing'
        ? new PlainError<DraftErrorCode>(
            'DRAFT_NOT_FOUND',
            `There is no draft ${id}: it was deleted or queued.`,
          )
        : new PlainError<DraftErrorCode>(
            'STALE_REVISION',
            'The draft was changed since you looked at it. Look again, then queue it.',
          )
    },
    async queue({ about, ...payload }) {
      await claimWorkspace({ writer, sendingRecord, log })
      const outcome = await writer.freezePosted({
        ...payload,
        ...newIdentity(),
        ...about,
        upc: payload.upc ?? about.upc,
      })
      if ('feedId' in outcome) return feed(outcome.feedId)
      throw new PlainError<OutboxErrorCode>(
        'KEY_USED',
        'This idempotency key was used before, for another payload.',
      )
    },
    async withdraw(id) {
      const { kind, xml } = (await reader.detail(id)) ?? notFound(id)
      const { itemCount, errorCount } = await drafts.check(kind, Buffer.from(xml, 'utf8'))
      return writer.withdraw(id, { id: randomUUID(), itemCount, errorCount })
    },
    async retry(id) {
      await writer.retry(id, randomUUID())
      return feed(id)
    },
    async reconcile(id) {
      const open = (await reader.open(id)) ?? notFound(id)
      if (open.row.state !== 'uncertain')
        throw new PlainError<OutboxErrorCode>('NOT_POSSIBLE', `The feed is ${open.row.state}, not uncertain.`)
      if (!room)
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          'This workspace is not connected to a service to ask.',
        )
      await reconcileFeed(room, open, { isAsked: true })
      return feed(id)
    },
    async resolve({ id, arrived, upstreamFeedId }) {
      const named = arrived ? upstreamFeedId?.trim() : undefined
      if (named !== undefined && named !== '')
        await writer.applyEvent(id, 'rename', {
          message: `You found it as feed ${named}`,
          upstreamFeedId: named,
        })
      else if (arrived) await writer.applyEvent(id, 'accept', { message: 'You found that it has arrived' })
      else
        await writer.applyEvent(id, 'deny', {
          message: 'You found that it has not arrived. Send it once more, or take it back.',
        })
      return feed(id)
    },
    async settle(id) {
      const state = (await feed(id)).state
      const message =
        state === 'partly-done'
          ? 'You have seen the results'
          : 'You gave up watching it: what became of its items is not known'
      await writer.applyEvent(id, 'settle', { message })
      return feed(id)
    },
    async release(id) {
      await writer.release(id)
      return feed(id)
    },
    async setPaused(paused) {
      await writer.setStanding({ paused })
      return reader.overview()
    },
    async noteContact(contact) {
      const { reachable } = await reader.standing()
      if (reachable === Number(contact.reachable)) return
      // The hold was for an unreachable service and ends now.
      if (contact.reachable) await writer.setStanding({ reachable: true, reason: null, holdUntil: null })
      else await writer.setStanding({ reachable: false, reason: contact.reason })
    },
    async sendNow() {
      await loop?.passNow()
      return reader.overview()
    },
    whenSettled: (id, { signal, meanwhile } = {}) => whenSettled({ storage, reader, id, signal, meanwhile }),
    async close() {
      unsubscribe()
      await loop?.close()
    },
  }
}

const newIdentity = () => ({ id: randomUUID(), idempotencyKey: randomUUID() })

function notFound(id: string): never {
  throw new PlainError<OutboxErrorCode>('FEED_NOT_FOUND', `There is no feed ${id} in the outbox.`)
}
