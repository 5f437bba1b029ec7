import type { DuplicateItem, Pair } from '../../src-shared/duplicates/model.ts'
import { type NameWords, namesFitPicture, nameWords } from '../../src-shared/duplicates/name-likeness.ts'
import { maxNamesInBrand, nearNames } from '../../src-shared/duplicates/near-names.ts'
import { nearPictures, type PictureHashes } from '../../src-shared/duplicates/near-pictures.ts'
import { isGtinType, isValidGtin, searchCandidates, upcEToUpcA } from '../../src-shared/values/gtin.ts'
import { rankToShow } from '../../src-shared/views.ts'
import { openItemMedia } from '../catalog/index.ts'
import { pictureAddress } from '../media/index.ts'
import { type Database, defineReader, type ItemCodeRow, type ItemRow } from '../storage/index.ts'

/** The front picture of an item. */
export interface Front {
  seq: number
  signs: PictureHashes
}

/** A range of the catalog, by row number. */
export interface ScannedSlice {
  /** Last row of the range; absent at the end of the catalog. */
  last?: number
  passed: number
  pairs: Pair[]
  fronts: Front[]
}

type Code = Pick<ItemCodeRow, 'code' | 'gtin14' | 'type'>

const ordered = (one: number, other: number): Pick<Pair, 'one' | 'other'> =>
  one < other ? { one, other } : { one: other, other: one }

/** Scans the catalog in independent ranges. */
export const scanReader = defineReader('duplicates/look', ({ db }) => {
  const total = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  const after = db
    .prepare<[number, number], number>('SELECT seq FROM item WHERE seq > ? ORDER BY seq LIMIT ?')
    .pluck()
  const codesOf = db.prepare<[number], Code>(
    'SELECT code, gtin14, type FROM item_code WHERE item = ? ORDER BY position',
  )
  const firstOfGtin = db.prepare<[string], { item: number; code: string }>(
    'SELECT item, code FROM item_code WHERE gtin14 = ? ORDER BY item LIMIT 1',
  )
  const frontsOf = openFronts(db)
  const brands = db.prepare<[], { id: string; items: number }>(
    'SELECT brand_id AS id, count(*) AS items FROM item GROUP BY brand_id HAVING items > 1 ORDER BY brand_id',
  )
  const ofBrand = db.prepare<[string, number], Pick<ItemRow, 'seq' | 'name' | 'brand' | 'code'>>(
    'SELECT seq, name, brand, code FROM item WHERE brand_id = ? ORDER BY seq LIMIT ?',
  )
  const named = db.prepare<[number], Pick<ItemRow, 'name' | 'brand'>>(
    'SELECT name, brand FROM item WHERE seq = ?',
  )
  const rows = db.prepare<[string], DuplicateItem & { seq: number }>(`
    SELECT item.seq, item.id, name, brand, manufacturer, code, updated AS lastUpdated
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key`)
  const ids = db
    .prepare<[string], [number, string]>(
      'SELECT item.seq, item.id FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value',
    )
    .raw()

  /**
   * Pairs an item with the first item that has the same code in any form. Of several items with one GTIN,
   * each is paired with the first.
   */
  function pairsByCode(seq: number): Pair[] {
    return codesOf.all(seq).flatMap(({ code, gtin14, type }) => {
      if (!isGtinType(type)) return []
      const readings = new Set([...(gtin14 ? [gtin14] : []), ...(searchCandidates(code)?.gtin14s ?? [])])
      return [...readings].flatMap((reading): Pair[] => {
        const first = isPlaceholder(reading) ? undefined : firstOfGtin.get(reading)
        if (!first || first.item === seq) return []
        const expanded = upcEToUpcA(code)
        const isExpanded = expanded !== undefined && reading === expanded.padStart(14, '0')
        const how: 'upc-e' | 'completed' = isExpanded ? 'upc-e' : 'completed'
        return [
          {
            ...ordered(first.item, seq),
            why: {
              kind: 'gtin',
              codes: first.item < seq ? [first.code, code] : [code, first.code],
              ...(reading !== gtin14 && { reading: how }),
            },
          },
        ]
      })
    })
  }

  return {
    total: (): number => total.get() ?? 0,
    slice(from: number, most: number): ScannedSlice {
      const seqs = after.all(from, most)
      const last = seqs.length < most ? undefined : seqs.at(-1)
      return {
        ...(last !== undefined && { last }),
        passed: seqs.length,
        pairs: seqs.flatMap(pairsByCode),
        fronts: frontsOf(seqs),
      }
    },
    /** Brands with at least two items. */
    brands: () => brands.all(),
    names(brandIds: string[]): { pairs: Pair[]; isPart: boolean } {
      let isPart = false
      const pairs = brandIds.flatMap((brandId) => {
        const items = ofBrand.all(brandId, maxNamesInBrand + 1)
        isPart ||= items.length > maxNamesInBrand
        return nearNames(items.map(({ name, brand }) => nameWords(name, brand))).flatMap((near): Pair[] => {
          const one = items[near.one]
          const other = items[near.other]
          if (!one || !other) return []
          const ownGtins = isValidGtin(one.code) && isValidGtin(other.code) && one.code !== other.code
          return [
            { ...ordered(one.seq, other.seq), why: { kind: 'name', likeness: near.likeness }, ownGtins },
          ]
        })
      })
      return { pairs, isPart }
    },
    pictures(fronts: Front[]): Pair[] {
      const known = new Map<number, NameWords>()
      const wordsOf = (seq: number): NameWords => {
        const words = known.get(seq) ?? nameWords(named.get(seq)?.name ?? '', named.get(seq)?.brand)
        known.set(seq, words)
        return words
      }
      return nearPictures(fronts.map(({ signs }) => signs)).flatMap(({ one, other, bits }): Pair[] => {
        const [a, b] = [fronts[one], fronts[other]]
        return a && b && namesFitPicture(wordsOf(a.seq), wordsOf(b.seq))
          ? [{ ...ordered(a.seq, b.seq), why: { kind: 'picture', bits } }]
          : []
      })
    },
    rows: (seqs: number[]) => rows.all(JSON.stringify(seqs)),
    ids: (seqs: number[]): [number, string][] => ids.all(JSON.stringify(seqs)),
  }
})

/** Whether a number consists of equal digits, such as zeros or nines, and is only a placeholder. */
const isPlaceholder = (gtin14: string): boolean => new Set(gtin14.replace(/^0+/, '')).size <= 1

/** The hashes of the stored front pictures of items; items without one are skipped. */
function openFronts(db: Database): (seqs: number[]) => Front[] {
  const media = openItemMedia(db)
  const signsOf = db
    .prepare<[string], Buffer | null>(
      'SELECT signs FROM picture JOIN picture_signs USING (sha256) WHERE address = ? AND signs IS NOT NULL',
    )
    .pluck()
  const signsIn = (media: { view: string; url: string }[]): PictureHashes | undefined => {
    const fronts = media
      .flatMap(({ view, url }) => {
        const rank = rankToShow(view, 'front')
        return rank === undefined ? [] : [{ rank, url }]
      })
      .sort((a, b) => a.rank - b.rank)
    for (const { url } of fronts) {
      const signs = signsOf.get(pictureAddress(url))
      if (signs) return [signs.readUInt32BE(0), signs.readUInt32BE(4)]
    }
    return undefined
  }
  return (seqs) => {
    const named = media.of(seqs)
    return seqs.flatMap((seq) => {
      const signs = signsIn(named.get(seq) ?? [])
      return signs ? [{ seq, signs }] : []
    })
  }
}
