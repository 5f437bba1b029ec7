import { expect, test } from 'vitest'
import { openCatalogReader } from '../../catalog/catalog-reader.ts'
import { openCatalogWriter } from '../../catalog/catalog-writer.ts'
import { itemBytes } from '../../catalog/fixtures/item-fixture.ts'
import { runRebuild } from '../../catalog/rebuild/rebuild.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

const rebuilds = 'SELECT state, through, last FROM rebuild'

test('a rebuild finds the allergens of items of before, and one under way begins anew', async () => {
  using database = openTemporaryDatabase(77)
  const { db } = database
  const writer = openCatalogWriter({ db, now: () => 0, record: () => undefined })
  const grocery = '<grocery><ingredients>Rice, milk</ingredients></grocery>'
  writer.putItems(
    ['a', 'b'].map((id) =>
      itemBytes({ id, name: 'Bar', more: `<products><product>${grocery}</product></products>` }),
    ),
  )
  const facts = () => db.prepare('SELECT item, packed FROM item_fact ORDER BY item').all()
  const right = facts()
  writer.beginRebuild()
  writer.rebuildStep({ milliseconds: 60_000, items: 1 })
  db.exec('UPDATE item_fact SET packed = zeroblob(length(packed))')

  migrate(db)
  expect(db.prepare(rebuilds).all()).toEqual([{ state: 'running', through: 0, last: 2 }])
  const found = () =>
    openCatalogReader({ db }).searchRows({ text: 'Bar', brandIds: [], manufacturerIds: [] }, 0, 9).total
  expect(found()).toBe(2)
  await runRebuild(writer)
  expect(facts()).toEqual(right)
  expect(found()).toBe(2)
})

test('an empty workspace has nothing to rebuild', () => {
  using database = openTemporaryDatabase(77)
  migrate(database.db)
  expect(database.db.prepare(rebuilds).all()).toEqual([])
})
