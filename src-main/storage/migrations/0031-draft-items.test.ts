import { expect, test } from 'vitest'
import { draftReader } from '../../feeds/drafts/stores.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('drafts from before are there with their whole text, mistakes and all, until their items are read', () => {
  using database = openTemporaryDatabase(30)
  const { db } = database
  const texts = { whole: '<items><item type="grocery"/></items>', broken: '<items><it' }
  const insert = db.prepare("INSERT INTO draft VALUES (?, 'create', ?, ?, 7, 1, 2, 10, ?)")
  insert.run('whole', 'Tea', texts.whole, 20)
  insert.run('broken', 'Coffee', texts.broken, 30)
  migrate(db)
  const reader = draftReader.open({ db })
  expect(reader.list({ offset: 0, limit: 5 }).drafts.map(({ id }) => id)).toEqual(['broken', 'whole'])
  expect(reader.text('whole')).toBe(texts.whole)
  expect(reader.text('broken')).toBe(texts.broken)
  expect(reader.get('whole')).toMatchObject({ name: 'Tea', kind: 'create', revision: 7, undo: undefined })
})
