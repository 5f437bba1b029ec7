import { createHash } from 'node:crypto'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { TrailDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import { initialState } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { blocksOthers } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { nameColumns } from '../../drafts/index.ts'
import { openKnownFeeds, sameFeedWords } from '../evidence/known-feeds.ts'
import { blockOthersSql } from '../store/feed-row.ts'

/** Data of a payload when it is frozen. */
export interface NewFeed {
  id: string
  idempotencyKey: string
  /** Kind `update` only: product code for the path. */
  upc?: string
  itemCount: number
  /** Code per item, as in the table `feed_code`. */
  codes: string[]
  /** Code per item as the sender wrote it; same as `codes` if absent. */
  givenCodes?: string[]
  /** Title per item, '' for none; unknown if absent. */
  itemTitles?: string[]
}
export interface PayloadToFreeze extends NewFeed {
  kind: FeedKind
  name: Name
  body: Uint8Array
  postedBy?: { username: string; idempotencyKey?: string }
  /** Its batch, which must exist at the end of the transaction; absent for a feed without a batch. */
  batch?: string
  /** Who queued it and approved it, in a team. */
  people?: Pick<TrailDetail, 'queuedBy' | 'approvedBy'>
}

/** Freezes bytes as an immutable feed in the outbox, inside the caller's transaction. */
export function openPayloadFreezing({ db, now, record }: WriterContext) {
  const knownFeeds = openKnownFeeds(db)
  const insertFeed = db.prepare(
    `INSERT INTO feed (id, kind, name, folded, name_parts, bytes, sha256, idempotency_key, upc, item_count, state, note, posted_by,
       posted_key, batch, service, created_at, updated_at)
     VALUES (@id, @kind, @name, @folded, @name_parts, @bytes, @sha256, @key, @upc, @itemCount, @state, @note, @postedBy, @postedKey, @batch,
       (SELECT service FROM outbox), @now, @now)`,
  )
  const insertBody = db.prepare('INSERT INTO feed_body VALUES (?, ?)')
  const insertCode = db.prepare(
    'INSERT INTO feed_code (feed, position, code, given, title) VALUES (?, ?, ?, ?, ?)',
  )
  const blockOthers = db.prepare<[string]>(blockOthersSql)
  const insertEvent = db.prepare(
    'INSERT INTO feed_event (feed, sequence, at, event, state, message, detail) VALUES (?, 1, ?, NULL, ?, ?, ?)',
  )

  /** @returns the sequence number of the feed among all frozen feeds */
  return (feed: PayloadToFreeze): { sequence: number } => {
    const { id, kind, name, body, postedBy } = feed
    const hash = sha256(body)
    // A program that posts the same bytes twice gets the service's usual answer; this event informs the
    // person.
    const same = knownFeeds.same(kind, hash)
    const message = same ? `${say`Queued.`} ${sameFeedWords(same)}` : say`Queued`
    const named = nameColumns(name)
    const { lastInsertRowid } = insertFeed.run({
      id,
      kind,
      ...named,
      folded: fold(named.name),
      bytes: body.byteLength,
      sha256: hash,
      key: feed.idempotencyKey,
      upc: feed.upc ?? null,
      itemCount: feed.itemCount,
      state: initialState,
      note: message,
      postedBy: postedBy?.username ?? null,
      postedKey: postedBy?.idempotencyKey ?? null,
      batch: feed.batch ?? null,
      now: now(),
    })
    insertBody.run(lastInsertRowid, body)
    feed.codes.forEach((code, position) => {
      const given = feed.givenCodes?.[position]
      const title = feed.itemTitles?.[position] || null
      insertCode.run(id, position, code, given === code ? null : (given ?? null), title)
    })
    if (blocksOthers(initialState)) blockOthers.run(id)
    insertEvent.run(id, now(), initialState, message, feed.people ? JSON.stringify(feed.people) : null)
    record({ topic: 'outbox', ids: [id] })
    return { sequence: Number(lastInsertRowid) }
  }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
