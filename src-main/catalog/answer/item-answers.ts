import { type Database, defineReader, openChangeNumbers } from '../../storage/index.ts'
import { dayBounds } from '../project/instant.ts'
import { type Hits, type ItemHits, openItemHits } from '../search/item-hits.ts'
import { openSearchWords, type SearchWords } from '../search/words/search-words.ts'
import { type ItemBodyReader, openItemBodies } from './item-bodies.ts'
import type { ItemBodies, ItemQuery } from './item-query.ts'

export interface ItemAnswer extends ItemBodies {
  /** Number of items in the response. */
  count: number
  /** Number of items in the entire selection. */
  total: number
  /** Present in a large response, whose body is empty: the records to read in pieces. */
  large?: FoundItems
}

/** Items that were found but not read. */
export interface FoundItems {
  /** Row numbers, in order. */
  seqs: Uint32Array
  total: number
  /**
   * Number of the last change to items at the time of the search. The row numbers are valid as long as it is
   * the same.
   */
  changeNumber: number
}

const noHits: Hits = { total: 0, seqs: [] }

/** Answers item searches of the service API. */
export function openItemAnswers(db: Database, words: SearchWords, hits: ItemHits, bodies: ItemBodyReader) {
  const changeNumbers = openChangeNumbers(db)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()

  const hitsOf = (query: ItemQuery): Hits => {
    if (query.id !== undefined) {
      const seq = seqOf.get(query.id)
      return seq === undefined ? noHits : { total: 1, seqs: [seq] }
    }
    const match = query.q === undefined ? undefined : words.descriptions(query.q)
    if (query.q !== undefined && match === undefined) return noHits
    const selection = {
      match,
      manufacturerIds: query.m === undefined ? [] : [query.m],
      brandIds: query.b === undefined ? [] : [query.b],
      code: query.upc,
      from: query.since === undefined ? undefined : dayBounds(query.since)?.first,
      to: query.until === undefined ? undefined : dayBounds(query.until)?.last,
      verified: query.verified === true,
    }
    return hits.page(selection, query.idx, query.limit)
  }
  const toFound = ({ total, seqs }: Hits): FoundItems => ({
    total,
    seqs: Uint32Array.from(seqs),
    changeNumber: changeNumbers.lastOf('items'),
  })

  return {
    find: (query: ItemQuery): FoundItems => toFound(hitsOf(query)),
    /**
     * @param isShared allows a body in shared memory, with one hold that the caller must release
     * (`releaseBytes`)
     */
    answer(query: ItemQuery, isShared?: boolean): ItemAnswer {
      const { seqs, total } = hitsOf(query)
      const whole = bodies.whole(query, seqs, isShared)
      if (whole) return { ...whole, count: seqs.length, total }
      return { body: new Uint8Array(), gaps: [], count: seqs.length, total, large: toFound({ seqs, total }) }
    },
  }
}

/** Reads the records of a large response in pieces, in a snapshot. */
export const itemPieceReader = defineReader('catalog/item-pieces', ({ db }) => {
  const changeNumbers = openChangeNumbers(db)
  const bodies = openItemBodies(db)
  return {
    /** Number of the last change to items. */
    changeNumber: () => changeNumbers.lastOf('items'),
    /** Needed only if an item has changed between the search and the snapshot. */
    find: (query: ItemQuery): FoundItems =>
      openItemAnswers(db, openSearchWords(db), openItemHits(db), bodies).find(query),
    piece: bodies.piece,
  }
})
