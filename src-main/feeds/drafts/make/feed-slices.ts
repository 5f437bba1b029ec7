/**
 * A large feed of items as two documents of half its items, each judged in a thread of its own. What the two are found
 * to be is what the whole is found to be, or it is not said: wherever that is not certain, the whole is judged.
 */

import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { identifyDocument } from '../../../../src-shared/vocabulary/identify-document.ts'
import { feedLimits } from '../../../../src-shared/vocabulary/kit/limits.ts'

interface Place {
  line: number
  column: number
}

export interface Slice {
  xml: Uint8Array
  /** Where its own items begin, and where that is in the whole. */
  from: Place
  at: Place
}

interface SliceVerdict {
  problems: Problem[]
  items: number
  gtins: string[]
}

const start: Place = { line: 1, column: 1 }

/** The slices of a feed; undefined where the feed is not certainly cut between two of its items. */
export function slicesOf(feed: Uint8Array, use: FeedKind): readonly [Slice, Slice] | undefined {
  if (kinds[use].maxItems === 1 || feed.byteLength > feedLimits.documentBytes) return undefined
  const xml = Buffer.from(feed.buffer, feed.byteOffset, feed.byteLength)
  // In a comment, a section or an instruction, what looks like an item may be none.
  if (xml.includes('<!') || xml.includes('<?', 4)) return undefined
  const head = itemFrom(xml, 0)
  const cut = cutFrom(xml, xml.length >> 1)
  const tail = xml.lastIndexOf('</item>') + '</item>'.length
  if (head < 0 || cut <= head || tail <= cut || itemFrom(xml, tail) >= 0) return undefined
  return [
    { xml: Buffer.concat([xml.subarray(0, cut), xml.subarray(tail)]), from: start, at: start },
    {
      xml: Buffer.concat([xml.subarray(0, head), xml.subarray(cut)]),
      from: placeOf(xml, head),
      at: placeOf(xml, cut),
    },
  ]
}

/** Where the next start tag of an item is; -1 where there is none. */
function itemFrom(xml: Buffer, from: number): number {
  for (let at = xml.indexOf('<item', from); at >= 0; at = xml.indexOf('<item', at + 1))
    if (isItemAt(xml, at)) return at
  return -1
}

const isItemAt = (xml: Buffer, at: number): boolean =>
  xml.toString('latin1', at, at + '<item'.length) === '<item' && isEndOfName(xml[at + '<item'.length])

/** Where the next item begins that stands right behind another, but for blanks; -1 where there is none. */
function cutFrom(xml: Buffer, from: number): number {
  for (let end = xml.indexOf('</item>', from); end >= 0; end = xml.indexOf('</item>', end + 1)) {
    let at = end + '</item>'.length
    while (isBlank(xml[at])) at += 1
    if (isItemAt(xml, at)) return at
  }
  return -1
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
/** A blank, `>` or `/`. */
const isEndOfName = (byte: number | undefined): boolean => isBlank(byte) || byte === 0x3e || byte === 0x2f

/** A place as problems have it: lines from 1, and UTF-16 units from 1. */
function placeOf(xml: Buffer, offset: number): Place {
  let line = 1
  let begins = 0
  for (let at = xml.indexOf(0x0a); at >= 0 && at < offset; at = xml.indexOf(0x0a, at + 1)) {
    line += 1
    begins = at + 1
  }
  return { line, column: new TextDecoder().decode(xml.subarray(begins, offset)).length + 1 }
}

/** What holds for the whole feed is asked of each half: two of them are then within it too. */
const limits = {
  ...feedLimits,
  elements: feedLimits.elements / 2,
  children: feedLimits.children / 2,
  items: feedLimits.items / 2,
  problems: feedLimits.problems / 2,
}

/** Judges one slice; undefined where it is no feed of items, or there is more to say than is listed. */
export function judgeSlice(xml: Uint8Array, use: FeedKind): SliceVerdict | undefined {
  if (identifyDocument(xml) !== 'ingestItems') return undefined
  let items = 0
  const gtins: string[] = []
  const checked = checkFeed(use, xml, {
    limits,
    keep: false,
    further(item) {
      items += 1
      for (const gtin of kinds[use].payload.gtins(item)) gtins.push(gtin14(gtin) ?? gtin)
      return []
    },
  })
  return checked.items && !checked.omitted ? { problems: checked.problems, items, gtins } : undefined
}

/** The problems of the whole, in the order of its text; undefined where the slices do not tell. @param slice the second */
export function joinedProblems(
  slice: Slice,
  [before, after]: readonly [SliceVerdict | undefined, SliceVerdict | undefined],
): Problem[] | undefined {
  if (!before || !after) return undefined
  // What concerns the feed as a whole was said of each half, or of neither.
  if (![...before.problems, ...after.problems].every(isOfItem)) return undefined
  const known = new Set(before.gtins)
  if (after.gtins.some((gtin) => known.has(gtin)) || after.problems.some(({ code }) => code === 'GTIN_TWICE'))
    return undefined
  return [...before.problems, ...after.problems.map((problem) => moved(problem, slice, before.items))]
}

const ofItem = /^(items\/item\[)(\d{1,6})(\].*)$/s
const isOfItem = ({ path, line }: Problem): boolean => ofItem.test(path) && line !== undefined

/** A problem of the second slice where it stands in the whole. */
function moved(problem: Problem, { from, at }: Slice, itemsBefore: number): Problem {
  const { path, line = 0, column } = problem
  const [, begin = '', number = '', rest = ''] = ofItem.exec(path) ?? []
  const isInFirstLine = line === from.line
  return {
    ...problem,
    path: `${begin}${Number(number) + itemsBefore}${rest}`,
    line: line - from.line + at.line,
    ...(column !== undefined && { column: isInFirstLine ? column - from.column + at.column : column }),
  }
}
