import { performance } from 'node:perf_hooks'
import type { SizeOf } from '../../src-shared/completeness/judge-value.ts'
import {
  isForContentPlus,
  type LackedField,
  type RequirementProfile,
  type Score,
} from '../../src-shared/completeness/model.ts'
import { scoreItem } from '../../src-shared/completeness/score-item.ts'
import { type KeptBeside, scoreRecord } from '../../src-shared/completeness/score-record.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import {
  everyRetailer,
  openCatalogQuestions,
  openKeptContent,
  openRetailerContentValues,
} from '../feeds/targets/sandbox/index.ts'
import { pictureAddress } from '../media/index.ts'
import { type Database, defineReader, type PictureRow } from '../storage/index.ts'

/** A slice of a count ends after so long, in milliseconds, so that nothing waits for it. */
const longestSlice = 40

/** Sums of one group of items. */
export interface GroupSum {
  id: string
  name: string
  items: number
  complete: number
  /** Of the scores. */
  sum: number
}

/** A stretch of the catalog, by row number. */
export interface CountedSlice {
  /** The last row of it; absent at the end of the catalog. */
  last?: number
  /** Items gone through, and those of them that the profile is about. */
  passed: number
  all: GroupSum
  brands: GroupSum[]
  retailers: GroupSum[]
  lacked: LackedField[]
}

interface ItemRow {
  seq: number
  id: string
  brandId: string
  brand: string
  body: Uint8Array
}

/** The scores of records, in a reader's thread: the catalog is read a slice at a time. */
export const scoreReader = defineReader('completeness/score', ({ db }) => {
  const keptOf = openKeptBeside(db)
  const { lookupName } = openCatalogQuestions(db)
  const byId = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()
  const after = db.prepare<[number], ItemRow>(`
    SELECT item.seq, item.id, brand_id AS brandId, brand, body FROM item JOIN item_document USING (seq)
    WHERE item.seq > ? ORDER BY item.seq`)
  const total = db.prepare<[], number>('SELECT count(*) FROM item').pluck()

  return {
    total: (): number => total.get() ?? 0,
    item(profile: RequirementProfile, id: string): Score | undefined {
      const body = byId.get(id)
      const record = body && parseElement(itemGroup, body).value
      return record && scoreRecord(profile, record, keptOf(id, profile.retailer))
    },
    slice(profile: RequirementProfile, from: number, most: number): CountedSlice {
      const until = performance.now() + longestSlice
      const sums = openSums((id) => lookupName('retailer', id) ?? id)
      let passed = 0
      for (const { seq, id, brandId, brand, body } of after.iterate(from)) {
        const record = parseElement(itemGroup, body).value
        if (record) sums.add(profile, record, keptOf(id, profile.retailer), { id: brandId, name: brand })
        passed++
        if (passed >= most || performance.now() > until) return { last: seq, passed, ...sums.result() }
      }
      return { passed, ...sums.result() }
    },
  }
})

/** How large the picture of an address is, where it is on this computer. */
export function openPictureSizes(db: Database): SizeOf {
  const picture = db.prepare<[string], Pick<PictureRow, 'width' | 'height' | 'reduced_to'>>(
    'SELECT width, height, reduced_to FROM picture WHERE address = ? AND sha256 IS NOT NULL',
  )
  return (url) => {
    const { width, height, reduced_to } = picture.get(pictureAddress(url)) ?? {}
    if (!width || !height) return undefined
    return { pixels: Math.max(width, height), isLeast: typeof reduced_to === 'number' }
  }
}

/** What is kept of an item beside its record. */
export function openKeptBeside(db: Database) {
  const { idsByName } = openCatalogQuestions(db)
  const contentOf = openKeptContent(db)
  const retailersOf = openRetailerContentValues(db)
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()
  const sizeOf = openPictureSizes(db)
  const distributorIds = (name: string): string[] => idsByName('distributor', name)
  return (id: string, retailer: string | undefined): KeptBeside => {
    const content = contentOf(id)
    return {
      sizeOf,
      distributorIds,
      content: {
        general: content.find((one) => one.retailer === everyRetailer)?.content,
        single: content
          .filter((one) => one.retailer !== everyRetailer)
          .map((one) => ({ id: one.retailer, contentPlus: one.content })),
      },
      retailers: content.length === 0 ? [] : retailersOf(id, retailer === undefined ? undefined : [retailer]),
      keepsContent: isSandbox.get() !== undefined,
    }
  }
}

/** Adds up the scores of items. */
function openSums(retailerName: (id: string) => string) {
  const all: GroupSum = { id: '', name: '', items: 0, complete: 0, sum: 0 }
  const brands = new Map<string, GroupSum>()
  const retailers = new Map<string, GroupSum>()
  const lacked = new Map<string, LackedField>()
  const addTo = (group: GroupSum, { score, missing }: Score): void => {
    group.items++
    group.sum += score
    if (missing.length === 0) group.complete++
  }
  const groupIn = (groups: Map<string, GroupSum>, id: string, name: () => string): GroupSum => {
    const known = groups.get(id)
    if (known) return known
    const made = { id, name: name(), items: 0, complete: 0, sum: 0 }
    groups.set(id, made)
    return made
  }
  return {
    add(
      profile: RequirementProfile,
      record: Item,
      kept: KeptBeside,
      brand: { id: string; name: string },
    ): void {
      const ofContentPlus = isForContentPlus(profile)
      // Of Content+, those items are meant that have some.
      if (ofContentPlus && kept.retailers.length === 0) return
      const score = scoreRecord(profile, record, kept)
      addTo(all, score)
      addTo(
        groupIn(brands, brand.id, () => brand.name),
        score,
      )
      for (const one of kept.retailers) {
        const { id = '' } = one
        const ofRetailer = ofContentPlus
          ? scoreItem(profile, { id: record.id, retailer: [one] }, kept)
          : score
        addTo(
          groupIn(retailers, id, () => retailerName(id)),
          ofRetailer,
        )
      }
      for (const { label, kind } of score.missing) {
        const key = `${kind} ${label}`
        const known = lacked.get(key)
        if (known) known.items++
        else lacked.set(key, { label, kind, items: 1 })
      }
    },
    result: () => ({
      all,
      brands: [...brands.values()],
      retailers: [...retailers.values()],
      lacked: [...lacked.values()],
    }),
  }
}
