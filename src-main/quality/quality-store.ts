import { performance } from 'node:perf_hooks'
import { isForContentPlus, type RequirementProfile } from '../../src-shared/completeness/model.ts'
import { scoreItem } from '../../src-shared/completeness/score-item.ts'
import { scoreRecord } from '../../src-shared/completeness/score-record.ts'
import { minPixelsOf, type QualityRow } from '../../src-shared/quality/model.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries } from '../catalog/index.ts'
import { openItemExtras, openPictureSizes } from '../completeness/index.ts'
import { type CamelCase, defineReader, type ItemDocumentRow, type ItemRow } from '../storage/index.ts'
import { type FindingLimits, type Found, findingsOf } from './item-findings.ts'
import { openSums, type Sums } from './sums.ts'

/** Maximum duration of a slice of a count in milliseconds, so that other calls are not delayed. */
const maxSlice = 40

/** A range of the catalog, by row number. */
export interface QualitySlice extends Sums {
  /** Last row of the range; absent at the end of the catalog. */
  last?: number
  passed: number
}

type Row = CamelCase<Pick<ItemRow, 'seq' | 'id' | 'brand_id' | 'brand' | 'updated_at'>> &
  Pick<ItemDocumentRow, 'body'>
type ListedRow = Row & Pick<ItemRow, 'name' | 'code' | 'updated'>

/** Evaluates the items of the catalog in a reader thread, one slice at a time. */
export const qualityReader = defineReader('quality', ({ db }) => {
  const keptCountOf = openItemExtras(db)
  const sizeOf = openPictureSizes(db)
  const { lookupName } = openCatalogQueries(db)
  const columns = `item.seq, item.id, brand_id AS brandId, brand, updated_at AS updatedAt, body`
  const after = db.prepare<[number], Row>(
    `SELECT ${columns} FROM item JOIN item_document USING (seq) WHERE item.seq > ? ORDER BY item.seq`,
  )
  const furtherBrands = db.prepare<[number], { id: string; name: string }>(
    "SELECT id, name FROM item_party WHERE item = ? AND kind = 'brand'",
  )
  const listed = db.prepare<[string], ListedRow>(`
    SELECT ${columns}, name, code, updated FROM json_each(?) AS hit
    CROSS JOIN item ON item.seq = hit.value JOIN item_document USING (seq) ORDER BY hit.key`)
  const idsOf = db
    .prepare<[string], string>(
      'SELECT item.id FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key',
    )
    .pluck()
  const total = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  const findingsIn = (record: Item | undefined, row: Row, limits: FindingLimits): Found[] =>
    record
      ? findingsOf(record, { sizeOf, updatedAt: row.updatedAt, ...limits })
      : [{ figure: 'finding:unreadable', detail: '' }]

  return {
    total: (): number => total.get() ?? 0,
    slice(profile: RequirementProfile, staleBefore: number, from: number, most: number): QualitySlice {
      const until = performance.now() + maxSlice
      const limits = { staleBefore, minPixels: minPixelsOf(profile) }
      const sums = openSums((id) => lookupName('retailer', id) ?? id)
      const ofContentPlus = isForContentPlus(profile)
      let passed = 0
      for (const row of after.iterate(from)) {
        const record = parseElement(itemGroup, row.body).value
        sums.addFound(row.seq, findingsIn(record, row, limits))
        if (record) {
          const kept = keptCountOf(row.id, profile.retailer)
          // For Content+, only items with such content are scored.
          if (!ofContentPlus || kept.retailers.length > 0) {
            const score = scoreRecord(profile, record, kept)
            sums.addScore(row.seq, score, {
              // A brand filter of the catalog finds an item by each of its products.
              brands: [{ id: row.brandId, name: row.brand }, ...furtherBrands.all(row.seq)],
              categories: record.categories ?? [],
              // Content+ for several retailers is scored for each retailer separately.
              retailers: kept.retailers.map((one) => ({
                id: one.id ?? '',
                score: ofContentPlus ? scoreItem(profile, { id: record.id, retailer: [one] }, kept) : score,
              })),
            })
          }
        }
        passed++
        if (passed >= most || performance.now() > until) return { last: row.seq, passed, ...sums.result() }
      }
      return { passed, ...sums.result() }
    },
    /** Items by row number, in this order, each with the detail of a figure. Deleted items are skipped. */
    rows(figure: string, seqs: number[], profile: RequirementProfile, staleBefore: number): QualityRow[] {
      const limits = { staleBefore, minPixels: minPixelsOf(profile) }
      return listed.all(JSON.stringify(seqs)).map((row) => ({
        id: row.id,
        name: row.name,
        brand: row.brand,
        code: row.code,
        lastUpdated: row.updated,
        detail:
          findingsIn(parseElement(itemGroup, row.body).value, row, limits).find(
            (one) => one.figure === figure,
          )?.detail ?? '',
      }))
    },
    ids: (seqs: number[]): string[] => idsOf.all(JSON.stringify(seqs)),
  }
})
