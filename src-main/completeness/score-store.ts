import { performance } from 'node:perf_hooks'
import type { SizeOf } from '../../src-shared/completeness/judge-value.ts'
import { isForContentPlus, type RequirementProfile, type Score } from '../../src-shared/completeness/model.ts'
import { notScored, scorePercent, uncounted } from '../../src-shared/completeness/score-bands.ts'
import { type StoredExtras, scoreRecord } from '../../src-shared/completeness/score-record.ts'
import { item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import {
  type ItemScore,
  openCatalogQueries,
  openItemScores,
  openItemsToScore,
  openScoreState,
  type ScoreState,
} from '../catalog/index.ts'
import { everyRetailer, openKeptContent, openRetailerContentValues } from '../feeds/targets/sandbox/index.ts'
import { pictureAddress } from '../media/index.ts'
import { type Database, defineReader, defineWriter, type PictureRow } from '../storage/index.ts'

/** Maximum duration of a slice of a count in milliseconds, so that other calls are not delayed. */
const maxSlice = 30

/** Scores of the items of a part of the catalog. */
interface ScoreSlice {
  scores: ItemScore[]
  /** The last row of the part; absent at the end of the range. */
  last?: number
}

/** Scores records in a reader thread. */
export const scoreReader = defineReader('completeness/score', ({ db }) => {
  const keptCountOf = openItemExtras(db)
  const toScore = openItemsToScore(db)
  const bodyOf = db.prepare<[number], Uint8Array>('SELECT body FROM item_document WHERE seq = ?').pluck()
  const byId = db
    .prepare<[string], Uint8Array>('SELECT body FROM item_document JOIN item USING (seq) WHERE item.id = ?')
    .pluck()

  /** The score in percent, or `notScored`. */
  function percentOf(profile: RequirementProfile, seq: number, id: string): number {
    const body = bodyOf.get(seq)
    const record = body && parseElement(itemGroup, body).value
    if (!record) return notScored
    const kept = keptCountOf(id, profile.retailer)
    // For Content+, only items with such content are scored.
    if (isForContentPlus(profile) && kept.retailers.length === 0) return notScored
    return scorePercent(scoreRecord(profile, record, kept).score)
  }

  return {
    state: openScoreState(db),
    /** Ranges of items that changed after a change number. */
    changedRanges: (after: number): number[] => toScore.changedRanges(after),
    /**
     * Scores a part of a range: items without a valid score, or also the others, of which only those with another
     * score are returned.
     */
    slice(
      profile: RequirementProfile,
      { generation, range, after, all }: { generation: number; range: number; after: number; all: boolean },
    ): ScoreSlice {
      const until = performance.now() + maxSlice
      const scores: ItemScore[] = []
      for (const { seq, id, hash, score: known } of toScore.items(range, after, generation)) {
        if (known !== uncounted && !all) continue
        const score = percentOf(profile, seq, id)
        if (score !== known) scores.push({ seq, hash, score })
        if (performance.now() > until) return { scores, last: seq }
      }
      return { scores }
    },
    item(profile: RequirementProfile, id: string): Score | undefined {
      const body = byId.get(id)
      const record = body && parseElement(itemGroup, body).value
      return record && scoreRecord(profile, record, keptCountOf(id, profile.retailer))
    },
  }
})

/** Stores the scores of items. */
export const scoreWriter = defineWriter('completeness/score', ({ db, record }) => {
  const scores = openItemScores(db)
  const publish = () => record({ topic: 'scores' })
  return {
    begin(basis: string): ScoreState {
      publish()
      return scores.begin(basis)
    },
    /** @param isShown whether to publish the scores stored so far: each time repeats the searches of the screens */
    store(generation: number, found: readonly ItemScore[], isShown: boolean): void {
      scores.store(generation, found)
      if (isShown) publish()
    },
    finish(generation: number, scanned: number, asOf: string): void {
      scores.finish(generation, scanned, asOf)
      publish()
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
