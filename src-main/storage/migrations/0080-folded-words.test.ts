import { expect, test } from 'vitest'
import { openCatalogReader } from '../../catalog/catalog-reader.ts'
import { openCatalogWriter } from '../../catalog/catalog-writer.ts'
import { itemBytes } from '../../catalog/fixtures/item-fixture.ts'
import { runRebuild } from '../../catalog/rebuild/rebuild.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('lists are folded anew, and items are found in the new way after the rebuild', async () => {
  using database = openTemporaryDatabase(79)
  const { db } = database
  const writer = openCatalogWriter({ db, now: () => 0, record: () => undefined })
  writer.putItems([itemBytes({ id: 'a', name: 'Γιαούρτι' }), itemBytes({ id: 'b', name: 'हिन्दी Tea' })])
  writer.putLookups('brand', [{ id: 'b1', name: 'Weiß' }])
  db.exec("UPDATE lookup SET folded = 'weiß'; DELETE FROM item_text; DELETE FROM item_word")
  const insert = db.prepare(
    "INSERT INTO item_text (rowid, name, brand, text, code) VALUES (?, ?, '', '', '')",
  )
  insert.run(1, 'Γιαούρτι')
  insert.run(2, 'हिन्दी Tea')

  migrate(db)
  const reader = openCatalogReader({ db })
  const found = (text: string) =>
    reader.searchRows({ text, brandIds: [], manufacturerIds: [] }, 0, 9).rows.map(({ id }) => id)
  expect(reader.lookup('brand', { text: 'weiss' }).total).toBe(1)
  expect([found('tea'), found('हिन्दी')]).toEqual([['b'], ['b']])
  await runRebuild(writer)
  expect([found('γιαουρτι'), found('हिन्दी'), found('tea')]).toEqual([['a'], ['b'], ['b']])
})

test('the index of an empty workspace is made at once', () => {
  using database = openTemporaryDatabase(79)
  migrate(database.db)
  expect(database.db.prepare('SELECT * FROM rebuild').all()).toEqual([])
  const sql = database.db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'item_text'").pluck().get()
  expect(sql).toContain("tokenize = 'ascii'")
})
