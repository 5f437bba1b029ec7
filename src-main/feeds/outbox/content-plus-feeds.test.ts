import { expect, test } from 'vitest'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { contentPlusOfSql, outboxReader } from './store/outbox-reader.ts'
import { outboxWriter } from './store/outbox-writer.ts'

test('returns the Content+ feeds that contain an item, newest first, and no other feeds', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  let time = 0
  const writer = outboxWriter.open({ db, now: () => time++, record: () => undefined })
  const freeze = (id: string, kind: FeedKind, codes: string[]) =>
    writer.freezePosted({
      id,
      kind,
      name: id,
      idempotencyKey: `key of ${id}`,
      itemCount: codes.length,
      codes,
      body: new TextEncoder().encode(`<contentPlus id="${id}"/>`),
    })
  freeze('first', 'contentplus', ['7', '8', '7'])
  freeze('other', 'contentplus', ['8'])
  freeze('items', 'create', ['7'])
  freeze('last', 'contentplus', ['7'])
  const { contentPlusOf } = outboxReader.open({ db })
  expect(contentPlusOf('7').map(({ id }) => id)).toEqual(['last', 'first'])
  expect(contentPlusOf('7')[0]).toMatchObject({ kind: 'contentplus', state: 'queued', itemCount: 1 })
  expect(contentPlusOf('9')).toEqual([])
})

test('finds them by the index of items, without scanning all feeds', () => {
  using database = openTemporaryDatabase()
  const plan = database.db.prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${contentPlusOfSql}`)
  const steps = plan.all('7').map(({ detail }) => detail)
  expect(steps.filter((step) => /^SCAN (?!named)/.test(step))).toEqual([])
  expect(steps.join('; ')).toContain('feed_code_code (code=?)')
})
