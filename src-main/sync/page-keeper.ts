import type { SyncProfile } from '../../src-shared/sync/model.ts'
import {
  type ItemAnswerDocument,
  type ItemProblem,
  instant,
  type openCatalogWriter,
  openItemAbsence,
  type PutItem,
  readItemPage,
} from '../catalog/index.ts'
import type { Database } from '../storage/index.ts'
import type { PageAnswer } from './checkpoint.ts'
import type { OpenRun } from './run-row.ts'
import { openSeenItems } from './seen-items.ts'
import { isWindow, type Slice } from './slice.ts'

/** What a page brought to the run: each item counts once, however often it is met. */
export interface KeptPage extends PageAnswer {
  start: number
  items: { done: number; created: number; changed: number; unchanged: number; returned: number }
  /** Those that cannot be kept, for the quarantine. */
  aside: ItemProblem[]
  /** Every item had been met before, and is as it was. */
  isKnown: boolean
  /** Known in full and changed, but given in a smaller profile: to be asked for in full. */
  wanted: string[]
}

/** From the smallest; each holds what those before it hold. */
const profileRank: Record<SyncProfile, number> = { listing: 0, analytics: 1, standard: 2, complete: 3 }

/** Keeps pages for a run, and notes what it meets. In the transaction of its caller. */
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

  /** Passes over an open window are one reading that goes on. */
  const passOf = (slice: Slice): number =>
    isWindow(slice) && slice.task.until !== undefined ? slice.reading.pass : 0

  /** A record in a smaller profile than the one that is kept never replaces it. */
  const isFuller = (kept: SyncProfile | null, given: SyncProfile) =>
    profileRank[kept ?? 'complete'] > profileRank[given]

  return {
    /** @throws StoreError `unprepared` when the answer has to be prepared first; nothing is kept then */
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
        if (!kept || !isFuller(kept.profile, profile)) return true
        refused.add(id)
        if (updatedAt !== undefined && updatedAt !== kept.updatedAt) wanted.push(id)
        return false
      }
      const each = ({ id, seq = seen.seqOf(id), outcome, updatedAt }: PutItem): void => {
        firstId ??= id
        if (seq === undefined) return
        const { isFirst, isDistinct } = seen.meet(sequence, 'items', seq, slice, passOf(slice))
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
          if (plan.scope === 'verified') seen.meet(sequence, 'verified', seq, slice, 0)
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
        ...(firstId !== undefined && { firstId }),
        ...(firstUpdated !== undefined && { firstUpdated }),
        ...(lastUpdated !== undefined && { lastUpdated }),
        items,
        isKnown,
        wanted,
      }
    },

    /** Of a page that is asked for only to learn which items are verified. */
    keepMarks({ sequence }: OpenRun, slice: Slice, answer: ItemAnswerDocument): KeptPage {
      const { start, count, total, items: read, setAside } = readItemPage(answer)
      const verified: string[] = []
      let distinct = 0
      let unknown = 0
      for (const { scanned } of read) {
        const kept = known.get(scanned.id)
        if (!kept) {
          // It is new since the items were read; the next run brings it.
          unknown++
          continue
        }
        if (seen.meet(sequence, 'verified', kept.seq, slice, passOf(slice)).isDistinct) distinct++
        if (kept.verified === 0) verified.push(scanned.id)
      }
      if (verified.length > 0) catalog.setVerified(verified)
      const firstUpdated = instant(read[0]?.scanned.updated ?? '')
      const lastUpdated = instant(read.at(-1)?.scanned.updated ?? '')
      const firstId = read[0]?.scanned.id
      return {
        start,
        count,
        total,
        created: 0,
        changed: 0,
        unchanged: count,
        // What cannot be read is known from the reading of the items.
        leftOut: unknown + setAside.length,
        setAside: 0,
        aside: [],
        distinct,
        ...(firstId !== undefined && { firstId }),
        ...(firstUpdated !== undefined && { firstUpdated }),
        ...(lastUpdated !== undefined && { lastUpdated }),
        items: { done: 0, created: 0, changed: 0, unchanged: 0, returned: 0 },
        isKnown: false,
        wanted: [],
      }
    },
    seen,
    absence,
  }
}
