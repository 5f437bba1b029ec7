import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openCatalogWriter } from '../../catalog/catalog-writer.ts'
import { runRebuild } from '../../catalog/rebuild/rebuild.ts'
import { openTemporaryDatabase, openTemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { laterMigration } from '../fixtures/later-migration.ts'
import { migrations } from '../migrations/index.ts'
import { refuseForeignSchema } from './check-schema.ts'

test.each([
  'CREATE TRIGGER emptied AFTER UPDATE ON setting BEGIN DELETE FROM item; END',
  'CREATE VIEW item_seen AS SELECT * FROM item',
  'CREATE TABLE more (id TEXT) STRICT',
  'CREATE INDEX draft_more ON draft (name)',
  'DROP TRIGGER one_item_for_each_gtin',
  'DROP TRIGGER retailer_content_ends; CREATE TRIGGER retailer_content_ends AFTER DELETE ON draft BEGIN DELETE FROM item; END',
  'ALTER TABLE draft ADD COLUMN more TEXT',
  'ALTER TABLE migration RENAME COLUMN number TO seq',
  `DROP TABLE migration; CREATE VIEW migration AS
     WITH RECURSIVE endless (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM endless) SELECT number FROM endless`,
])('refuses a changed schema: %s', (change) => {
  using database = openTemporaryDatabase()
  refuseForeignSchema(database.db)
  database.db.exec(change)
  expect(() => refuseForeignSchema(database.db)).toThrow('objects that Catalog Desk did not create')
})

test('refuses a trigger in a workspace of an earlier version before migrating it', () => {
  using database = openTemporaryDatabase([])
  refuseForeignSchema(database.db)
  database.db.exec('CREATE TRIGGER emptied AFTER INSERT ON migration BEGIN DELETE FROM item; END')
  expect(() => refuseForeignSchema(database.db)).toThrow('trigger emptied')
})

test('refuses a workspace of a newer version as such, with any schema', () => {
  using database = openTemporaryDatabase([...migrations, laterMigration])
  database.db.exec('CREATE TABLE later (id TEXT) STRICT')
  expect(() => refuseForeignSchema(database.db)).toThrow(expect.objectContaining({ code: 'newer-workspace' }))
})

test('accepts an index during and after its rebuild', async () => {
  using database = openTemporaryDatabase()
  const writer = openCatalogWriter({ db: database.db, now: () => 0, record: () => undefined })
  writer.beginRebuild()
  refuseForeignSchema(database.db)
  await runRebuild(writer)
  database.db.exec('ANALYZE')
  refuseForeignSchema(database.db)
})

test('does not open a workspace with a foreign trigger', async () => {
  await using workspace = await openTemporaryWorkspace()
  await workspace.storage.close()
  const db = new Database(workspace.storage.path)
  db.exec('CREATE TRIGGER emptied AFTER INSERT ON setting BEGIN DELETE FROM item; END')
  db.close()
  await expect(workspace.reopen()).rejects.toMatchObject({ code: 'foreign-schema' })
})
