import type { LookupEntry, LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import type { SyncPhase, SyncRun } from '../../src-shared/rpc/sync-contract.ts'
import { openCatalogWriter, type PutPageResult } from '../catalog/catalog-writer.ts'
import { dayBounds } from '../catalog/instant.ts'
import { readItemPage } from '../catalog/item-page.ts'
import { type Database, defineReader, defineWriter } from '../storage/store.ts'
import {
  advance,
  anotherPass,
  type Checkpoint,
  isKnownFromHere,
  mostPasses,
  type PageAnswer,
  type PageRequest,
} from './checkpoint.ts'

interface RunRow {
  id: string
  kind: SyncRun['kind']
  outcome: SyncRun['outcome']
  phase: SyncPhase
  started_at: number
  ended_at: number | null
  items_total: number | null
  items_done: number
  items_new: number
  items_changed: number
  items_unchanged: number
  pictures_total: number
  pictures_done: number
  bytes: number
  note: string | null
  checkpoint: string
}

/** Up to when the copy is complete. */
export interface Watermark {
  /** Start of the last completed run, milliseconds, by this computer's clock. */
  completeAt: number
  /** The latest `lastUpdated` that run saw, milliseconds, by the service's clock. */
  updatedUpTo: number
}
export interface OpenRun {
  run: SyncRun
  checkpoint: Checkpoint
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

const runOf = (row: RunRow): SyncRun => ({
  id: row.id,
  startedAt: iso(row.started_at),
  ...(row.ended_at !== null && { endedAt: iso(row.ended_at) }),
  outcome: row.outcome,
  kind: row.kind,
  phase: row.phase,
  ...(row.items_total !== null && { itemsTotal: row.items_total }),
  itemsDone: row.items_done,
  itemsNew: row.items_new,
  itemsChanged: row.items_changed,
  itemsUnchanged: row.items_unchanged,
  picturesTotal: row.pictures_total,
  picturesDone: row.pictures_done,
  bytes: row.bytes,
  ...(row.note !== null && { note: row.note }),
})

const openOf = (row: RunRow | undefined): OpenRun | undefined =>
  row && { run: runOf(row), checkpoint: JSON.parse(row.checkpoint) as Checkpoint }

const prepareLatest = (db: Database) => {
  const latest = db.prepare<[], RunRow>('SELECT * FROM sync_run ORDER BY sequence DESC LIMIT 1')
  return (): OpenRun | undefined => openOf(latest.get())
}

export const syncReader = defineReader('sync', ({ db }) => {
  const history = db.prepare<[number], RunRow>('SELECT * FROM sync_run ORDER BY sequence DESC LIMIT ?')
  const watermark = db.prepare<[], Watermark>(
    'SELECT complete_at AS completeAt, updated_up_to AS updatedUpTo FROM sync_watermark',
  )
  return {
    /** The newest first. */
    history: (limit: number): SyncRun[] => history.all(limit).map(runOf),
    latest: prepareLatest(db),
    watermark: (): Watermark | undefined => watermark.get(),
  }
})

export const syncWriter = defineWriter('sync', (context) => {
  const { db, now, record } = context
  const catalog = openCatalogWriter(context)
  const latest = prepareLatest(db)
  const insert = db.prepare(
    `INSERT INTO sync_run (id, kind, outcome, phase, started_at, checkpoint) VALUES (?, ?, 'running', 'lookups', ?, ?)`,
  )
  const byId = db.prepare<[string], RunRow>('SELECT * FROM sync_run WHERE id = ?')
  const setCheckpoint = db.prepare('UPDATE sync_run SET checkpoint = ?, note = NULL WHERE id = ?')
  const countPage = db.prepare(
    `UPDATE sync_run SET items_total = coalesce(@total, items_total), items_done = items_done + @done, items_new = items_new + @created,
       items_changed = items_changed + @changed, items_unchanged = items_unchanged + @unchanged,
       bytes = bytes + @bytes WHERE id = @id`,
  )
  const setOutcome = db.prepare('UPDATE sync_run SET outcome = ?, note = ?, ended_at = ? WHERE id = ?')
  const setPhase = db.prepare('UPDATE sync_run SET phase = ? WHERE id = ?')
  const setNote = db.prepare('UPDATE sync_run SET note = ? WHERE id = ?')
  const setPictures = db.prepare(
    'UPDATE sync_run SET pictures_total = ?, pictures_done = ?, bytes = bytes + ? WHERE id = ?',
  )
  const setWatermark = db.prepare(
    `INSERT INTO sync_watermark VALUES (1, ?, ?) ON CONFLICT (only) DO UPDATE SET
       complete_at = excluded.complete_at, updated_up_to = max(updated_up_to, excluded.updated_up_to)`,
  )
  const interrupt = db.prepare(
    `UPDATE sync_run SET outcome = 'interrupted', note = 'The program ended in the middle; the next run continues it.'
     WHERE outcome = 'running'`,
  )
  const keptSince = db.prepare<[number], number>('SELECT count(*) FROM item WHERE updated_at >= ?').pluck()

  const changed = () => record({ topic: 'sync' })
  const open = (id: string): OpenRun => {
    const found = openOf(byId.get(id))
    if (!found) throw new Error(`There is no sync run ${id}`)
    return found
  }
  const keep = (id: string, checkpoint: Checkpoint) => {
    setCheckpoint.run(JSON.stringify(checkpoint), id)
    changed()
    return checkpoint
  }
  const keptInWindow = ({ since, leftOut }: Checkpoint): number =>
    (keptSince.get(dayBounds(since)?.first ?? 0) ?? 0) + leftOut

  return {
    begin(id: string, kind: SyncRun['kind'], checkpoint: Checkpoint): OpenRun {
      insert.run(id, kind, now(), JSON.stringify(checkpoint))
      changed()
      return open(id)
    },
    /** Goes on with a run that has ended before its time. */
    resume(id: string): OpenRun {
      setOutcome.run('running', null, null, id)
      changed()
      return open(id)
    },
    /** One whole lookup list, and that it is not to be fetched again. */
    putLookups(id: string, kind: LookupKind, entries: LookupEntry[], bytes = 0): Checkpoint {
      catalog.putLookups(kind, entries, { complete: true })
      const { checkpoint } = open(id)
      countPage.run({ id, total: null, done: 0, created: 0, changed: 0, unchanged: 0, bytes })
      return keep(id, { ...checkpoint, lookups: checkpoint.lookups.filter((other) => other !== kind) })
    },
    setPhase(id: string, phase: SyncPhase): void {
      setPhase.run(phase, id)
      changed()
    },
    /**
     * Keeps a page and the checkpoint behind it, in one transaction.
     * @throws StoreError when the document is broken; nothing is kept then
     */
    putPage(id: string, asked: PageRequest, bytes: Uint8Array): Checkpoint {
      const { run, checkpoint } = open(id)
      if (asked.purpose === 'length') {
        // Its one item is not kept: it comes again with its page, and is counted there.
        const { count, total } = readItemPage(bytes)
        return keep(id, advance(checkpoint, asked, { ...nothingKept, count, total }))
      }
      const result = catalog.putPage(bytes)
      const answer = answerOf(result)
      let next = advance(checkpoint, asked, answer)
      const hasMoved = next.cursor === asked.idx
      const isFirstReading = checkpoint.pass === 1 && hasMoved
      const isKnown =
        run.kind === 'incremental' && hasMoved && isKnownFromHere(next, answer, keptInWindow(next))
      const done = isFirstReading ? result.created + result.changed + result.unchanged : 0
      countPage.run({
        id,
        total: isKnown ? run.itemsDone + done : answer.total,
        done,
        created: result.created,
        changed: result.changed,
        unchanged: isFirstReading ? result.unchanged : 0,
        bytes: bytes.byteLength,
      })
      if (isKnown) next = { ...next, cursor: 0 }
      if (next.cursor === 0 && next.pass < mostPasses && keptInWindow(next) < next.total)
        next = anotherPass(next)
      return keep(id, next)
    },
    /** Why a run waits, in words. */
    note(id: string, note: string): void {
      setNote.run(note, id)
      changed()
    },
    putPictures(id: string, total: number, done: number, newBytes: number): void {
      setPictures.run(total, done, newBytes, id)
      changed()
    },
    /** The run is over and all of it is here: the watermark moves with it. */
    complete(id: string, note: string | null): void {
      const { run, checkpoint } = open(id)
      setOutcome.run('completed', note, now(), id)
      const startedAt = Date.parse(run.startedAt)
      // A service's clock that is ahead must not make the next run skip what is changed meanwhile.
      setWatermark.run(startedAt, Math.min(checkpoint.updatedUpTo ?? 0, startedAt))
      changed()
    },
    end(id: string, outcome: 'cancelled' | 'failed' | 'interrupted', note: string): void {
      setOutcome.run(outcome, note, now(), id)
      changed()
    },
    /** For whoever holds the lock, before a run: no other process is running one. */
    markInterrupted(): void {
      if (interrupt.run().changes > 0) changed()
    },
    latest,
  }
})

const nothingKept = { created: 0, changed: 0, unchanged: 0, leftOut: 0 }

function answerOf({ count, total, created, changed, unchanged, ...rest }: PutPageResult): PageAnswer {
  const { firstUpdated, lastUpdated } = rest
  return {
    count,
    total,
    created,
    changed,
    unchanged,
    leftOut: Math.max(0, count - created - changed - unchanged),
    ...(firstUpdated !== undefined && { firstUpdated }),
    ...(lastUpdated !== undefined && { lastUpdated }),
  }
}
