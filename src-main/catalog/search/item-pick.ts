import type { CatalogRow, CatalogSelection, ItemPick } from '../../../src-shared/catalog/model.ts'
import { checkDigit, isValidGtin, normaliseGtin } from '../../../src-shared/values/gtin.ts'
import type { Database } from '../../storage/index.ts'
import type { ItemHits } from './item-hits.ts'

/** Fewer digits are more likely part of a name than a complete product code. */
const minCodeLength = 8
const lengths = new Set([8, 12, 13, 14])

/** Finds an item by its identifier, by a typed or scanned product code, or by words. */
export function openItemPick(
  db: Database,
  hits: ItemHits,
  rowsOf: (seqs: readonly number[]) => CatalogRow[],
  searchRows: (
    selection: CatalogSelection,
    offset: number,
    limit: number,
  ) => { total: number; rows: CatalogRow[] },
) {
  const byId = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const row = (id: string): CatalogRow | undefined => {
    const seq = byId.get(id)
    return seq === undefined ? undefined : rowsOf([seq])[0]
  }
  return {
    row,
    pick(text: string, limit: number): ItemPick {
      const typed = text.trim()
      const digits = normaliseGtin(typed)
      if (digits !== undefined && digits.length >= minCodeLength) {
        const { seqs, total } = hits.page({ code: typed }, 0, limit)
        if (total > 0) return { rows: rowsOf(seqs), total, isCode: true, isIdentifier: false }
      }
      const known = typed === '' ? undefined : row(typed)
      if (known) return { rows: [known], total: 1, isCode: false, isIdentifier: true }
      if (digits !== undefined && lengths.has(digits.length)) {
        const body = digits.slice(0, -1)
        const isWrong = !isValidGtin(digits)
        return {
          rows: [],
          total: 0,
          isCode: true,
          isIdentifier: false,
          ...(isWrong && { checkDigit: checkDigit(body) }),
        }
      }
      const { total, rows } = searchRows({ text: typed, brandIds: [], manufacturerIds: [] }, 0, limit)
      return { rows, total, isCode: false, isIdentifier: false }
    },
  }
}
