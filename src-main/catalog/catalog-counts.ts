import { type Database, type LookupRow, openChangeNumbers } from '../storage/index.ts'

interface CatalogCounts {
  items: number
  manufacturers: number
  brands: number
  distributors: number
  retailers: number
}

/**
 * Number of entries of each kind. The counts are cached until one of the lists changes, because every screen
 * requests them: counting a million items takes 20 ms.
 */
export function openCatalogCounts(db: Database): () => CatalogCounts {
  const changes = openChangeNumbers(db)
  const items = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  const lookups = db.prepare<[], Pick<LookupRow, 'kind'> & { count: number }>(
    'SELECT kind, count(*) AS count FROM lookup GROUP BY kind',
  )
  const count = (): CatalogCounts => {
    const counts = new Map(lookups.all().map(({ kind, count }) => [kind, count]))
    const countOf = (kind: string) => counts.get(kind) ?? 0
    return {
      items: items.get() ?? 0,
      manufacturers: countOf('manufacturer'),
      brands: countOf('brand'),
      distributors: countOf('distributor'),
      retailers: countOf('retailer'),
    }
  }
  let counted: { asOf: string; counts: CatalogCounts } | undefined
  return () => {
    const asOf = `${changes.lastOf('items')} ${changes.lastOf('lookups')}`
    if (counted?.asOf !== asOf) counted = { asOf, counts: count() }
    return counted.counts
  }
}
