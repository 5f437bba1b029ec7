import type { SyncProfile } from '../../../src-shared/sync/model.ts'
import {
  type ItemAnswerDocument,
  type ItemProblem,
  instant,
  type openCatalogWriter,
  openItemAbsence,
  type PutItem,
  projectPage,
} from '../../catalog/index.ts'
import type { Database } from '../../storage/index.ts'
import type { PageAnswer } from '../checkpoint.ts'
import { isWindow, type Slice } from '../plan.ts'
import type { OpenRun } from './run-rows.ts'

/**
 * The result of storing a page for a run. `items` counts each item once, even if it arrives several times.
 */
export interface KeptPage extends PageAnswer {
  start: number
  items: { done: number; created: number; changed: number; unchanged: number; returned: number }
  /** Items that cannot be stored, for the quarantine. */
  aside: ItemProblem[]
  /** All items arrived earlier in this run and are unchanged. */
  isKnown: boolean
  /** Changed items that arrived in a smaller profile than the stored one, to be requested completely. */
  wanted: string[]
}

/** Profiles by size; a larger profile contains everything of a smaller one. */
const profileRank: Record<SyncProfile, number> = { listing: 0, analytics: 1, standard: 2, complete: 3 }

/** Stores pages for a run and records which items arrived. Runs in the caller's transaction. */
export function openPageKeeper(db: Database, catalog: ReturnType<typeof openCatalogWriter>) {
  const seen = openSeenItems(db)
  const absence = openItemAbsence(db)
  const known = db.prepare<
    [string],
    { seq: number; updatedAt: number; verified: number; profile: SyncProfile | null }
  >(
    `SELECT seq, updated_at AS updatedAt, verified, profile FROM item LEFT JOIN item_profile ON item_profile.item = seq WHERE id = ?`,
  )
  const setProfile = db.prepare(
    'INSERT INTO item_profile VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET profile = excluded.profile',
  )
  const dropProfile = db.prepare('DELETE FROM item_profile WHERE item = ?')
  const reducedCount = db.prepare<[], number>('SELECT count(*) FROM item_profile').pluck()

  /** All passes over an open window count as one. */
  const passOf = (slice: Slice): number =>
    isWindow(slice) && slice.task.until !== undefined ? slice.reading.pass : 0

  /** Whether the stored record has a larger profile than the given one, which then must not replace it. */
  const hasLargerProfile = (kept: SyncProfile | null, given: SyncProfile) =>
    profileRank[kept ?? 'complete'] > profileRank[given]

  return {
    /** @throws PlainError `needsPreparation` if the response must be prepared first; then nothing is stored */
    keepItems(
      { sequence, run, plan, progress }: OpenRun,
      slice: Slice,
      answer: ItemAnswerDocument,
    ): KeptPage {
      const { profile, v = false } = slice.task
      const items = { done: 0, created: 0, changed: 0, unchanged: 0, returned: 0 }
      const wanted: string[] = []
      const refused = new Set<string>()
      const verified: string[] = []
      const mayBeAbsent = absence.count() > 0
      const mayBeReduced = profile !== 'complete' || (reducedCount.get() ?? 0) > 0
      let distinct = 0
      let isKnown = true
      let firstId: string | undefined

      const accepts = ({ id, updatedAt }: Pick<PutItem, 'id' | 'updatedAt'>): boolean => {
        const kept = known.get(id)
        if (!kept || !hasLargerProfile(kept.profile, profile)) return true
        refused.add(id)
        if (updatedAt !== undefined && updatedAt !== kept.updatedAt) wanted.push(id)
        return false
      }
      const each = ({ id, seq = seen.seqOf(id), outcome, updatedAt }: PutItem): void => {
        firstId ??= id
        if (seq === undefined) return
        const { isFirst, isDistinct } = seen.register(sequence, 'items', seq, slice, passOf(slice))
        if (isDistinct) distinct++
        if (isFirst || outcome !== 'unchanged') isKnown = false
        const isOverlap =
          outcome === 'unchanged' && updatedAt !== undefined && updatedAt <= (progress.knownUpTo ?? -1)
        if (isFirst && !isOverlap) {
          items.done++
          items[outcome]++
        }
        if (mayBeAbsent && absence.returned(seq)) items.returned++
        if (mayBeReduced && !refused.has(id)) {
          if (profile === 'complete') dropProfile.run(seq)
          else setProfile.run(seq, profile)
        }
        if (v) {
          if (plan.scope === 'verified') seen.register(sequence, 'verified', seq, slice, 0)
          if (known.get(id)?.verified === 0) verified.push(id)
        }
      }
      const origin = { kind: 'sync', reference: run.id } as const
      const result = catalog.putPage(
        answer,
        mayBeReduced && profile !== 'complete' ? { accepts, each, origin } : { each, origin },
      )
      if (verified.length > 0) catalog.setVerified(verified)
      const { start, count, total, created, changed, unchanged, setAside, firstUpdated, lastUpdated } = result
      return {
        start,
        count,
        total,
        created,
        changed,
        unchanged,
        leftOut: Math.max(0, count - created - changed - unchanged - setAside.length),
        setAside: setAside.length,
        aside: setAside,
        distinct,
        firstId,
        firstUpdated,
        lastUpdated,
        items,
        isKnown,
        wanted,
      }
    },

    /** Marks the items of a page as verified. The records themselves are not stored. */
    keepMarks({ sequence }: OpenRun, slice: Slice, answer: ItemAnswerDocument): KeptPage {
      const { start, count, total, items: read, setAside } = projectPage(answer)
      const verified: string[] = []
      let distinct = 0
      let unknown = 0
      for (const { projection } of read) {
        const { id } = projection.columns
        const kept = known.get(id)
        if (!kept) {
          // The item was added after the items were read; the next run reads it.
          unknown++
          continue
        }
        if (seen.register(sequence, 'verified', kept.seq, slice, passOf(slice)).isDistinct) distinct++
        if (kept.verified === 0) verified.push(id)
      }
      if (verified.length > 0) catalog.setVerified(verified)
      const firstUpdated = instant(read[0]?.projection.columns.updated ?? '')
      const lastUpdated = instant(read.at(-1)?.projection.columns.updated ?? '')
      const firstId = read[0]?.projection.columns.id
      return {
        start,
        count,
        total,
        created: 0,
        changed: 0,
        unchanged: count,
        // Unreadable items were put in quarantine when the items were read.
        leftOut: unknown + setAside.length,
        setAside: 0,
        aside: [],
        distinct,
        firstId,
        firstUpdated,
        lastUpdated,
        items: { done: 0, created: 0, changed: 0, unchanged: 0, returned: 0 },
        isKnown: false,
        wanted: [],
      }
    },
    seen,
    absence,
  }
}

interface Registration {
  /** The item arrives for the first time in this run. */
  isFirst: boolean
  /** The item arrives for the first time in this pass over its slice. */
  isDistinct: boolean
}

/**
 * The items received in a run, stored until the run is completed: to count each once, and to find those that
 * are gone.
 */
function openSeenItems(db: Database) {
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const find = db.prepare<[number, string, number], { slice: number; pass: number }>(
    'SELECT slice, pass FROM sync_seen WHERE run = ? AND purpose = ? AND item = ?',
  )
  const insert = db.prepare('INSERT INTO sync_seen VALUES (?, ?, ?, ?, ?)')
  const move = db.prepare(
    'UPDATE sync_seen SET slice = ?, pass = ? WHERE run = ? AND purpose = ? AND item = ?',
  )
  const missed = db
    .prepare<[number], number>(`
    SELECT seq FROM item_document
      WHERE NOT EXISTS (SELECT 1 FROM sync_seen WHERE run = ? AND purpose = 'items' AND sync_seen.item = seq)`)
    .pluck()
  const noLongerVerified = db
    .prepare<[number, number], string>(`
    SELECT id FROM item WHERE verified = 1 AND updated_at >= ?
      AND NOT EXISTS (SELECT 1 FROM sync_seen WHERE run = ? AND purpose = 'verified' AND sync_seen.item = seq)`)
    .pluck()
  const forget = db.prepare('DELETE FROM sync_seen WHERE run = ?')

  return {
    seqOf: (id: string): number | undefined => seqOf.get(id),
    register(run: number, purpose: string, item: number, { number }: Slice, pass: number): Registration {
      const before = find.get(run, purpose, item)
      if (!before) {
        insert.run(run, purpose, item, number, pass)
        return { isFirst: true, isDistinct: true }
      }
      const isDistinct = before.slice !== number || before.pass !== pass
      if (isDistinct) move.run(number, pass, run, purpose, item)
      return { isFirst: false, isDistinct }
    },
    /** The `item_document.seq` of items not received in the run. */
    missed: (run: number): number[] => missed.all(run),
    /**
     * Identifiers of items marked as verified and updated since a time, but not received as verified in the
     * run.
     */
    noLongerVerified: (run: number, since: number): string[] => noLongerVerified.all(since, run),
    forget: (run: number): void => void forget.run(run),
  }
}
