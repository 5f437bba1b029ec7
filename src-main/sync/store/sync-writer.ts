import type { LookupEntry, LookupKind } from '../../../src-shared/catalog/model.ts'
import type { SyncPhase, SyncPlan } from '../../../src-shared/sync/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import { dayBounds, type ItemAnswerDocument, openCatalogWriter, refusedFor } from '../../catalog/index.ts'
import { defineWriter, type Remote } from '../../storage/index.ts'
import { firstTasks, isMain, isWindow, receivesEverything, type Slice, verifiedTasks } from '../plan.ts'
import { contradictionIn, contradictionWords } from '../reading/contradictions.ts'
import { openPageKeeper } from './page-keeper.ts'
import { openQuarantineWriter } from './quarantine-rows.ts'
import {
  mainKinds,
  type OpenRun,
  openOf,
  prepareLatest,
  type RunEnd,
  type RunProgress,
  type RunRow,
} from './run-rows.ts'
import { openSliceWriter } from './slice-writer.ts'
import { prepareSlices } from './slices.ts'

interface RunStart
  extends Pick<RunProgress, 'since' | 'knownUpTo' | 'largestPage' | 'firstPage' | 'maxSlice'> {
  id: string
  plan: SyncPlan
  learnVerified: boolean
}

const lookupKindsInOrder: LookupKind[] = ['manufacturer', 'brand', 'distributor', 'retailer']

export const syncWriter = defineWriter('sync', (context) => {
  const { db, now, record } = context
  const catalog = openCatalogWriter(context)
  const pages = openPageKeeper(db, catalog)
  const quarantine = openQuarantineWriter(db, now)
  const slices = prepareSlices(db)
  const latest = prepareLatest(db)
  const insert = db.prepare(
    `INSERT INTO sync_run (id, kind, plan, outcome, phase, started_at, checkpoint)
     VALUES (?, ?, ?, 'running', 'lookups', ?, ?)`,
  )
  const byId = db.prepare<[string], RunRow>('SELECT * FROM sync_run WHERE id = ?')
  const setProgress = db.prepare('UPDATE sync_run SET checkpoint = ?, note = NULL WHERE sequence = ?')
  const setOutcome = db.prepare(
    `UPDATE sync_run SET outcome = ?, note = ?, ended_at = ?, failure = ?, pause_reason = ?, pause_until = ?
     WHERE id = ?`,
  )
  const longPauses = db.prepare<[number], { id: string; until: number }>(
    "SELECT id, pause_until AS until FROM sync_run WHERE outcome = 'paused' AND pause_until > ?",
  )
  // The note contains the time in the format of the screens.
  const boundPause = db.prepare(
    'UPDATE sync_run SET pause_until = ?, note = replace(note, ?, ?) WHERE id = ?',
  )
  const setPhase = db.prepare('UPDATE sync_run SET phase = ? WHERE id = ?')
  const setNote = db.prepare('UPDATE sync_run SET note = ? WHERE id = ?')
  const setPictures = db.prepare(
    'UPDATE sync_run SET pictures_total = ?, pictures_done = ?, bytes = bytes + ? WHERE id = ?',
  )
  const conclude = db.prepare(
    `UPDATE sync_run SET items_gone = ?, items_said = ?, items_given = ?, items_total = items_done,
       pause_reason = NULL WHERE id = ?`,
  )
  const setWatermark = db.prepare(
    `INSERT INTO sync_watermark VALUES (1, ?, ?) ON CONFLICT (only) DO UPDATE SET
       complete_at = excluded.complete_at, updated_up_to = max(updated_up_to, excluded.updated_up_to)`,
  )
  const interrupt = db.prepare(
    `UPDATE sync_run SET outcome = 'interrupted', note = 'Interrupted because the program ended. The next sync continues it.'
     WHERE outcome = 'running'`,
  )
  const forgetSlices = db.prepare('DELETE FROM sync_slice WHERE run = ?')
  const earlierOfFamily = {
    main: db.prepare<[], number>(`SELECT sequence FROM sync_run WHERE ${mainKinds}`).pluck(),
    other: db.prepare<[], number>(`SELECT sequence FROM sync_run WHERE NOT ${mainKinds}`).pluck(),
  }
  const keptOverlap = db
    .prepare<[number, number], number>('SELECT count(*) FROM item WHERE updated_at BETWEEN ? AND ?')
    .pluck()

  const changed = () => record({ topic: 'sync' })
  const open = (id: string): OpenRun => {
    const found = openOf(byId.get(id))
    if (!found) throw new Error(`There is no sync run ${id}`)
    return found
  }
  const keepProgress = (sequence: number, progress: RunProgress) => {
    setProgress.run(JSON.stringify(progress), sequence)
    changed()
  }
  /** Removes data that only an unfinished run needs. */
  const forget = (sequence: number) => {
    forgetSlices.run(sequence)
    pages.seen.forget(sequence)
  }
  const sliceWriter = openSliceWriter({
    ...{ db, now, open, pages, quarantine, slices, keepProgress, changed },
  })

  return {
    begin({ id, plan, learnVerified, since, knownUpTo, ...sizes }: RunStart): OpenRun {
      // Only the newest run of a family can be continued.
      for (const sequence of earlierOfFamily[isMain(plan) ? 'main' : 'other'].all()) forget(sequence)
      const isIncremental = plan.scope === 'incremental'
      const first = dayBounds(since)?.first ?? 0
      const progress: RunProgress = {
        lookups: lookupKindsInOrder,
        since,
        knownUpTo: isIncremental ? knownUpTo : undefined,
        overlap: isIncremental && knownUpTo !== undefined ? (keptOverlap.get(first, knownUpTo) ?? 0) : 0,
        ...sizes,
        verified: learnVerified && isMain(plan) ? 'wanted' : 'unwanted',
        unstable: false,
      }
      insert.run(id, plan.scope, JSON.stringify(plan), now(), JSON.stringify(progress))
      const started = open(id)
      sliceWriter.add(started, firstTasks(plan, since), { firstPage: sizes.firstPage })
      changed()
      return started
    },
    /** Continues a run that is paused or ended early. */
    resume(id: string): OpenRun {
      setOutcome.run('running', null, null, null, null, null, id)
      changed()
      return open(id)
    },
    /**
     * Stores a lookup list, which the run does not fetch again. Entries missing from a complete list are
     * deleted.
     */
    putLookups(id: string, kind: LookupKind, entries: LookupEntry[], isWhole: boolean): void {
      catalog.putLookups(kind, entries, { complete: isWhole })
      const { sequence, progress } = open(id)
      keepProgress(sequence, { ...progress, lookups: progress.lookups.filter((other) => other !== kind) })
    },
    setPhase(id: string, phase: SyncPhase): void {
      setPhase.run(phase, id)
      changed()
    },
    unreadSlices: (id: string): Slice[] => slices.unread(open(id).sequence),
    putLength: sliceWriter.putLength,
    putPage: sliceWriter.putPage,
    putValue: sliceWriter.putValue,
    narrow: sliceWriter.narrow,
    setAside: sliceWriter.setAside,
    /**
     * The open windows of a run with several windows: items changed during the run moved there from the other
     * windows. A single window is complete after its last page, or its run stopped at known items.
     */
    openWindows(id: string): Slice[] {
      const windows = slices
        .all(open(id).sequence)
        .filter(isWindow)
        .filter(({ task, reading }) => task.purpose === 'items' && !reading.merged)
      return windows.length > 1 ? windows.filter(({ task }) => task.until === undefined) : []
    },
    recheck: sliceWriter.recheck,
    doubtLength: sliceWriter.doubtLength,
    giveUp: sliceWriter.giveUp,
    endTail: sliceWriter.endTail,
    /** Adds the slices that find out which items are verified, once. True if there are any. */
    askVerified(id: string): boolean {
      const started = open(id)
      const { run, plan, progress } = started
      if (progress.verified !== 'wanted') return false
      keepProgress(started.sequence, { ...progress, verified: 'asked' })
      const hasNews = run.itemsNew + run.itemsChanged > 0
      if (plan.scope === 'incremental' && !hasNews) return false
      sliceWriter.add(started, verifiedTasks(plan, progress.since))
      return true
    },
    /** Records why a run waits, as text for a person. */
    note(id: string, note: string): void {
      setNote.run(note, id)
      changed()
    },
    putPictures(id: string, total: number, done: number, newBytes: number): void {
      setPictures.run(total, done, newBytes, id)
      changed()
    },
    /** Completes a run: updates the watermark, and marks items that a full run did not receive as gone. */
    complete(id: string, note: string | null): void {
      const { run, plan, progress, sequence } = open(id)
      const all = slices.all(sequence)
      const windows = all.filter(isWindow).filter(({ task }) => task.purpose === 'items')
      const contradiction = contradictionIn(all)
      const isWhole = !progress.unstable && run.setAside === 0 && !contradiction
      let gone = 0
      if (isWhole && receivesEverything(plan)) {
        gone = pages.absence.mark(pages.seen.missed(sequence), { kind: 'sync', reference: id })
        quarantine.removeOlder(id)
      }
      if (gone + run.itemsReturned > 0) record({ topic: 'items' })
      const askedVerified = all.some(({ task }) => task.purpose === 'verified')
      if (isWhole && (askedVerified || plan.scope === 'verified')) {
        const from = plan.scope === 'incremental' ? (dayBounds(progress.since)?.first ?? 0) : 0
        catalog.setVerified(pages.seen.noLongerVerified(sequence, from), false)
      }
      const remarks = [
        note,
        contradiction && contradictionWords(contradiction),
        ...sliceWriter.remarks(all),
        run.setAside > 0 &&
          say`Some items could not be saved. Unreadable pages and items are in quarantine, where you can view and retry them.`,
        progress.unstable &&
          say`The service’s list kept changing during the sync. The next sync fetches items that may have been missed.`,
      ].filter(Boolean)
      setOutcome.run('completed', remarks.join(' ') || null, now(), null, null, null, id)
      conclude.run(gone, contradiction?.said ?? null, contradiction?.given ?? null, id)
      forget(sequence)
      if (isMain(plan)) {
        const startedAt = Date.parse(run.startedAt)
        const updatedUpTo = Math.max(0, ...windows.map(({ reading }) => reading.updatedUpTo ?? 0))
        // If the service's clock is ahead, the next run would otherwise skip changes made in the meantime.
        setWatermark.run(startedAt, Math.min(updatedUpTo, startedAt))
      }
      changed()
    },
    end(id: string, { outcome, note, failure, pause }: RunEnd): void {
      const endedAt = outcome === 'paused' ? null : now()
      setOutcome.run(outcome, note, endedAt, failure ?? null, pause?.reason ?? null, pause?.until ?? null, id)
      changed()
    },
    /** Shortens pauses that would last longer than the given time. */
    boundPauses(maxUntil: number): void {
      const found = longPauses.all(maxUntil)
      for (const { id, until } of found) boundPause.run(maxUntil, isoTime(until), isoTime(maxUntil), id)
      if (found.length > 0) changed()
    },
    /** Marks active runs as interrupted. Only the holder of the lock may call this. */
    markInterrupted(): void {
      if (interrupt.run().changes > 0) changed()
    },
    latest,
    /**
     * Stores responses that were requested again and removes the page from quarantine. Returns the number of
     * items stored.
     */
    putRetried(quarantinedId: number, run: string, answers: ItemAnswerDocument[]): number {
      let items = 0
      for (const answer of answers) {
        const put = catalog.putPage(answer, { origin: { kind: 'sync', reference: run } })
        const [bad] = put.setAside
        // The page stays in quarantine; the next run reads the other items of the response.
        if (bad) throw refusedFor(bad.problem)
        items += put.created + put.changed + put.unchanged
      }
      quarantine.remove(quarantinedId)
      changed()
      return items
    },
    noteRetry(quarantinedId: number, error: string): void {
      quarantine.noteTry(quarantinedId, error)
      changed()
    },
    dropQuarantined(id: number): void {
      quarantine.remove(id)
      changed()
    },
  }
})

export type SyncWriter = Remote<ReturnType<typeof syncWriter.open>>
