import { createHash } from 'node:crypto'
import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { initialState } from '../../src-shared/outbox/outbox-machine.ts'
import { keepsOthersWaiting } from '../../src-shared/outbox/outbox-state.ts'
import { openDraftTable } from '../drafts/index.ts'
import type { WriterContext } from '../storage/index.ts'
import type { FeedRow } from './feed-row.ts'
import { openKnownFeeds, sameFeedWords } from './known-feeds.ts'

/** What is known of a payload when it is frozen. */
interface NewFeed {
  id: string
  idempotencyKey: string
  /** Kind `update` only: the product code for the path. */
  upc?: string
  itemCount: number
  /** What each item is about; see the table `feed_code`. */
  codes: string[]
  /** The same as the sender wrote them; as `codes` when absent. */
  givenCodes?: string[]
}
interface PostedFeed extends NewFeed {
  kind: FeedKind
  name: string
  body: Uint8Array
  postedBy?: { username: string; idempotencyKey?: string }
}
type DraftOutcome = { feedIds: string[] } | { refused: 'missing' | 'stale' }

/** Puts a payload into the outbox, where nothing can change it any more, inside the caller's transaction. */
export function openFreezing(context: WriterContext) {
  const { db, now, record } = context
  const drafts = openDraftTable(context)
  const knownFeeds = openKnownFeeds(db)
  const insertFeed = db.prepare(
    `INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, upc, item_count, state, note, posted_by,
       posted_key, created_at, updated_at)
     VALUES (@id, @kind, @name, @bytes, @sha256, @key, @upc, @itemCount, @state, @note, @postedBy, @postedKey,
       @now, @now)`,
  )
  const insertBody = db.prepare('INSERT INTO feed_body VALUES (?, ?)')
  const insertCode = db.prepare('INSERT INTO feed_code (feed, position, code, given) VALUES (?, ?, ?, ?)')
  const keepWaiting = db.prepare(
    `INSERT OR IGNORE INTO open_feed_code (code, feed)
     SELECT feed_code.code, feed.sequence FROM feed JOIN feed_code ON feed_code.feed = feed.id WHERE feed.id = ?`,
  )
  const insertEvent = db.prepare(
    `INSERT INTO feed_event
     SELECT @feed, coalesce(max(sequence), 0) + 1, @at, @event, @state, @message FROM feed_event WHERE feed = @feed`,
  )
  const postedBefore = db.prepare<[string, string], Pick<FeedRow, 'id' | 'kind' | 'sha256'>>(
    'SELECT id, kind, sha256 FROM feed WHERE posted_by = ? AND posted_key = ?',
  )

  function freeze(feed: PostedFeed): { feedId: string } {
    const { id, kind, name, body, postedBy } = feed
    const hash = sha256(body)
    // A program that posts the same twice is answered as the service would; here is where a person finds out.
    const same = knownFeeds.same(kind, hash)
    const message = same ? `Queued. ${sameFeedWords(same)}` : 'Queued'
    const { lastInsertRowid } = insertFeed.run({
      id,
      kind,
      name,
      bytes: body.byteLength,
      sha256: hash,
      key: feed.idempotencyKey,
      upc: feed.upc ?? null,
      itemCount: feed.itemCount,
      state: initialState,
      note: message,
      postedBy: postedBy?.username ?? null,
      postedKey: postedBy?.idempotencyKey ?? null,
      now: now(),
    })
    insertBody.run(lastInsertRowid, body)
    feed.codes.forEach((code, position) => {
      const given = feed.givenCodes?.[position]
      insertCode.run(id, position, code, given === code ? null : (given ?? null))
    })
    if (keepsOthersWaiting(initialState)) keepWaiting.run(id)
    insertEvent.run({ feed: id, at: now(), event: null, state: initialState, message })
    record({ topic: 'outbox', ids: [id] })
    return { feedId: id }
  }

  return {
    /** The payloads composed of a draft become feeds and the draft is gone, in one transaction. */
    freezeDraft(
      draft: { id: string; revision: number },
      feeds: (NewFeed & { body: Uint8Array })[],
    ): DraftOutcome {
      const current = drafts.get(draft.id)
      if (!current || current.deletedAt !== undefined) return { refused: 'missing' }
      if (current.revision !== draft.revision) return { refused: 'stale' }
      const { kind, name } = current
      const feedIds = feeds.map((feed, index) => {
        const part = feeds.length === 1 ? name : `${name} (${index + 1} of ${feeds.length})`
        return freeze({ ...feed, kind, name: part }).feedId
      })
      drafts.remove(draft.id)
      return { feedIds }
    },
    /**
     * Freezes bytes that are no draft. A repetition (the same user, key, kind and bytes) is the feed that is already
     * there; another payload under a used key is refused.
     */
    freezePosted(feed: PostedFeed): { feedId: string; repeated: boolean } | { refused: 'key-used' } {
      const { username, idempotencyKey } = feed.postedBy ?? {}
      const before = username && idempotencyKey ? postedBefore.get(username, idempotencyKey) : undefined
      if (before === undefined) return { ...freeze(feed), repeated: false }
      const same = before.kind === feed.kind && before.sha256 === sha256(feed.body)
      return same ? { feedId: before.id, repeated: true } : { refused: 'key-used' }
    },
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
