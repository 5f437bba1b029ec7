import { allergenIds } from '../../../src-shared/allergens/find-allergens.ts'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { statusWord } from '../../../src-shared/catalog/status-word.ts'
import { type Database, openItemFindings } from '../../storage/index.ts'
import { fact, lastView, picturesIn, scoreIn, unknownEnergy, viewsIn } from '../project/fact-layout.ts'
import { openScoreState } from '../project/item-scores.ts'
import { categoriesOf, type ValueTable } from './facts/value-names.ts'

type StoredRow = Pick<
  CatalogRow,
  'id' | 'name' | 'brand' | 'manufacturer' | 'code' | 'lastUpdated' | 'size'
> & {
  status: string
  /** Null if the item has no facts yet. */
  packed: Buffer | null
}

/** Reads the rows of a list by row numbers, in the given order. */
export function openListRows(db: Database, values: ValueTable): (seqs: readonly number[]) => CatalogRow[] {
  const rows = db.prepare<[string], StoredRow>(`
    SELECT item.id, name, brand, manufacturer, code, updated AS lastUpdated, size, status, packed
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value LEFT JOIN item_fact ON item_fact.item = item.seq
    ORDER BY hit.key`)
  const scoreState = openScoreState(db)
  const findingsOf = openItemFindings(db)
  return (seqs) => {
    const { generation } = scoreState()
    return rows.all(JSON.stringify(seqs)).map(({ packed, status, ...row }): CatalogRow => {
      const findings = findingsOf(row.id)
      const known = { ...row, status: statusWord(status), ...(findings.length > 0 && { findings }) }
      if (!packed) return { ...known, category: '', packageType: '', views: [], imageCount: 0 }
      const words = new Uint32Array(Uint8Array.from(packed).buffer)
      const views = viewsIn(words[fact.viewsAndPictures] ?? 0)
      const score = scoreIn(words[fact.energyAndScore] ?? 0, generation)
      return {
        ...known,
        category:
          categoriesOf(values.of('categories').ids[words[fact.categories] ?? 0] ?? '').at(-1)?.name ?? '',
        packageType: values.of('package').names[(words[fact.packageAndStatus] ?? 0) & 0xffff] ?? '',
        views: values
          .of('view')
          .ids.filter(
            (_id, number) => number > 0 && number <= lastView && (views & (1 << (number - 1))) !== 0,
          ),
        imageCount: picturesIn(words[fact.viewsAndPictures] ?? 0),
        ...(score <= 100 && { completeness: score }),
        ...allergensAt(words),
        ...energyAt(words),
      }
    })
  }
}

function allergensAt(words: Uint32Array): Pick<CatalogRow, 'allergens'> {
  const bits = (words[fact.missingAndAllergens] ?? 0) >>> 16
  return bits === 0 ? {} : { allergens: allergenIds.filter((_, bit) => (bits & (1 << bit)) !== 0) }
}

function energyAt(words: Uint32Array): Pick<CatalogRow, 'energy'> {
  const tenths = (words[fact.energyAndScore] ?? unknownEnergy) & 0xffff
  return tenths === unknownEnergy ? {} : { energy: tenths / 10 }
}
