/** Warnings about known feeds before a payload is queued, with ten thousand pending feeds. */

import { afterAll, describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { dateAndTime } from '../../../../src-shared/values/moment.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { outboxReader } from '../store/outbox-reader.ts'
import { outboxWriter } from '../store/outbox-writer.ts'
import { knownFeedWarnings, openKnownFeeds } from './known-feeds.ts'

const database = openTemporaryDatabase()
const { db } = database
afterAll(() => database[Symbol.dispose]())

/** A time of this morning, as displayed on this computer. */
const at = (minute: number) => dateAndTime(Date.UTC(2026, 10, 22, 7, minute))
let time = Date.UTC(2026, 10, 22, 7, 10)
const writer = outboxWriter.open({ db, now: () => time, record: () => undefined })
const { known, detail } = outboxReader.open({ db })

function freeze(id: string, kind: FeedKind, codes: string[], text = id) {
  writer.freezePosted({
    id,
    kind,
    name: id,
    idempotencyKey: `key of ${id}`,
    itemCount: codes.length,
    codes,
    body: new TextEncoder().encode(text),
  })
}
function end(id: string) {
  writer.applyEvent(id, 'send', { message: '' })
  writer.applyEvent(id, 'acknowledge', { message: '', upstreamFeedId: id })
  writer.applyEvent(id, 'settle', { message: '' })
}
/** The known feeds with the same bytes, or about the same items, by name. */
function knownOf(kind: FeedKind, codes: string[], sha256 = '') {
  const { same, about } = known({ kind, sha256, codes })
  return { same: same?.id, about: about.map(({ feed, ...rest }) => [feed.id, rest]) }
}
const nothing = { same: undefined, about: [] }
const gtin = '00036000291452'

describe('feeds with the same bytes', () => {
  test('prefers pending to failed to done feeds, and ignores withdrawn ones', () => {
    freeze('first', 'refresh', ['1'], 'same')
    const sha256 = detail('first')?.sha256
    end('first')
    expect(knownOf('refresh', [], sha256).same).toBe('first')
    freeze('second', 'refresh', ['1'], 'same')
    writer.applyEvent('second', 'send', { message: '' })
    writer.applyEvent('second', 'refuse', { message: '' })
    expect(knownOf('refresh', [], sha256).same).toBe('second')
    freeze('third', 'refresh', ['1'], 'same')
    expect(knownOf('refresh', [], sha256)).toEqual({ same: 'third', about: [] })
    writer.withdraw('third', 'draft')
    expect(knownOf('refresh', [], sha256).same).toBe('second')
    // The same bytes of another feed kind do not count.
    expect(knownOf('create', [], sha256)).toEqual(nothing)
  })

  test('are named in the history of a duplicate feed that is queued anyway', () => {
    freeze('again', 'refresh', ['1'], 'same')
    expect(detail('again')?.events[0]?.message).toBe(
      `Queued. The very same feed is in the outbox already: “second”, failed on ${at(10)}.`,
    )
    expect(detail('first')?.events[0]?.message).toBe('Queued')
  })
})

describe('feeds about the same items', () => {
  test('returns pending and uncertain feeds, newest first, with the number of common items', () => {
    freeze('create tea', 'create', ['0001', gtin])
    freeze('done', 'create', [gtin])
    end('done')
    time += 60_000
    freeze('update tea', 'update', [gtin])
    const codes = ['9', gtin, '0001']
    expect(knownOf('refresh', codes)).toEqual({
      same: undefined,
      about: [
        ['update tea', { items: 1, first: 1, holds: true }],
        ['create tea', { items: 2, first: 1, holds: true }],
      ],
    })
    expect(knownOf('refresh', ['9', ''])).toEqual(nothing)
    // A feed that others may overtake is still pending.
    writer.release('update tea')
    expect(knownOf('refresh', [gtin]).about).toContainEqual([
      'create tea',
      { items: 1, first: 0, holds: false },
    ])
    expect(
      knownFeedWarnings('refresh', codes, known({ kind: 'refresh', sha256: '', codes })).map(
        ({ path, message }) => `${path}: ${message}`,
      ),
    ).toEqual([
      `items/item[2]: Item ${gtin} is in “update tea” already (update, queued on ${at(11)}). This feed is sent when that one has ended.`,
      `items/item[2]: Item ${gtin} and 1 more of this feed are in “create tea” already (create, queued on ${at(10)}). This feed is sent when that one has ended.`,
    ])
  })

  test('relates item feeds and Content+ feeds by the codes and identifiers of catalog items', () => {
    db.exec(`INSERT INTO item (seq, id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code,
        updated_at, updated, created_at, verified)
      VALUES (1, 'item-7', x'', 'P', 'Rye', '', '', '', '', '17', 0, '', 0, 0);
      INSERT INTO item_code VALUES (1, 0, '00000000000017', '17', 'GTIN')`)
    freeze('content', 'contentplus', ['item-7'])
    expect(knownOf('refresh', ['00000000000017']).about).toEqual([
      ['content', { items: 1, first: 0, holds: false }],
    ])
    freeze('rye', 'refresh', ['00000000000017'])
    expect(knownOf('contentplus', ['other', 'item-7']).about).toEqual([
      ['rye', { items: 1, first: 1, holds: false }],
      ['content', { items: 1, first: 1, holds: true }],
    ])
    // An identifier that looks like a product code is not one.
    expect(knownOf('contentplus', [gtin])).toEqual(nothing)
  })

  test('counts ten thousand feeds and names the newest', () => {
    db.exec(`
      WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n < 9999)
      INSERT INTO feed (id, kind, name, bytes, sha256, idempotency_key, item_count, state, created_at, updated_at)
        SELECT 'feed ' || n, 'refresh', 'Tea', 1, n, 'key ' || n, 1, 'queued', 0, 0 FROM number;
      INSERT INTO open_feed_code SELECT '0002', sequence, 0 FROM feed WHERE id LIKE 'feed %'`)
    const found = known({ kind: 'update', sha256: '', codes: ['0002'] })
    expect(found.about).toHaveLength(20)
    expect(found.about[0]?.feed.id).toBe('feed 9999')
    const warnings = knownFeedWarnings('update', ['0002'], found)
    expect(warnings.at(-1)?.message).toBe('Items of this feed are in 9980 more feeds that are on their way.')
  })

  test('finds feeds by their codes, without scanning all feeds', () => {
    db.exec(`
      WITH RECURSIVE number (n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM number WHERE n < 500)
      INSERT INTO item (seq, id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at,
        updated, created_at, verified)
      SELECT n, 'item ' || n, x'', 'P', '', '', '', '', '', '', 0, '', 0, 0 FROM number;
      INSERT INTO item_code SELECT seq, 1, '1' || seq, '', 'GTIN' FROM item;
      ANALYZE`)
    for (const { sql, plan } of queryPlans(db, openKnownFeeds)) {
      // A constant row and the subquery have one row each.
      expect(plan, sql).not.toMatch(/SCAN (?!mine|wanted|json_each|CONSTANT ROW|\(subquery)/)
      if (sql.includes('theirs')) expect(plan).toMatch(/SEARCH theirs USING PRIMARY KEY \(code=\?\)/)
      if (sql.includes('max(sequence)'))
        expect(plan).toBe('SEARCH feed USING COVERING INDEX feed_payload (sha256=? AND kind=? AND state=?)')
    }
  })
})
