import { say } from '../../../src-shared/texts/say.ts'
import { type ItemAnswerDocument, instant, projectPage } from '../../catalog/index.ts'
import type { Database } from '../../storage/index.ts'
import type { ItemPageQuery } from '../../upstream/index.ts'
import {
  anotherPass,
  isKnownFromHere,
  isMissing,
  maxPasses,
  type PageRequest,
  verdict,
} from '../checkpoint.ts'
import {
  isWindow,
  listQuery,
  pageQuery,
  type Slice,
  splitWindow,
  type WindowSlice,
  type WindowTask,
} from '../plan.ts'
import { advance, narrower, skipPage } from '../reading/advance.ts'
import { maxWindows, requireItems, requirePage, restartReading } from '../reading/contradictions.ts'
import type { openPageKeeper } from './page-keeper.ts'
import { openItemQuarantine, type openQuarantineWriter } from './quarantine-rows.ts'
import type { OpenRun, RunProgress } from './run-rows.ts'
import { openSliceRows } from './slice-rows.ts'
import type { prepareSlices } from './slices.ts'

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

/** Maximum number of codes listed in a remark. */
const maxListedCodes = 10

/**
 * Writes slices. Every function stores the contents of a response and the slice's new checkpoint in one
 * transaction, and returns the updated slice.
 */
export function openSliceWriter({
  db,
  now,
  open,
  pages,
  quarantine,
  slices,
  keepProgress,
  changed,
}: SliceWriterParts) {
  const rows = openSliceRows(db, slices, changed)
  const { add, windowSlice, listSlice, keepWindow, keepList, count, keptInWindow } = rows
  const setItemsAside = openItemQuarantine(quarantine, rows.countSetAside)
  /**
   * Returns true if the service reports more than twice as many items for the parts of a window as for the
   * window itself. Then the window is read as a whole instead of its parts.
   */
  const mergeContradicted = (run: OpenRun, { number, task }: WindowSlice, total: number): boolean => {
    const { sequence, progress } = run
    if (!task.within) return false
    const others = rows.saidWithin(sequence, number, task.within)
    if (others + total <= 2 * task.within.total + progress.maxSlice) return false
    const { since, until } = task.within
    const parts = slices
      .all(sequence)
      .filter(isWindow)
      .filter((other) => isPartOf(other.task, task))
    for (const part of parts)
      keepWindow(sequence, part, { ...part.reading, total: 0, cursor: 0, ended: true, merged: true })
    const { within: _, ...rest } = task
    add(run, [{ ...rest, since, until, isWhole: true }])
    return true
  }
  return {
    add,

    /**
     * Records the number of items in a window. Undefined if there are too many: smaller windows replaced it.
     */
    putLength(
      id: string,
      number: number,
      request: PageRequest,
      answer: ItemAnswerDocument,
    ): Slice | undefined {
      const run = open(id)
      const { sequence, progress } = run
      const slice = windowSlice(sequence, number)
      if (slice.state === 'done') return slice
      // The single item of the response is not stored: it arrives again with its page.
      const { count: given, total, items, setAside } = projectPage(answer)
      const first = items[0]?.projection.columns
      const firstUpdated = first && instant(first.updated)
      if (request.limit > 0)
        requireItems({ count: items.length + setAside.length, total }, 0, slice.reading.distinct)
      if (mergeContradicted(run, slice, total)) {
        count(sequence, progress.overlap, answer)
        return undefined
      }
      const parts =
        slice.reading.pass === 1 && !slice.task.isWhole
          ? splitWindow(slice.task, { total, maxSlice: progress.maxSlice, firstUpdated, now: now() })
          : undefined
      if (parts && rows.sliceCount(sequence) + parts.length <= maxWindows) {
        // Until its length is known, each part counts with an equal share.
        add(run, parts, { totals: shares(total, parts.length) })
        rows.remove(sequence, number)
        count(sequence, progress.overlap, answer)
        changed()
        return undefined
      }
      const next = advance(slice.reading, request, {
        ...emptyCounts,
        count: given,
        total,
        firstId: first?.id,
      })
      const kept = keepWindow(sequence, slice, next)
      count(sequence, progress.overlap, answer)
      return kept
    },

    /**
     * Stores a page and the checkpoint after it.
     * @throws PlainError if the response must be prepared first, or is a different page; then nothing is
     * stored
     */
    putPage(id: string, number: number, request: PageRequest, answer: ItemAnswerDocument): Slice {
      const run = open(id)
      const { sequence, plan, progress } = run
      const slice = windowSlice(sequence, number)
      const { task, reading } = slice
      // Another window replaced this one while the page was being downloaded.
      if (slice.state === 'done') return slice
      if (request.purpose === 'probe') {
        const { count: given, total } = projectPage(answer)
        const found = keepWindow(
          sequence,
          slice,
          advance(reading, request, { ...emptyCounts, count: given, total }),
        )
        count(sequence, progress.overlap, answer)
        return found
      }
      const isOpen = task.until === undefined
      const page =
        task.purpose === 'items' ? pages.keepItems(run, slice, answer) : pages.keepMarks(run, slice, answer)
      requirePage(page, request)
      setItemsAside(run, page.aside, slice.task, (index) =>
        pageQuery(task, { purpose: 'page', idx: request.idx + index, limit: 1 }),
      )
      let next = advance(reading, request, page)
      const hasMoved = request.purpose === 'page' && next.cursor === request.idx && page.count > 0
      const isIncremental = plan.scope === 'incremental' && task.purpose === 'items'
      const isAlone = rows.sliceCount(sequence) === 1
      const isKnown =
        hasMoved &&
        ((isIncremental && isAlone && isKnownFromHere(next, page, keptInWindow(task, next))) ||
          (isOpen && next.pass > 1 && next.ordered && page.isKnown && !isMissing(next)))
      // The list is read when its start is reached, and again after items behind its end.
      const isRead = request.purpose === 'tail' ? next.ended && next.hasTail : next.cursor === 0
      if (isKnown) next = { ...next, cursor: 0 }
      else if (isRead) {
        const firstId =
          request.purpose === 'tail' ? next.firstId : request.idx === 0 ? page.firstId : undefined
        const isEnough = isIncremental && keptInWindow(task, next) >= next.total
        if (!isEnough && verdict(next, { open: isOpen, firstId }) === 'moved') {
          if (next.pass < maxPasses) next = anotherPass(next, { open: isOpen })
          else if (!progress.unstable) keepProgress(sequence, { ...progress, unstable: true })
        }
      }
      if (page.wanted.length > 0)
        add(run, [{ reads: 'list', purpose: 'items', by: 'id', values: page.wanted, profile: 'complete' }])
      const kept = keepWindow(sequence, slice, next)
      count(sequence, progress.overlap, answer, page.items)
      return kept
    },

    /** Stores the response for a code or identifier; `undefined` if the service has no item for it. */
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

    /** Halves the page size to find the unreadable part of a page; undefined for a single item. */
    narrow(id: string, number: number, request: PageRequest): Slice | undefined {
      const { sequence } = open(id)
      const slice = windowSlice(sequence, number)
      const reading = narrower(slice.reading, request)
      return reading && keepWindow(sequence, slice, reading)
    },

    /**
     * Records that the service returns no items where it reports some: from now on the responses determine
     * the length.
     */
    doubtLength(id: string, number: number, request: PageRequest, said: number): Slice {
      const { sequence } = open(id)
      const slice = windowSlice(sequence, number)
      if (slice.state === 'done') return slice
      const reading = advance({ ...slice.reading, doubt: { said } }, request, {
        ...emptyCounts,
        count: 0,
        total: said,
      })
      return keepWindow(sequence, slice, reading)
    },

    /**
     * Restarts a reading that makes no progress, from the start of the list. If that makes no progress
     * either, the reading ends.
     */
    giveUp(id: string, number: number, said: number): Slice {
      const { sequence, progress } = open(id)
      const slice = windowSlice(sequence, number)
      const { largestPage } = progress
      const isOpen = slice.task.until === undefined
      return keepWindow(sequence, slice, restartReading(slice.reading, { said, open: isOpen, largestPage }))
    },

    /** Ends the list at its announced end, because the service returns an error for items behind it. */
    endTail(id: string, number: number): Slice {
      const { sequence } = open(id)
      const slice = windowSlice(sequence, number)
      return keepWindow(sequence, slice, { ...slice.reading, ended: true })
    },

    /** Puts an unreadable response in quarantine and continues after it. */
    setAside(
      id: string,
      number: number,
      request: PageRequest | string,
      { query, error, answer }: { query: ItemPageQuery; error: string; answer: Uint8Array },
    ): Slice {
      const { sequence } = open(id)
      const slice = slices.one(sequence, number)
      quarantine.put({ run: id, task: slice.task, query, error, answer })
      rows.countSetAside(1, sequence)
      changed()
      if (isWindow(slice)) {
        if (typeof request === 'string') throw new Error(`Slice ${number} is a window`)
        return keepWindow(sequence, slice, skipPage(slice.reading, request))
      }
      return keepList(sequence, slice, slice.reading.missing)
    },

    /**
     * Checks an open window after everything was read. True if items have joined, so that the window must be
     * read on.
     */
    recheck(id: string, number: number, answer: ItemAnswerDocument): boolean {
      const { sequence, progress } = open(id)
      const slice = windowSlice(sequence, number)
      const { total } = projectPage(answer)
      count(sequence, progress.overlap, answer)
      if (slice.reading.doubt || !isMissing({ ...slice.reading, total })) return false
      if (slice.reading.pass >= maxPasses) {
        keepProgress(sequence, { ...progress, unstable: true })
        return false
      }
      keepWindow(sequence, slice, anotherPass(slice.reading, { open: true }))
      return true
    },

    /** Remarks about slices for the note of their run. */
    remarks(all: Slice[]): string[] {
      const missing = all.flatMap((slice) =>
        isWindow(slice) || slice.task.by !== 'upc' ? [] : slice.reading.missing,
      )
      if (missing.length === 0) return []
      const listed = missing.slice(0, maxListedCodes).join(', ')
      const more = missing.length - maxListedCodes
      return [
        more > 0
          ? say`The service has no item for ${missing.length} of the codes: ${listed} and ${more} more.`
          : say`The service has no item for ${missing.length} of the codes: ${listed}.`,
      ]
    },
  }
}

/** The counts of a response that is not stored. */
const emptyCounts = { created: 0, changed: 0, unchanged: 0, leftOut: 0, setAside: 0, distinct: 0 }

/** Divides a number into nearly equal parts. */
const shares = (whole: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => Math.floor((whole + part) / parts))

const isPartOf = (part: WindowTask, { within, m, b, purpose }: WindowTask): boolean =>
  JSON.stringify([part.within, part.m, part.b, part.purpose]) === JSON.stringify([within, m, b, purpose])
