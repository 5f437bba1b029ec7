import { expect, test } from 'vitest'
import { openChangeNumbers } from '../storage/index.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogCounts } from './catalog-counts.ts'

test('updates counts after each change and caches them otherwise', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  const changes = openChangeNumbers(db)
  const counts = openCatalogCounts(db)
  const insert = db.prepare(
    "INSERT INTO lookup (kind, id, name, folded, parent) VALUES (?, ?, 'Tea', 'tea', '')",
  )
  expect(counts()).toMatchObject({ items: 0, brands: 0 })
  insert.run('brand', 'b1')
  changes.raise(['lookups'])
  expect(counts()).toMatchObject({ brands: 1, retailers: 0 })
  const known = counts()
  changes.raise(['sync'])
  expect(counts()).toBe(known)
  insert.run('retailer', 'r1')
  changes.raise(['items'])
  expect(counts()).toMatchObject({ brands: 1, retailers: 1 })
})
