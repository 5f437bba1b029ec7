import { type Database, defineReader, openChangeNumbers } from '../../storage/index.ts'
import { dayBounds } from '../project/instant.ts'
import { openMediaRows } from '../project/media-rows.ts'
import { openSearchWords, type SearchWords } from '../project/search-words.ts'
import { type Hits, type ItemHits, openItemHits } from '../search/item-hits.ts'
import { type ItemBodyReader, openItemBodies } from './item-bodies.ts'
import type { FoundItems, ItemAnswer, ItemQuery } from './item-query.ts'

const nothing: Hits = { total: 0, seqs: [] }

export interface ItemAnswers {
  find(query: ItemQuery): FoundItems
  answer(query: ItemQuery): ItemAnswer
}

/** Answers item searches of the service. */
export function openItemAnswers(
  db: Database,
  words: SearchWords,
  hits: ItemHits,
  bodies: ItemBodyReader,
): ItemAnswers {
  const changeNumbers = openChangeNumbers(db)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()

  const hitsOf = (query: ItemQuery): Hits => {
    if (query.id !== undefined) {
      const seq = seqOf.get(query.id)
      return seq === undefined ? nothing : { total: 1, seqs: [seq] }
    }
    const match = query.q === undefined ? undefined : words.descriptions(query.q)
    if (query.q !== undefined && match === undefined) return nothing
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
    find: (query) => toFound(hitsOf(query)),
    answer(query) {
      const { seqs, total } = hitsOf(query)
      const whole = bodies.whole(query, seqs)
      if (whole) return { ...whole, count: seqs.length, total }
      return { body: new Uint8Array(), gaps: [], count: seqs.length, total, large: toFound({ seqs, total }) }
    },
  }
}

/** Of a snapshot: the records of a large answer, piece by piece. */
export const itemPieceReader = defineReader('item-pieces', ({ db }) => {
  const changeNumbers = openChangeNumbers(db)
  const bodies = openItemBodies(db, openMediaRows(db))
  return {
    /** The number of the last change to items. */
    changeNumber: () => changeNumbers.lastOf('items'),
    /** Needed seldom: what was found outside holds unless an item has changed meanwhile. */
    find: (query: ItemQuery): FoundItems =>
      openItemAnswers(db, openSearchWords(), openItemHits(db), bodies).find(query),
    piece: bodies.piece,
  }
})
