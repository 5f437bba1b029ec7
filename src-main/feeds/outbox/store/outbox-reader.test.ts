/** The outbox with 20,000 feeds: windows of its list, and the queries of the loop. */

import { afterAll, describe, expect, test } from 'vitest'
import { type OutboxState, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { draftReader } from '../../drafts/stores.ts'
import { gatewayReader } from '../gateway.ts'
import { outboxReader } from './outbox-reader.ts'

const size = 20_000
const database = openTemporaryDatabase()
const { db } = database
afterAll(() => database[Symbol.dispose]())

/** All feeds are done, except the oldest ones and every hundredth, which was withdrawn. */
const early: OutboxState[] = ['queued', 'failed', 'uncertain', 'acknowledged', 'queued', 'processing']
const stateOf = (number: number): OutboxState =>
  early[number - 1] ?? (number % 100 === 0 ? 'withdrawn' : 'done')
const idOf = (number: number) => `f${String(number).padStart(6, '0')}`

db.transaction(() => {
  const feed = db.prepare(
    `INSERT INTO feed (id, kind, name, folded, bytes, sha256, idempotency_key, item_count, state, next_at, upstream_feed_id,
       posted_by, created_at, updated_at) VALUES (@id, @kind, @name, lower(@name), 1, '', @id, 1, @state, @nextAt, @upstream, 'till', 1, 1)`,
  )
  const body = db.prepare('INSERT INTO feed_body (feed, body) SELECT sequence, ? FROM feed WHERE id = ?')
  const code = db.prepare('INSERT INTO feed_code (feed, position, code) VALUES (?, 0, ?)')
  for (let number = 1; number <= size; number++) {
    const state = stateOf(number)
    const id = idOf(number)
    feed.run({
      id,
      // Item feeds are the oldest: the newest of them comes after thousands of Content+ feeds.
      kind: number <= 50 ? 'create' : 'contentplus',
      name: number % 1000 === 0 ? `100% oats ${number}` : 'Posted by till',
      state,
      nextAt: state === 'processing' ? 500 : null,
      upstream: state === 'done' ? `U-${number}` : null,
    })
    code.run(id, '00036000291452')
    body.run(Buffer.from('<items/>'), id)
  }
  db.exec(
    "INSERT INTO open_feed_code SELECT code, sequence, 0 FROM feed JOIN feed_code ON feed = id WHERE state IN ('queued', 'uncertain', 'acknowledged', 'processing')",
  )
  db.exec('ANALYZE')
})()
const reader = outboxReader.open({ db })
const numbers = ({ feeds }: { feeds: { id: string }[] }) => feeds.map(({ id }) => Number(id.slice(1)))

describe('list', () => {
  test('returns all feeds in windows, newest first, each once', () => {
    const seen: number[] = []
    for (let offset = 0; offset < size; offset += 1500)
      seen.push(...numbers(reader.list({ offset, limit: 1500 })))
    expect(seen).toEqual(Array.from({ length: size }, (_, index) => size - index))
    expect(reader.list({ offset: 0, limit: 50 })).toMatchObject({ total: size, offset: 0 })
  })

  test('returns the last window past the end', () => {
    expect(reader.list({ offset: 90_000, limit: 1500 })).toMatchObject({ offset: 19_500, total: size })
    expect(reader.list({ text: 'nothing', offset: 50, limit: 50 })).toEqual({
      feeds: [],
      offset: 0,
      total: 0,
    })
  })

  test('filters by the states of a group, newest first', () => {
    const list = (group: 'under-way' | 'needs-you' | 'done' | 'withdrawn', offset = 0) =>
      reader.list({ group, offset, limit: 3 })
    expect(numbers(list('under-way'))).toEqual([6, 5, 4])
    expect(numbers(list('under-way', 3))).toEqual([1])
    expect(list('under-way').total).toBe(4)
    expect(numbers(list('needs-you'))).toEqual([3, 2])
    expect(numbers(list('done'))).toEqual([19_999, 19_998, 19_997])
    expect(numbers(list('withdrawn'))).toEqual([20_000, 19_900, 19_800])
  })

  test('searches names, prefixes of identifiers, and item codes', () => {
    const find = (text: string, group?: 'withdrawn') =>
      reader.list({ text, offset: 0, limit: 2, ...(group && { group }) })
    expect(numbers(find('OATS'))).toEqual([20_000, 19_000])
    expect(find('oats').total).toBe(20)
    expect(find('0% o').total).toBe(20)
    expect(find('_').total).toBe(0)
    expect(numbers(find(' f019999 '))).toEqual([19_999])
    expect(numbers(find('U-1999'))).toEqual([19_999, 19_998])
    expect(find('036000291452').total).toBe(size)
    expect(find('036000291452', 'withdrawn').total).toBe(200)
  })

  test('counts all feeds', () => {
    const { counts } = reader.overview()
    expect(counts).toMatchObject({ queued: 2, failed: 1, uncertain: 1, sending: 0, withdrawn: 200 })
    expect(outboxStates.reduce((sum, state) => sum + counts[state], 0)).toBe(size)
  })
})

describe('next actions', () => {
  test('sends the oldest queued feed, and polls feeds that are due', () => {
    expect(reader.nextToSend(Date.now(), 0).feed?.row.id).toBe(idOf(1))
    expect(reader.turn(400, 0).due).toEqual([idOf(3), idOf(4)])
    expect(reader.turn(500, 0).due).toEqual([idOf(3), idOf(4), idOf(6)])
    expect(reader.turn(0, 0).nextDue).toBe(0)
    // An uncertain feed that was not polled yet blocks the others.
    expect(reader.nextToSend(Date.now(), 1).feed).toBeUndefined()
    expect(reader.turn(Date.now(), 1).nextAttempt).toBeUndefined()
    expect(reader.turn(Date.now(), 0).nextAttempt).toBe(0)
    expect(reader.followed(idOf(19_999)).feed).toBeUndefined()
    expect(reader.idOf('U-19999')).toBe(idOf(19_999))
  })

  test('finds the newest item feed after thousands of others', () => {
    const report = gatewayReader
      .open({ db })
      .report({ family: 'items', username: 'till', offset: 0, limit: 10 })
    expect(report?.feedId).toBe(idOf(50))
  })
})

describe('query plans', () => {
  const opened = queryPlans(db, (watched) => outboxReader.open({ db: watched }))
  const plans = opened.filter(({ sql }) => /\b(?:feed|outbox)/.test(sql))
  const planWith = (part: string, queries = 1) => {
    const found = plans.filter(({ sql }) => sql.includes(part))
    expect(found, part).toHaveLength(queries)
    return found[0]?.plan ?? ''
  }

  test('scans no feeds and sorts only search results', () => {
    for (const { sql, plan } of plans) {
      const isWindowOfAll = /FROM feed ORDER BY sequence DESC LIMIT/.test(sql)
      if (!isWindowOfAll)
        expect(plan, sql).not.toMatch(/SCAN feed(?! USING (COVERING INDEX|INDEX feed_(due|line|held)))/)
      if (!/@folded|AS named|GROUP BY feed.sequence|feed WHERE batch = @id/.test(sql))
        expect(plan, sql).not.toContain('TEMP B-TREE')
    }
  })

  test('the loop reads only feeds that need an action', () => {
    for (const part of ['AND coalesce(next_at, 0) <= @now AND NOT EXISTS', 'min(max(coalesce(next_at, 0)']) {
      expect(planWith(part)).toMatch(/^(SEARCH|SCAN) feed USING INDEX feed_line$/m)
      expect(planWith(part)).toMatch(/SEARCH theirs USING PRIMARY KEY \(code=\? AND feed<\?\)/)
    }
    expect(planWith('AND coalesce(next_at, 0) <= ?\n       ORDER BY')).toMatch(
      /^SEARCH feed USING INDEX feed_due \(<expr><\?\)$/m,
    )
    expect(planWith('SELECT coalesce(next_at, 0)')).toMatch(/^SCAN feed USING INDEX feed_due$/m)
    expect(planWith("SELECT 1 FROM feed WHERE state = 'uncertain'")).toMatch(
      /^SEARCH feed USING INDEX feed_\w+ \(state=\?/,
    )
  })

  test('groups are merged from the index, and names are searched in an index', () => {
    expect(planWith('SELECT state, count(*) AS count')).toMatch(/COVERING INDEX/)
    // The group of finished feeds, and all feeds that the service has.
    expect(planWith("feed_state WHERE state = 'done' ORDER BY", 2)).toMatch(
      /^SEARCH feed USING INDEX feed_state \(state=\?\)$/m,
    )
    expect(planWith("feed INDEXED BY feed_state WHERE state = 'sending'")).toContain('MERGE (UNION ALL)')
    expect(planWith('SELECT count(*) FROM (\n  SELECT sequence FROM feed WHERE')).toContain(
      'SEARCH feed USING COVERING INDEX feed_name (state=?)',
    )
  })

  test('drafts are read in list order, and a brand is found by name with an index', () => {
    const plans = queryPlans(db, (watched) => draftReader.open({ db: watched }))
    const list = plans.find(({ sql }) => sql.includes('LIMIT @limit OFFSET @offset'))
    expect(list?.plan).toContain('USING INDEX draft_listed')
    const brand = queryPlans(db, openCatalogQueries).find(({ sql }) => sql.includes('NOCASE'))
    expect(brand?.plan).toBe('SEARCH lookup USING INDEX lookup_by_folded (kind=? AND folded=?)')
  })
})
