import { expect, test } from 'vitest'
import { draftReader } from '../../feeds/drafts/stores.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('items of drafts from before are there, and nobody knows what the catalog had', () => {
  using database = openTemporaryDatabase(31)
  const { db } = database
  db.exec(`INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES ('d1', 'refresh', 'Tea', 1, 2);
           INSERT INTO draft_item (draft, key, value) VALUES ('d1', 1, '{"ecommerceTitle":"Green tea"}')`)
  migrate(db)
  const reader = draftReader.open({ db })
  const rows = reader.rows({ id: 'd1', selection: {}, offset: 0, limit: 5, columns: [] })
  expect(rows?.rows).toMatchObject([{ key: 1, title: 'Green tea', errors: 0 }])
  expect(reader.standing('d1')).toMatchObject({ items: { conflicts: 0, removed: 0 }, withoutBase: 0 })
})
