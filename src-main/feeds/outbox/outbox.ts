import { createHash, randomUUID } from 'node:crypto'
import type { CheckedPayload, FeedSubject } from '../../../src-shared/feeds/draft/check-payload.ts'
import { type Name, nameOf } from '../../../src-shared/feeds/draft/made-name.ts'
import type { CheckedDraft } from '../../../src-shared/feeds/draft/model.ts'
import type { FeedProblem } from '../../../src-shared/feeds/feed-problem.ts'
import { type FeedKind, feedKinds, kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import type {
  FeedReport,
  OutboxBatch,
  OutboxFeed,
  OutboxFeedDetail,
  OutboxOverview,
} from '../../../src-shared/feeds/outbox/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Room } from '../../../src-shared/rpc/procedure.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { gtin14 } from '../../../src-shared/values/gtin.ts'
import { maxInlineBytes } from '../../../src-shared/vocabulary/kit/limits.ts'
import { locate } from '../../../src-shared/vocabulary/kit/read/places.ts'
import { initialFeedSize } from '../../../src-shared/workspace/settings.ts'
import { actingPerson } from '../../platform/acting-person.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { PowerState } from '../../platform/power.ts'
import type { Storage } from '../../storage/index.ts'
import {
  allowed,
  type DraftErrorCode,
  type Drafts,
  type FeedLimits,
  invalidMessage,
  type ReviewErrorCode,
} from '../drafts/index.ts'
import type { FeedTarget } from '../targets/index.ts'
import { evidenceReader } from './evidence/evidence-functions.ts'
import { knownFeedWarnings } from './evidence/known-feeds.ts'
import { openPublishedContent } from './evidence/published-content.ts'
import { createActions, feedNotFound, type OutboxErrorCode } from './outbox-actions.ts'
import { type Destination, defaultTiming, type OutboxRoom, type OutboxTiming } from './outbox-room.ts'
import { claimWorkspace } from './send/claim-workspace.ts'
import { createClosingCalls } from './send/closing-calls.ts'
import { startOutboxLoop } from './send/outbox-loop.ts'
import type { SendingRecord } from './send/sending-record.ts'
import { whenSettled } from './send/when-settled.ts'
import { createShown } from './shown/follow-shown.ts'
import { payloadText } from './store/feed-row.ts'
import { outboxReader } from './store/outbox-reader.ts'
import { outboxWriter } from './store/outbox-writer.ts'

interface OutboxOptions {
  storage: Storage
  /** The workspace folder. Its file `outbox.lock` ensures that only one process sends at a time. */
  directory: string
  drafts: Drafts
  /** Absent in a workspace without a connection: feeds stay queued. */
  target?: FeedTarget
  /** Address and user to which feeds are sent, for the feed history. */
  destination?: Destination
  /** Distinguishes a copied workspace from the original, so that no feed is sent from both. */
  sendingRecord?: SendingRecord
  clock?: Clock
  log?: Logger
  /** While the computer is going to sleep, nothing is sent; when it wakes or comes online, it is at once. */
  power?: PowerState | undefined
  /** Size limits of the service for one feed. */
  feedLimits?: () => Promise<FeedLimits>
  /** Called after an item feed is done: the service's catalog has changed and should be synced. */
  onFeedDone?: (feed: OutboxFeed) => void
  /**
   * Beginning of the last completed sync, in milliseconds. Absent in a sandbox, whose catalog is that of the service.
   */
  copiedAt?: () => Promise<number | undefined>
}

/** A payload to freeze and queue without a draft: from the command line, or posted to the local API. */
export interface PayloadToQueue {
  kind: FeedKind
  body: Uint8Array
  name: Name
  /** Subject from the caller's check of these bytes. */
  about: FeedSubject
  /** Kind `update`: product code for the path; that of the payload if absent. */
  upc?: string
  /** The user who posted the payload to the local API, and the idempotency key of the request. */
  postedBy?: { username: string; idempotencyKey?: string }
}

export type Outbox = ReturnType<typeof createOutbox>

/** The outbox of one workspace. With a target, it starts to send and poll at once. */
export function createOutbox(options: OutboxOptions & { timing?: Partial<OutboxTiming> }) {
  const { storage, directory, drafts, target, clock = systemClock, log, onFeedDone } = options
  const { team } = storage
  // The database of a team knows what each of its computers has sent.
  const sendingRecord = team ? undefined : options.sendingRecord
  const { destination, feedLimits = async () => initialFeedSize } = options
  const timing = { ...defaultTiming, ...options.timing }
  const reader = storage.reader(outboxReader)
  const writer = storage.writer(outboxWriter)
  const evidence = storage.apart(evidenceReader)
  const calls = target && createClosingCalls(target, clock, timing.closing)
  const room: OutboxRoom | undefined = calls && {
    ...{ reader, writer, evidence, sendingRecord, clock, log, timing, destination, drafts },
    maySend: team?.maySend,
    target: calls.service,
    signal: calls.signal,
  }
  const loop = room && startOutboxLoop({ room, directory, onFeedDone, power: options.power })
  // Other processes may queue feeds in this workspace; storage reports their changes too.
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => topic === 'outbox')) loop?.wake()
  })

  const feed = async (id: string): Promise<OutboxFeed> => (await reader.feed(id)) ?? feedNotFound(id)

  const feedOrBatch = async (id: string): Promise<OutboxFeed | OutboxBatch> =>
    (await reader.batch(id)) ?? (await feed(id))

  /** Adds warnings about feeds in the outbox to the check result of a payload. */
  const withKnownFeeds = async (kind: FeedKind, body: Uint8Array, checked: CheckedPayload) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const known = await reader.known({ kind, sha256, codes: checked.codes })
    const warnings = knownFeedWarnings(kind, checked.givenCodes, known)
    // Locating lines in a large payload would block the main thread; the warnings contain path and code
    // anyway.
    const isSmall = checked.codes.length > 0 && body.byteLength <= maxInlineBytes
    const located = isSmall ? locate(warnings, payloadText(body)) : warnings
    const problems: FeedProblem[] = [...checked.problems, ...located]
    return { ...checked, problems }
  }

  /** @throws PlainError `NOT_POSSIBLE` if the service does not accept feeds of this kind */
  function requireAccepted(kind: FeedKind): void {
    if (target === undefined || target.kinds.includes(kind)) return
    const { label } = kinds[kind].words
    throw new PlainError<OutboxErrorCode>(
      'NOT_POSSIBLE',
      say`The connected service takes no feeds of the kind “${label}”. Send the items as a feed of another kind.`,
    )
  }

  const shown = createShown({ storage, clock, log, copiedAt: options.copiedAt })
  if (room) shown.start()
  const publishedContent = openPublishedContent(storage, reader)
  const actions = createActions({ storage, drafts, reader, writer, room, sendingRecord, clock, log })
  let reachedAt: number | undefined
  const overview = async (): Promise<OutboxOverview> => ({
    ...(await reader.overview()),
    ...(reachedAt !== undefined && { reachedAt: new Date(reachedAt).toISOString() }),
  })

  return {
    overview,
    list: (question) => reader.list(question),
    entries: (question) => reader.entries(question),
    news: ({ since }) => reader.news(Date.parse(since)),
    /** @throws PlainError `FEED_NOT_FOUND` */
    batch: async ({ id }) => (await reader.batch(id)) ?? feedNotFound(id),
    /** Items of a feed or batch, those that need attention first. @throws PlainError `FEED_NOT_FOUND` */
    async items(question) {
      await feedOrBatch(question.id)
      return reader.items(question)
    },
    /** Report on a feed or batch, without its items. @throws PlainError `FEED_NOT_FOUND` */
    async report(id: string): Promise<FeedReport> {
      const { name, kind, itemCount } = await feedOrBatch(id)
      const { counts } = await reader.items({ id, offset: 0, limit: 1 })
      return { id, name, kind, itemCount, counts, feeds: await reader.reportedFeeds(id) }
    },
    /** Our identifier of a feed, given ours or the service's. */
    idOf: (id: string): Promise<string | undefined> => reader.idOf(id),
    /** @throws PlainError `FEED_NOT_FOUND` */
    feed: async ({ id }) => (await reader.detail(id)) ?? feedNotFound(id),
    /** @throws PlainError `FEED_NOT_FOUND` */
    shown: async ({ id }) => (await shown.of(id)) ?? feedNotFound(id),
    /** @throws PlainError `FEED_NOT_FOUND` */
    compareShown: async ({ id }) => (await shown.compare(id)) ?? feedNotFound(id),
    notShownOf: ({ itemId }) => shown.ofItem(itemId),
    /** @throws PlainError `FEED_NOT_FOUND`, `NOT_POSSIBLE` */
    async draftNotShown({ id }) {
      const source = await feed(id)
      const found = await shown.notShownItems(id)
      if (!found || found.values.length === 0)
        throw new PlainError<OutboxErrorCode>('NOT_POSSIBLE', say`The catalog shows everything of this feed.`)
      return drafts.createDraft({
        kind: found.inCatalog ? replacingKind(found.kind) : found.kind,
        values: found.values,
        name: nameOf(source),
      })
    },
    contentPlusOf: ({ itemId }) => reader.contentPlusOf(itemId),
    publishedContentPlus: ({ itemId }) => publishedContent(itemId),
    /**
     * Checks a payload before it is queued: all checks of a draft, and one warning per pending feed with the
     * same bytes or items (`FeedProblem.feed` names it).
     */
    check: async ({ kind, body }: { kind: FeedKind; body: Uint8Array }) =>
      withKnownFeeds(kind, body, await drafts.checkPayload(kind, body)),
    /** @throws PlainError `DRAFT_NOT_FOUND` */
    async checkDraft({ id }: { id: string }): Promise<CheckedDraft> {
      const checked = await drafts.check(id)
      const { kind } = await drafts.draft({ id })
      const given = await drafts.codes(id)
      // Bytes can be compared only if the draft fits into one feed.
      const isReady = !checked.groups.some(({ severity }) => severity === 'error')
      const feeds = isReady ? await drafts.compose(id, await feedLimits()) : undefined
      const [only, ...others] = feeds ?? []
      const sha256 = only && others.length === 0 ? createHash('sha256').update(only.body).digest('hex') : ''
      const known = await reader.known({ kind, sha256, codes: given.map((code) => gtin14(code) ?? code) })
      return {
        ...checked,
        pendingFeeds: knownFeedWarnings(kind, given, known),
        ...(feeds && { feeds: feeds.length }),
      }
    },
    /**
     * Freezes the draft's items as feeds and queues all of them, or none.
     * @throws PlainError `DRAFT_INVALID` with problems if there are errors, `STALE_REVISION` if the draft has
     * changed
     */
    async queueDraft({ id, revision }: { id: string; revision: number }): Promise<{ feeds: OutboxFeed[] }> {
      if (actingPerson()) allowed('sender')
      requireAccepted((await drafts.draft({ id })).kind)
      const { groups } = await drafts.check(id)
      if (groups.some(({ severity }) => severity === 'error'))
        throw new PlainError<DraftErrorCode>('DRAFT_INVALID', invalidMessage, {
          problems: await drafts.errors(id),
        })
      const feeds = await drafts.compose(id, await feedLimits())
      if (feeds.length === 0)
        throw new PlainError<DraftErrorCode>(
          'DRAFT_INVALID',
          say`The draft holds no item. Add one, then queue it.`,
        )
      await claimWorkspace({ writer, sendingRecord, log })
      const outcome = await writer.freezeDraft({ id, revision }, feeds)
      if ('feedIds' in outcome) return { feeds: await Promise.all(outcome.feedIds.map(feed)) }
      if (outcome.refused === 'not-approved')
        throw new PlainError<ReviewErrorCode>(
          'NOT_APPROVED',
          say`This draft is not approved as it is now. Propose it; another person approves it.`,
        )
      throw outcome.refused === 'missing'
        ? new PlainError<DraftErrorCode>(
            'DRAFT_NOT_FOUND',
            say`There is no draft ${id}: it was deleted or queued.`,
          )
        : new PlainError<DraftErrorCode>(
            'STALE_REVISION',
            say`The draft has changed. Review it, then queue it.`,
          )
    },
    /** Freezes and queues bytes that the caller has checked. */
    async queue({ about, ...payload }: PayloadToQueue): Promise<OutboxFeed> {
      requireAccepted(payload.kind)
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
        say`This idempotency key was used before, for another payload.`,
      )
    },
    ...actions,
    async rehome(choice) {
      await actions.moveFeeds(choice)
      return overview()
    },
    async setPaused({ paused }) {
      await writer.setOutboxStatus({ paused })
      return overview()
    },
    /**
     * Records whether a call reached the service; any part of the program may report it. The UI shows it from
     * here.
     */
    async noteContact(contact: Contact): Promise<void> {
      if (contact.reachable) reachedAt = clock.now()
      const { reachable } = await reader.standing()
      if (reachable === Number(contact.reachable)) return
      // The hold was caused by an unreachable service, so it ends now.
      if (contact.reachable) await writer.setOutboxStatus({ reachable: true, reason: null, holdUntil: null })
      else await writer.setOutboxStatus({ reachable: false, reason: contact.reason })
    },
    /** Ends all waits, including that for new credentials. Resolves after one attempt at each queued feed. */
    async sendNow() {
      await loop?.runNow()
      return overview()
    },
    /**
     * Resolves when the feed is done, partly done, failed, uncertain or withdrawn. `meanwhile` is called on
     * changes.
     */
    whenSettled: (
      id: string,
      {
        signal,
        meanwhile,
      }: { signal?: AbortSignal; meanwhile?: (feed: OutboxFeedDetail) => Promise<void> } = {},
    ): Promise<OutboxFeedDetail> => whenSettled({ storage, reader, id, signal, meanwhile }),
    async close(): Promise<void> {
      unsubscribe()
      await shown.close()
      await calls?.close(loop?.close())
    },
  } satisfies Room<typeof outboxContract>
}

type Contact = { reachable: true } | { reachable: false; reason: string }

/** The kind of feed that sends items again which the catalog has by now. */
const replacingKind = (kind: FeedKind): FeedKind =>
  kinds[kind].ifPresent === 'refused'
    ? (feedKinds.find((one) => kinds[one].ifPresent === 'replaced') ?? kind)
    : kind

const newIdentity = () => ({ id: randomUUID(), idempotencyKey: randomUUID() })
