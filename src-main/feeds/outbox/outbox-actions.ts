import { randomUUID } from 'node:crypto'
import { nameOf } from '../../../src-shared/feeds/draft/made-name.ts'
import type { Draft } from '../../../src-shared/feeds/draft/model.ts'
import type { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import {
  type FeedChoice,
  maxHold,
  type OutboxBatch,
  type OutboxFeed,
  type ServiceName,
} from '../../../src-shared/feeds/outbox/model.ts'
import { statesBefore } from '../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  isSent,
  outboxStateDescriptions,
  outboxStates,
} from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import type { Room } from '../../../src-shared/rpc/procedure.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Apart, Storage } from '../../storage/index.ts'
import { UpstreamError } from '../../upstream/index.ts'
import type { Drafts, ItemRemarks } from '../drafts/index.ts'
import { checkBeforeResending, reconcileFeed } from './evidence/reconcile-feed.ts'
import { type feedPartFunctions, feedPartReader, type PayloadPart } from './freeze/feed-parts.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { claimWorkspace } from './send/claim-workspace.ts'
import { serviceOf, serviceText } from './send/feed-service-name.ts'
import type { SendingRecord } from './send/sending-record.ts'
import type { OpenFeed } from './store/feed-row.ts'

/** Errors of actions that are not possible in the feed's current state. */
export type OutboxErrorCode = 'FEED_NOT_FOUND' | 'NOT_POSSIBLE' | 'KEY_USED' | 'LOOK_FIRST'

interface ActionOptions {
  storage: Storage
  drafts: Drafts
  reader: OutboxRoom['reader']
  writer: OutboxRoom['writer']
  /** Absent in a workspace without a connection. */
  room: OutboxRoom | undefined
  sendingRecord: SendingRecord | undefined
  clock: Clock
  log: Logger | undefined
}

type ActionContract = Pick<
  typeof outboxContract,
  | 'withdraw'
  | 'withdrawBatch'
  | 'retry'
  | 'split'
  | 'hold'
  | 'letGo'
  | 'hurry'
  | 'toBatch'
  | 'draftRefused'
  | 'reconcile'
  | 'resolve'
  | 'settle'
  | 'release'
>

/**
 * Actions of a person on feeds in the outbox. Batch actions apply to all feeds of the batch that allow them.
 */
export function createActions(options: ActionOptions) {
  const { storage, drafts, reader, writer, room, sendingRecord, clock, log } = options
  const parts: Apart<typeof feedPartFunctions> = storage.apart(feedPartReader)
  const feed = async (id: string): Promise<OutboxFeed> => (await reader.feed(id)) ?? feedNotFound(id)
  const batch = async (id: string): Promise<OutboxBatch> => (await reader.batch(id)) ?? feedNotFound(id)
  const bodyOf = async (id: string): Promise<Uint8Array> => {
    const body = await reader.body(id)
    if (!body) throw new Error(`The feed ${id} has lost its payload`)
    return body
  }

  /**
   * Called before a failed feed is queued again: in a copied workspace it is unknown whether the original has
   * resent it.
   */
  async function claimForResending(): Promise<void> {
    if (await claimWorkspace({ writer, sendingRecord, log }))
      throw new PlainError<OutboxErrorCode>(
        'NOT_POSSIBLE',
        say`This workspace was restored, copied or set back since the feed failed, so the original may have sent it. Check there first; if it was not sent, try again.`,
      )
  }

  function holdEnd(until: string | undefined): number | null {
    if (until === undefined) return null
    const moment = Date.parse(until)
    const length = moment - clock.now()
    if (!(length > 0 && length <= maxHold))
      throw new PlainError<OutboxErrorCode>(
        'NOT_POSSIBLE',
        say`Choose a time in the future, at most ${maxHold / 86_400_000} days ahead.`,
      )
    return moment
  }

  /**
   * Checks the catalog for failed feeds that are to be sent again, and marks those that have arrived after
   * all.
   * @returns the others, with a description of the evidence
   * @throws PlainError `LOOK_FIRST` if it remains open whether one has arrived, unless `anyway` is set
   */
  async function checkFailedFeeds(
    ids: readonly string[],
    anyway: boolean | undefined,
  ): Promise<{ id: string; words: string }[]> {
    const toSend: { id: string; words: string }[] = []
    const open: string[] = []
    for (const id of ids) {
      const known = (await reader.open(id)) ?? feedNotFound(id)
      // The retry itself rejects any other state, and feeds of another service.
      const mustCheck = known.row.state === 'failed' && known.row.elsewhere === null
      const seen = mustCheck ? await checkCatalog(known) : { isAbsent: true, words: '' }
      if (seen.arrived !== undefined) {
        await writer.applyEvent(id, seen.arrived, {
          message: seen.words,
          upstreamFeedId: seen.found,
          nextAt: clock.now(),
        })
        continue
      }
      if (!seen.isAbsent) open.push(`${known.row.name}: ${seen.words}`)
      toSend.push({ id, words: seen.words })
    }
    if (open.length > 0 && anyway !== true)
      throw new PlainError<OutboxErrorCode>(
        'LOOK_FIRST',
        [say`The catalog does not show whether the feed arrived.`, ...open.slice(0, maxReported)].join('\n'),
      )
    return toSend
  }

  /**
   * Evidence of a failed feed at the service and in the catalog. If the catalog cannot be read, it remains
   * open.
   */
  async function checkCatalog(known: OpenFeed): ReturnType<typeof checkBeforeResending> {
    if (!room) return { isAbsent: true, words: say`The catalog was not looked at: no service is connected.` }
    try {
      return await checkBeforeResending(room, known)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return { isAbsent: false, words: say`The catalog could not be looked at: ${error.message}` }
    }
  }

  async function withdrawAll(service: string): Promise<void> {
    const rows = await reader.waitingFor(service)
    const batches = new Set(rows.flatMap(({ batch: one }) => one ?? []))
    for (const id of batches) await withdrawBatch({ id })
    for (const row of rows) if (row.batch === null) await withdraw(row)
  }

  /** Withdraws a queued or failed feed; its content becomes a draft. */
  async function withdraw({ id }: { id: string }): Promise<Draft> {
    const draft = await writer.withdraw(id, randomUUID())
    return drafts.draft({ id: draft.id })
  }

  /** Withdraws all queued or failed feeds of a batch into one draft. */
  async function withdrawBatch({ id }: { id: string }): Promise<Draft> {
    const source = await batch(id)
    const taken = await reader.feedsOf(id, statesBefore('withdraw'))
    if (taken.length === 0)
      throw new PlainError<OutboxErrorCode>(
        'NOT_POSSIBLE',
        say`No feed of this batch waits or has failed: there is nothing to take back.`,
      )
    const ids = taken.map((row) => row.id)
    const bodies = await Promise.all(
      ids.map(async (one): Promise<PayloadPart> => ({ body: await bodyOf(one) })),
    )
    const text = await parts('joinItems', [bodies])
    const draft = await writer.withdrawAll(ids, {
      id: randomUUID(),
      kind: source.kind,
      name: nameOf(source),
      text,
    })
    return drafts.draft({ id: draft.id })
  }

  return {
    withdraw,
    withdrawBatch,
    /**
     * Checks the catalog, then queues a failed feed again, unless it has arrived.
     * @throws PlainError `LOOK_FIRST` with the evidence, if that is not conclusive and `anyway` is not set
     */
    async retry({ id, anyway }) {
      await claimForResending()
      const [toSend] = await checkFailedFeeds([id], anyway)
      if (toSend) await writer.retry(id, randomUUID(), toSend.words)
      return feed(id)
    },
    /**
     * Checks the catalog, then splits a failed feed of several items into two of the same batch.
     * @throws PlainError `NOT_POSSIBLE` if it has arrived; `LOOK_FIRST` as in `retry`
     */
    async split({ id, anyway }) {
      const { kind, itemCount, state } = await feed(id)
      if (state !== 'failed' || itemCount < 2)
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          itemCount < 2
            ? say`A feed of one item cannot be split.`
            : say`Only a feed that failed is split. The state of this one is: ${outboxStateDescriptions[state].label}.`,
        )
      await claimForResending()
      const [toSplit] = await checkFailedFeeds([id], anyway)
      if (!toSplit)
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          say`The feed was not split: it has arrived. ${(await feed(id)).note ?? ''}`.trim(),
        )
      const halves = await parts('halve', [kind, await bodyOf(id)])
      const { batch: of } = await writer.split(id, halves, toSplit.words)
      return batch(of)
    },
    async hold({ id, until }) {
      const end = holdEnd(until)
      await writer.hold(id, end)
      return feed(id)
    },
    async letGo({ id }) {
      await writer.letGo(id)
      return feed(id)
    },
    async hurry({ id }) {
      await writer.hurry(id)
      return feed(id)
    },
    async toBatch({ id, action, until, anyway }) {
      await batch(id)
      const end = holdEnd(until)
      if (action === 'retry') {
        await claimForResending()
        const failed = (await reader.feedsOf(id, ['failed'])).map((row) => row.id)
        const toSend = await checkFailedFeeds(failed, anyway)
        for (const one of toSend) await writer.retry(one.id, randomUUID(), one.words)
        if (failed.length > 0) return batch(id)
      }
      await writer.toBatch(id, action, { until: end })
      return batch(id)
    },
    async draftRefused({ id }) {
      const source = (await reader.batch(id)) ?? (await feed(id))
      const chosen: PayloadPart[] = []
      const remarks: ItemRemarks[] = []
      for (const row of await reader.feedsOf(id, outboxStates.filter(isSent))) {
        const refused = await reader.refusedItems(row.id)
        if (refused.length === 0) continue
        chosen.push({ body: await bodyOf(row.id), places: refused.map(({ place }) => place) })
        // With the name of the batch, so that equal refusals in two feeds of a batch are grouped.
        const about = {
          feed: { id: row.id, name: source.name, nameParts: source.nameParts },
          at: row.updated_at,
        }
        for (const { place, problems } of refused)
          remarks.push({
            ...about,
            position: remarks.length,
            placeInFeed: place,
            problems: problems.length > 0 ? problems : [noReason],
          })
      }
      if (chosen.length === 0)
        throw new PlainError<OutboxErrorCode>('NOT_POSSIBLE', say`The service has refused no item of it.`)
      const begun = await reader.draftOfRefused(remarks)
      if (begun !== undefined) return drafts.draft({ id: begun })
      const xml = await parts('joinItems', [chosen])
      return drafts.createDraft({ kind: source.kind, name: nameOf(source), xml, remarks })
    },
    /** Checks now whether the service has an uncertain feed. Never sends. */
    async reconcile({ id }) {
      const open = (await reader.open(id)) ?? feedNotFound(id)
      if (open.row.elsewhere !== null)
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          say`The feed belongs to ${serviceOf(open.row.elsewhere).address}, but another service is connected. Reconnect that one to check the feed.`,
        )
      if (open.row.state !== 'uncertain')
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          say`Only uncertain feeds can be checked this way. The state of this one is: ${outboxStateDescriptions[open.row.state].label}.`,
        )
      if (!room)
        throw new PlainError<OutboxErrorCode>(
          'NOT_POSSIBLE',
          say`This workspace is not connected to a service to ask.`,
        )
      await reconcileFeed(room, open, { isAsked: true })
      return feed(id)
    },
    async resolve({ id, arrived, upstreamFeedId }) {
      const named = arrived ? upstreamFeedId?.trim() : undefined
      if (named)
        await writer.applyEvent(id, 'rename', {
          message: say`You found it as feed ${named}`,
          upstreamFeedId: named,
        })
      else if (arrived) await writer.applyEvent(id, 'accept', { message: say`You found that it has arrived` })
      else
        await writer.applyEvent(id, 'deny', {
          message: say`You found that it has not arrived. Send it once more, or take it back.`,
        })
      return feed(id)
    },
    async settle({ id }) {
      const state = (await feed(id)).state
      const message =
        state === 'partly-done'
          ? say`You have seen the results`
          : say`Closed by you: the results of its items are unknown`
      await writer.applyEvent(id, 'settle', { message })
      return feed(id)
    },
    /**
     * Applies the choice for feeds of a service that is no longer connected. Only `same` affects sent feeds.
     */
    async moveFeeds({ choice, ...name }: ServiceName & { choice: FeedChoice }): Promise<void> {
      const service = serviceText(name)
      if (choice === 'send') await writer.sendToConnected(service)
      else if (choice === 'same') await writer.moveToConnected(service)
      else if (choice === 'withdraw') await withdrawAll(service)
    },
    async release({ id }) {
      await writer.release(id)
      return feed(id)
    },
  } satisfies Room<ActionContract>
}

/** Maximum number of feeds listed in one message. */
const maxReported = 5

const noReason: Problem = { code: 'no-reason', path: '', message: say`It gave no reason.` }

export function feedNotFound(id: string): never {
  throw new PlainError<OutboxErrorCode>('FEED_NOT_FOUND', say`There is no feed ${id} in the outbox.`)
}
