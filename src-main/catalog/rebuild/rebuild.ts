import type { Problem } from '../../../src-shared/problem.ts'
import type { CamelCase, Database, ItemDocumentRow, RebuildRow } from '../../storage/index.ts'
import { projectItem } from '../project/item-projection.ts'
import type { ItemTables } from '../project/item-tables.ts'
import { Declined, scanItem } from '../scan/item-scanner.ts'
import type { Party, ScannedItem } from '../scan/scanned-item.ts'

/** Number of documents read at a time, within a step. */
const batch = 100

type StoredDocument = Pick<ItemDocumentRow, 'seq' | 'verified' | 'outline' | 'body'>

/** The size of a step, after which other writers can run. */
export interface StepSize {
  /** No new batch is started after this many milliseconds. */
  milliseconds: number
  /** Maximum number of items; limited only by time when absent. */
  items?: number
}
interface RebuildStep {
  mark: RebuildMark
  /** Stored items that could not be read. They are kept. */
  problems: Problem[]
  categories: Map<string, Party>
  /** Whether searches may return different results than before. */
  isChanged: boolean
}

/**
 * Recomputes all projections from the stored bodies, in insertion order, in steps of one transaction each.
 * Columns are repaired in place, and a new full-text index is built next to the current one, so that readers
 * find every item throughout. The progress is stored in the database: after a crash the next step continues.
 */
export function openRebuild(db: Database, { columns, text }: ItemTables) {
  const readMark = openRebuildMark(db)
  const orphans = openRebuildOrphans(db)
  const begin = db.prepare(`
    INSERT OR REPLACE INTO rebuild (only, state, through, last, items, damaged, begun_at)
    SELECT 1, 'running', 0, coalesce(max(seq), 0), 0, 0, ? FROM item_document`)
  const move = db.prepare('UPDATE rebuild SET through = ?, items = items + ?, damaged = damaged + ?')
  const end = db.prepare("UPDATE rebuild SET state = ?, ended_at = ? WHERE state = 'running'")
  const next = db.prepare<[number, number, number], StoredDocument>(
    'SELECT seq, verified, outline, body FROM item_document WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
  )
  const setOutline = db.prepare('UPDATE item_document SET outline = ? WHERE seq = ?')
  const required = (): RebuildMark => readMark() ?? fail()

  return {
    /** Starts a rebuild, or continues an interrupted one. */
    begin(now: number): RebuildMark {
      if (readMark()?.state !== 'running') {
        text.next.drop()
        text.next.create()
        begin.run(now)
      }
      return required()
    },

    /** Executes a step of the active rebuild, if there is one. The last step completes it. */
    step({ milliseconds, items = Number.POSITIVE_INFINITY }: StepSize, now: number): RebuildStep {
      const start = performance.now()
      const done: RebuildStep = { mark: required(), problems: [], categories: new Map(), isChanged: false }
      const { state, through, last } = done.mark
      if (state !== 'running') return done
      let reached = through
      let made = 0
      while (reached < last && made < items && performance.now() - start < milliseconds) {
        const documents = next.all(reached, last, Math.min(batch, items - made))
        for (const { seq, verified, outline, body } of documents) {
          const scanned = scanStored(body)
          if (!scanned) {
            done.isChanged = columns.remove(seq) || done.isChanged
            done.problems.push(damaged(seq))
            continue
          }
          const projection = projectItem(body, scanned)
          // A correct outline is not written, because the body is in the same row and would be written again.
          if (!outline.equals(projection.outline)) setOutline.run(projection.outline, seq)
          done.isChanged = columns.repair(seq, projection, verified) || done.isChanged
          text.next.insert(seq, projection.words)
          for (const category of scanned.categories) done.categories.set(category.id, category)
          made++
        }
        const to = documents.at(-1)?.seq ?? last
        done.isChanged = orphans.remove(reached, to) || done.isChanged
        reached = to
      }
      move.run(reached, made, done.problems.length)
      if (reached >= last && performance.now() - start < milliseconds) {
        orphans.remove(last, Number.MAX_SAFE_INTEGER)
        text.next.takePlace()
        end.run('completed', now)
        done.isChanged = true
      }
      return { ...done, mark: required() }
    },

    /** Cancels the rebuild. Repaired columns stay, and searches continue with the current index. */
    cancel(now: number): RebuildMark | undefined {
      if (end.run('cancelled', now).changes > 0) text.next.drop()
      return readMark()
    },
  }
}

const damaged = (seq: number): Problem => ({
  code: 'damaged',
  path: `item_document[seq=${seq}]`,
  message: 'A stored item cannot be read.',
})

function fail(): never {
  throw new Error('A rebuild is begun before its first step.')
}

/**
 * Scans a stored element; undefined only if the file is damaged, because every element was scanned before it
 * was stored.
 */
export function scanStored(body: Uint8Array): ScannedItem | undefined {
  try {
    return scanItem(body)
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}

/** The progress of a rebuild, or the result of the last one. Times are in milliseconds since the epoch. */
export interface RebuildMark extends CamelCase<Omit<RebuildRow, 'only' | 'state'>> {
  state: 'running' | 'completed' | 'cancelled'
}

/** The last rebuild of a workspace, if any. */
export function openRebuildMark(db: Database) {
  const one = db.prepare<[], RebuildMark>(
    'SELECT state, through, last, items, damaged, begun_at AS begunAt, ended_at AS endedAt FROM rebuild',
  )
  return (): RebuildMark | undefined => one.get()
}

/** Removes rows of the projection without a document or item, left by a damaged file or a defect. */
function openRebuildOrphans(db: Database) {
  const items = db.prepare(`
    DELETE FROM item WHERE seq > ? AND seq <= ?
      AND NOT EXISTS (SELECT 1 FROM item_document WHERE item_document.seq = item.seq)`)
  const dependents = ['item_code', 'item_party', 'item_fact'].map((table) =>
    db.prepare(`
      DELETE FROM ${table} WHERE item > ? AND item <= ?
        AND NOT EXISTS (SELECT 1 FROM item WHERE item.seq = ${table}.item)`),
  )
  return {
    /**
     * @param after the range of `item_document.seq` starts after this number. Returns true if there were such
     * rows.
     */
    remove: (after: number, through: number): boolean =>
      [items, ...dependents]
        .map((statement) => statement.run(after, through).changes)
        .some((rows) => rows > 0),
  }
}

/** The rebuild functions of the catalog writer, in a storage thread or in this one. */
interface RebuildWriter {
  beginRebuild(): RebuildMark | Promise<RebuildMark>
  rebuildStep(size: StepSize): StepAnswer | Promise<StepAnswer>
}
type StepAnswer = { mark: RebuildMark; problems: Problem[] }

interface RebuildOptions {
  /** Stops between two steps. The next call of `runRebuild` continues the rebuild. */
  signal?: AbortSignal
  onProgress?(mark: RebuildMark): void
  step?: StepSize
}

/** Maximum delay for other writers, apart from the commit. */
const usualStep: StepSize = { milliseconds: 120 }

/**
 * Starts or continues a rebuild and runs it until it ends or is stopped. `state` is the result: another
 * program may also have cancelled or completed the rebuild.
 */
export async function runRebuild(
  writer: RebuildWriter,
  { signal, onProgress, step = usualStep }: RebuildOptions = {},
): Promise<RebuildMark & { problems: Problem[] }> {
  const problems: Problem[] = []
  let mark = await writer.beginRebuild()
  while (mark.state === 'running' && !signal?.aborted) {
    onProgress?.(mark)
    const answer = await writer.rebuildStep(step)
    problems.push(...answer.problems)
    mark = answer.mark
  }
  return { ...mark, problems }
}
