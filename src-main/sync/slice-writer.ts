import { dayBounds, instant } from '../catalog/instant.ts'
import { type ItemAnswerDocument, readItemPage } from '../catalog/item-page.ts'
import type { Database } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import type { ItemPageQuery } from '../upstream/upstream.ts'
import {
  advance,
  anotherPass,
  type Checkpoint,
  firstCheckpoint,
  isKnownFromHere,
  mostPasses,
  narrower,
  nextRequest,
  type PageRequest,
  passOver,
  requireItems,
  verdict,
} from './checkpoint.ts'
import type { KeptPage, openPageKeeper } from './page-keeper.ts'
import { splitWindow } from './plan.ts'
import type { openQuarantineWriter } from './quarantine-store.ts'
import type { OpenRun, prepareSlices, RunProgress } from './run-row.ts'
import {
  isWindow,
  type ListSlice,
  listQuery,
  pageQuery,
  type Slice,
  type SliceTask,
  type WindowSlice,
  type WindowTask,
} from './slice.ts'

interface SliceWriterParts {
  db: Database
  now(): number
  open(id: string): OpenRun
  pages: ReturnType<typeof openPageKeeper>
  quarantine: ReturnType<typeof openQuarantineWriter>
  slices: ReturnType<typeof prepareSlices>
  keepProgress(sequence: number, progress: RunProgress): void
  changed(): void
}

/** Codes named in a remark. */
const mostNamed = 10

/**
 * The writing side of slices: every function keeps what an answer brought and the slice's new checkpoint in one
 * transaction, and answers with the slice as it is then.
 */
export function openSlices({
  db,
  now,
  open,
  pages,
  quarantine,
  slices,
  keepProgress,
  changed,
}: SliceWriterParts) {
  const insert = db.prepare(
    `INSERT INTO sync_slice (run, number, task, state, total, reading)
     SELECT ?, coalesce(max(number), 0) + 1, ?, 'waiting', ?, ? FROM sync_slice WHERE run = ?`,
  )
  const update = db.prepare(
    'UPDATE sync_slice SET state = ?, total = ?, done = ?, reading = ? WHERE run = ? AND number = ?',
  )
  const remove = db.prepare('DELETE FROM sync_slice WHERE run = ? AND number = ?')
  const countPage = db.prepare(
    `UPDATE sync_run SET note = NULL, items_done = items_done + @done, items_new = items_new + @created,
       items_changed = items_changed + @changed, items_unchanged = items_unchanged + @unchanged,
       items_returned = items_returned + @returned, bytes = bytes + @bytes WHERE sequence = @sequence`,
  )
  const countTotal = db.prepare(
    `UPDATE sync_run SET items_total = max(items_done, coalesce((SELECT sum(total) FROM sync_slice
       WHERE run = sequence AND task ->> 'purpose' = 'items' AND total IS NOT NULL), 0) - @overlap)
     WHERE sequence = @sequence`,
  )
  const sliceCount = db.prepare<[number], number>('SELECT count(*) FROM sync_slice WHERE run = ?').pluck()
  const countSetAside = db.prepare('UPDATE sync_run SET set_aside = set_aside + ? WHERE sequence = ?')
  const keptBetween = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM item WHERE updated_at BETWEEN ? AND ?
         AND NOT EXISTS (SELECT 1 FROM item_absence WHERE item_absence.item = seq)`,
    )
    .pluck()

  const windowSlice = (run: number, number: number): WindowSlice => {
    const slice = slices.one(run, number)
    if (!isWindow(slice)) throw new Error(`Slice ${number} is not a window`)
    return slice
  }
  const listSlice = (run: number, number: number): ListSlice => {
    const slice = slices.one(run, number)
    if (isWindow(slice)) throw new Error(`Slice ${number} is not a list`)
    return slice
  }
  const add = (
    { sequence, progress }: OpenRun,
    tasks: SliceTask[],
    { firstPage = progress.largestPage, totals = [] }: { firstPage?: number; totals?: number[] } = {},
  ) => {
    tasks.forEach((task, index) => {
      const isList = task.reads === 'list'
      const reading = isList ? { at: 0, missing: [] } : firstCheckpoint(progress.largestPage, firstPage)
      const total = isList ? task.values.length : (totals[index] ?? null)
      insert.run(sequence, JSON.stringify(task), total, JSON.stringify(reading), sequence)
    })
  }
  const keepWindow = (sequence: number, slice: WindowSlice, reading: Checkpoint): WindowSlice => {
    const state = nextRequest(reading) ? 'reading' : 'done'
    const done = reading.cursor === undefined ? 0 : Math.max(0, reading.total - reading.cursor)
    update.run(state, reading.total, done, JSON.stringify(reading), sequence, slice.number)
    changed()
    return { ...slice, state, reading }
  }
  /** One value further on. */
  const keepList = (sequence: number, slice: ListSlice, missing: string[]): ListSlice => {
    const { values } = slice.task
    const reading = { at: slice.reading.at + 1, missing }
    const state = reading.at < values.length ? 'reading' : 'done'
    const total = values.length - missing.length
    update.run(state, total, reading.at, JSON.stringify(reading), sequence, slice.number)
    changed()
    return { ...slice, state, reading }
  }
  const count = (
    sequence: number,
    overlap: number,
    answer: ItemAnswerDocument,
    items?: KeptPage['items'],
  ) => {
    const none = { done: 0, created: 0, changed: 0, unchanged: 0, returned: 0 }
    const { byteLength } = answer instanceof Uint8Array ? answer : answer.document
    countPage.run({ sequence, bytes: byteLength, ...(items ?? none) })
    countTotal.run({ sequence, overlap })
  }
  /** Items that cannot be kept go to quarantine one by one; each is asked for again by its identifier where it has one. */
  const setItemsAside = (
    { sequence, run }: OpenRun,
    aside: KeptPage['aside'],
    task: SliceTask,
    queryOf: (index: number) => ItemPageQuery,
  ) => {
    let added = 0
    for (const { index, id, body, problem } of aside) {
      const { path, line, message } = problem
      const place = line === undefined ? path : `${path}, line ${line}`
      const query = id === '' ? queryOf(index) : listQuery({ by: 'id', profile: task.profile }, id)
      const error = `One item of the answer cannot be kept (${place}): ${message}`
      if (quarantine.putItem({ run: run.id, task, query, error, answer: body })) added++
    }
    if (added > 0) countSetAside.run(added, sequence)
  }
  const keptInWindow = ({ since, until }: WindowTask, { leftOut }: Checkpoint): number =>
    (keptBetween.get(
      dayBounds(since)?.first ?? 0,
      until === undefined ? Number.MAX_SAFE_INTEGER : (dayBounds(until)?.last ?? 0),
    ) ?? 0) + leftOut

  return {
    add,

    /** How much a window holds. Undefined when that is too much: smaller windows stand in its place now. */
    putLength(id: string, number: number, asked: PageRequest, answer: ItemAnswerDocument): Slice | undefined {
      const run = open(id)
      const { sequence, progress } = run
      const slice = windowSlice(sequence, number)
      // Its one item is not kept: it comes again with its page, and is counted there.
      const { count: given, total, items, setAside } = readItemPage(answer)
      const first = items[0]?.scanned
      const firstUpdated = first && instant(first.updated)
      if (asked.limit > 0)
        requireItems({ count: items.length + setAside.length, total }, 0, slice.reading.distinct)
      const isFirstPass = slice.reading.pass === 1
      const parts = isFirstPass
        ? splitWindow(slice.task, { total, largest: progress.largestSlice, firstUpdated, now: now() })
        : undefined
      if (parts) {
        requireFewWindows((sliceCount.get(sequence) ?? 0) + parts.length, total)
        // Until each has been asked for, it is taken to hold its share.
        add(run, parts, { totals: shares(total, parts.length) })
        remove.run(sequence, number)
        count(sequence, progress.overlap, answer)
        changed()
        return undefined
      }
      const none = { created: 0, changed: 0, unchanged: 0, leftOut: 0, setAside: 0, distinct: 0 }
      const next = advance(slice.reading, asked, {
        ...none,
        count: given,
        total,
        ...(first && { firstId: first.id }),
      })
      const kept = keepWindow(sequence, slice, next)
      count(sequence, progress.overlap, answer)
      return kept
    },

    /**
     * Keeps a page and the checkpoint behind it.
     * @throws StoreError when the answer is to be prepared first, or another page; nothing is kept then
     */
    putPage(id: string, number: number, asked: PageRequest, answer: ItemAnswerDocument): Slice {
      const run = open(id)
      const { sequence, plan, progress } = run
      const slice = windowSlice(sequence, number)
      const { task, reading } = slice
      const isOpen = task.until === undefined
      const page =
        task.purpose === 'items' ? pages.keepItems(run, slice, answer) : pages.keepMarks(run, slice, answer)
      requirePage(page, asked)
      setItemsAside(run, page.aside, slice.task, (index) =>
        pageQuery(task, { purpose: 'page', idx: asked.idx + index, limit: 1 }),
      )
      let next = advance(reading, asked, page)
      const hasMoved = next.cursor === asked.idx
      const isIncremental = plan.scope === 'incremental' && task.purpose === 'items'
      const isAlone = sliceCount.get(sequence) === 1
      const isKnown =
        hasMoved &&
        ((isIncremental && isAlone && isKnownFromHere(next, page, keptInWindow(task, next))) ||
          (isOpen && next.pass > 1 && next.ordered && page.isKnown && !isMissing(next)))
      if (isKnown) next = { ...next, cursor: 0 }
      else if (next.cursor === 0) {
        const firstId = asked.idx === 0 ? page.firstId : undefined
        const isEnough = isIncremental && keptInWindow(task, next) >= next.total
        if (!isEnough && verdict(next, { open: isOpen, firstId }) === 'moved') {
          if (next.pass < mostPasses) next = anotherPass(next, { open: isOpen })
          else if (!progress.unstable) keepProgress(sequence, { ...progress, unstable: true })
        }
      }
      if (page.wanted.length > 0)
        add(run, [{ reads: 'list', purpose: 'items', by: 'id', values: page.wanted, profile: 'complete' }])
      const kept = keepWindow(sequence, slice, next)
      count(sequence, progress.overlap, answer, page.items)
      return kept
    },

    /** Keeps what a code or identifier was answered with; `undefined` when the service has nothing for it. */
    putValue(id: string, number: number, value: string, answer: ItemAnswerDocument | undefined): Slice {
      const run = open(id)
      const { sequence, progress } = run
      const slice = listSlice(sequence, number)
      const page = answer && pages.keepItems(run, slice, answer)
      if (page) setItemsAside(run, page.aside, slice.task, () => listQuery(slice.task, value))
      const { missing } = slice.reading
      const kept = keepList(sequence, slice, page && page.count > 0 ? missing : [...missing, value])
      count(sequence, progress.overlap, answer ?? new Uint8Array(), page?.items)
      return kept
    },

    /** Asks for less at a time, to find what of a page cannot be read; undefined when it is a single item already. */
    narrow(id: string, number: number, asked: PageRequest): Slice | undefined {
      const { sequence } = open(id)
      const slice = windowSlice(sequence, number)
      const reading = narrower(slice.reading, asked)
      return reading && keepWindow(sequence, slice, reading)
    },

    /** Puts an answer that cannot be read into quarantine, and goes on behind it. */
    setAside(
      id: string,
      number: number,
      asked: PageRequest | string,
      { query, error, answer }: { query: ItemPageQuery; error: string; answer: Uint8Array },
    ): Slice {
      const { sequence } = open(id)
      const slice = slices.one(sequence, number)
      quarantine.put({ run: id, task: slice.task, query, error, answer })
      countSetAside.run(1, sequence)
      changed()
      if (isWindow(slice)) {
        if (typeof asked === 'string') throw new Error(`Slice ${number} is a window`)
        return keepWindow(sequence, slice, passOver(slice.reading, asked))
      }
      return keepList(sequence, slice, slice.reading.missing)
    },

    /** After everything was read: true when more has joined an open window than was met, and it is to be read on. */
    recheck(id: string, number: number, answer: ItemAnswerDocument): boolean {
      const { sequence, progress } = open(id)
      const slice = windowSlice(sequence, number)
      const { total } = readItemPage(answer)
      count(sequence, progress.overlap, answer)
      if (!isMissing({ ...slice.reading, total })) return false
      if (slice.reading.pass >= mostPasses) {
        keepProgress(sequence, { ...progress, unstable: true })
        return false
      }
      keepWindow(sequence, slice, anotherPass(slice.reading, { open: true }))
      return true
    },

    /** What is to be said of slices when their run is over. */
    remarks(all: Slice[]): string[] {
      const missing = all.flatMap((slice) =>
        isWindow(slice) || slice.task.by !== 'upc' ? [] : slice.reading.missing,
      )
      if (missing.length === 0) return []
      const named = missing.slice(0, mostNamed).join(', ')
      const rest = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ''
      return [`The service has no item for ${missing.length} of the codes: ${named}${rest}.`]
    },
  }
}

/** Windows of a run; a list of a million items takes about two hundred. */
const mostWindows = 5000

/** @throws StoreError `no-end` */
function requireFewWindows(windows: number, total: number): void {
  if (windows <= mostWindows) return
  throw new StoreError(
    'no-end',
    `The service says that it has ${total} items here, however small the part it is asked for: no more than ${mostWindows} parts are asked for.`,
  )
}

/** A whole in as many nearly equal parts. */
const shares = (whole: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => Math.floor((whole + part) / parts))

const isMissing = ({ distinct, leftOut, setAside, total }: Checkpoint): boolean =>
  distinct + leftOut + setAside < total

/** An answer that says it is another page than was asked for: something between here and the service mixed them up. */
function requirePage({ start }: KeptPage, { idx }: PageRequest): void {
  // A service that leaves the attribute out counts as saying 0.
  if (start === idx || start === 0) return
  throw new StoreError('other-page', `The service answered with items from ${start} instead of ${idx}.`, {
    problems: [],
  })
}
