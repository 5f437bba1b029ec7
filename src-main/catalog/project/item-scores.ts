import type { Database, ItemScoreStateRow } from '../../storage/index.ts'
import { openChangeNumbers } from '../../storage/index.ts'
import {
  fact,
  maxGeneration,
  packedScore,
  rangeBits,
  rangeLength,
  scoreIn,
  scoreOffset,
} from './fact-layout.ts'

/** Which scores are valid, and what the last complete count has used. */
export interface ScoreState {
  /** 0: no score is valid. */
  generation: number
  basis: string
  /** Change number up to which changed items are scored; -1: no count has ended. */
  scanned: number
  asOf: string
}

/** Reads which scores are valid. */
export function openScoreState(db: Database): () => ScoreState {
  const state = db.prepare<
    [],
    Pick<ItemScoreStateRow, 'generation' | 'basis' | 'scanned'> & { asOf: string }
  >('SELECT generation, basis, scanned, as_of AS asOf FROM item_score_state')
  return () => state.get() ?? { generation: 0, basis: '', scanned: -1, asOf: '' }
}

/** Reads the completeness of an item in percent; undefined if it is not counted, or the profile does not apply to it. */
export function openCompletenessOf(db: Database): (itemId: string) => number | undefined {
  const scoreState = openScoreState(db)
  const facts = db
    .prepare<[string], Buffer>(
      'SELECT packed FROM item CROSS JOIN item_fact ON item_fact.item = item.seq WHERE item.id = ?',
    )
    .pluck()
  return (itemId) => {
    const packed = facts.get(itemId)
    if (!packed) return undefined
    const score = scoreIn(packed.readUInt32LE(4 * fact.energyAndScore), scoreState().generation)
    return score <= 100 ? score : undefined
  }
}

/** An item with its stored score, or `uncounted`. */
interface ItemToScore {
  seq: number
  id: string
  hash: Buffer
  score: number
}

/** Reads the items of a range of facts, and the ranges that have changed. */
export function openItemsToScore(db: Database) {
  const changed = db
    .prepare<[number], number>('SELECT range FROM item_fact_range WHERE changed > ? ORDER BY range')
    .pluck()
  const items = db.prepare<[number, number], Omit<ItemToScore, 'score'> & { packed: Buffer }>(`
    SELECT item AS seq, item.id, item.hash, packed FROM item_fact CROSS JOIN item ON item.seq = item_fact.item
    WHERE item_fact.item > ? AND item_fact.item <= ? ORDER BY item_fact.item`)
  return {
    /** Ranges with items that changed after a change number. */
    changedRanges: (after: number): number[] => changed.all(after),
    /** The items of a range after a row number. */
    *items(range: number, after: number, generation: number): Generator<ItemToScore> {
      const first = range << rangeBits
      for (const { packed, ...item } of items.iterate(Math.max(after, first - 1), first + rangeLength - 1))
        yield { ...item, score: scoreIn(packed.readUInt32LE(4 * fact.energyAndScore), generation) }
    },
  }
}

/** The score of an item by the record with this hash. */
export interface ItemScore {
  seq: number
  hash: Uint8Array
  score: number
}

/** Stores scores in the facts of items, inside the caller's transaction. */
export function openItemScores(db: Database) {
  const state = openScoreState(db)
  const changeNumbers = openChangeNumbers(db)
  const stored = db
    .prepare<[number, Uint8Array], Buffer>(
      'SELECT packed FROM item_fact WHERE item = ? AND EXISTS (SELECT 1 FROM item WHERE seq = item_fact.item AND hash = ?)',
    )
    .pluck()
  const put = db.prepare('UPDATE item_fact SET packed = ? WHERE item = ?')
  const touch = db.prepare(`
    INSERT INTO item_fact_range (range, changed) VALUES (?, ?)
    ON CONFLICT (range) DO UPDATE SET changed = excluded.changed WHERE changed <> excluded.changed`)
  const all = db.prepare<[], { item: number; packed: Buffer }>('SELECT item, packed FROM item_fact')
  const begin = db.prepare("UPDATE item_score_state SET generation = ?, basis = ?, scanned = -1, as_of = ''")
  const finish = db.prepare('UPDATE item_score_state SET scanned = ?, as_of = ? WHERE generation = ?')

  return {
    /** Invalidates all scores: others follow, by other requirements. */
    begin(basis: string): ScoreState {
      const next = state().generation + 1
      // The numbers are used again, so that no old score may be left.
      if (next > maxGeneration)
        for (const { item, packed } of all.all()) {
          packed.writeUInt16LE(0, scoreOffset)
          put.run(packed, item)
        }
      begin.run(next > maxGeneration ? 1 : next, basis)
      return state()
    },
    /** Stores scores of this generation, except those of items that have changed meanwhile. */
    store(generation: number, scores: readonly ItemScore[]): void {
      if (state().generation !== generation) return
      const changed = changeNumbers.last() + 1
      const ranges = new Set<number>()
      for (const { seq, hash, score } of scores) {
        const packed = stored.get(seq, hash)
        if (!packed) continue
        packed.writeUInt16LE(packedScore(generation, score), scoreOffset)
        put.run(packed, seq)
        ranges.add(seq >> rangeBits)
      }
      for (const range of ranges) touch.run(range, changed)
    },
    /** Records that all items are scored as of these change numbers. */
    finish: (generation: number, scanned: number, asOf: string): void =>
      void finish.run(scanned, asOf, generation),
  }
}
