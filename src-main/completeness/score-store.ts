import type { SizeOf } from '../../src-shared/completeness/judge-value.ts'
import type { RequirementProfile, Score } from '../../src-shared/completeness/model.ts'
import { type StoredExtras, scoreRecord } from '../../src-shared/completeness/score-record.ts'
import { item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries } from '../catalog/index.ts'
import { everyRetailer, openKeptContent, openRetailerContentValues } from '../feeds/targets/sandbox/index.ts'
import { pictureAddress } from '../media/index.ts'
import { type Database, defineReader, type PictureRow } from '../storage/index.ts'

/** Scores single records in a reader thread. */
export const scoreReader = defineReader('completeness/score', ({ db }) => {
  const keptCountOf = openItemExtras(db)
  const byId = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()

  return {
    item(profile: RequirementProfile, id: string): Score | undefined {
      const body = byId.get(id)
      const record = body && parseElement(itemGroup, body).value
      return record && scoreRecord(profile, record, keptCountOf(id, profile.retailer))
    },
  }
})

/** The size of the picture with an address, if it is stored on this computer. */
export function openPictureSizes(db: Database): SizeOf {
  const picture = db.prepare<[string], Pick<PictureRow, 'width' | 'height' | 'reduced_to'>>(
    'SELECT width, height, reduced_to FROM picture WHERE address = ? AND sha256 IS NOT NULL',
  )
  return (url) => {
    const { width, height, reduced_to } = picture.get(pictureAddress(url)) ?? {}
    if (!width || !height) return undefined
    return { pixels: Math.max(width, height), isMinimum: typeof reduced_to === 'number' }
  }
}

/** Data stored for an item in addition to its record. */
export function openItemExtras(db: Database) {
  const { idsByName } = openCatalogQueries(db)
  const contentOf = openKeptContent(db)
  const retailersOf = openRetailerContentValues(db)
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()
  const sizeOf = openPictureSizes(db)
  const distributorIds = (name: string): string[] => idsByName('distributor', name)
  return (id: string, retailer: string | undefined): StoredExtras => {
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
