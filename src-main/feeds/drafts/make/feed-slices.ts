/**
 * Splits a large item feed into two documents with half of the items each, to check them in two threads. The
 * joined result equals that of the complete feed; whenever that is not certain, the complete feed is checked
 * instead.
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
  /** Position of the slice's own first item in the slice (`from`) and in the complete feed (`at`). */
  from: Place
  at: Place
}

interface SliceVerdict {
  problems: Problem[]
  items: number
  gtins: string[]
}

const start: Place = { line: 1, column: 1 }

/** Two slices of a feed; undefined if it cannot safely be cut between two items. */
export function slicesOf(feed: Uint8Array, use: FeedKind): readonly [Slice, Slice] | undefined {
  if (kinds[use].maxItems === 1 || feed.byteLength > feedLimits.documentBytes) return undefined
  const xml = Buffer.from(feed.buffer, feed.byteOffset, feed.byteLength)
  // In comments, CDATA sections and processing instructions, an apparent item may be none.
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

/** Offset of the next start tag of an item; -1 if there is none. */
function itemFrom(xml: Buffer, from: number): number {
  for (let at = xml.indexOf('<item', from); at >= 0; at = xml.indexOf('<item', at + 1))
    if (isItemAt(xml, at)) return at
  return -1
}

const isItemAt = (xml: Buffer, at: number): boolean =>
  xml.toString('latin1', at, at + '<item'.length) === '<item' && isEndOfName(xml[at + '<item'.length])

/** Offset of the next item that follows another one with only white space between; -1 if there is none. */
function cutFrom(xml: Buffer, from: number): number {
  for (let end = xml.indexOf('</item>', from); end >= 0; end = xml.indexOf('</item>', end + 1)) {
    let at = end + '</item>'.length
    while (isWhiteSpace(xml[at])) at += 1
    if (isItemAt(xml, at)) return at
  }
  return -1
}

const isWhiteSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
/** White space, `>` or `/`. */
const isEndOfName = (byte: number | undefined): boolean =>
  isWhiteSpace(byte) || byte === 0x3e || byte === 0x2f

/** Position as in problems: 1-based line, and 1-based column in UTF-16 units. */
function placeOf(xml: Buffer, offset: number): Place {
  let line = 1
  let lineStart = 0
  for (let at = xml.indexOf(0x0a); at >= 0 && at < offset; at = xml.indexOf(0x0a, at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: new TextDecoder().decode(xml.subarray(lineStart, offset)).length + 1 }
}

/** Half of each limit per slice, so that both together stay within the limit. */
const limits = {
  ...feedLimits,
  elements: feedLimits.elements / 2,
  children: feedLimits.children / 2,
  items: feedLimits.items / 2,
  problems: feedLimits.problems / 2,
}

/** Checks one slice; undefined if it is no item feed, or has more problems than are listed. */
export function checkSlice(xml: Uint8Array, use: FeedKind): SliceVerdict | undefined {
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

/**
 * Problems of the complete feed in document order; undefined if the slices are not conclusive.
 * @param slice the second slice
 */
export function joinedProblems(
  slice: Slice,
  [before, after]: readonly [SliceVerdict | undefined, SliceVerdict | undefined],
): Problem[] | undefined {
  if (!before || !after) return undefined
  // Problems of the feed itself, rather than of an item, cannot be joined.
  if (![...before.problems, ...after.problems].every(isOfItem)) return undefined
  const known = new Set(before.gtins)
  if (after.gtins.some((gtin) => known.has(gtin)) || after.problems.some(({ code }) => code === 'GTIN_TWICE'))
    return undefined
  return [...before.problems, ...after.problems.map((problem) => relocated(problem, slice, before.items))]
}

const itemPath = /^(items\/item\[)(\d{1,6})(\].*)$/s
const isOfItem = ({ path, line }: Problem): boolean => itemPath.test(path) && line !== undefined

/** A problem of the second slice, with its position in the complete feed. */
function relocated(problem: Problem, { from, at }: Slice, itemsBefore: number): Problem {
  const { path, line = 0, column } = problem
  const [, begin = '', number = '', rest = ''] = itemPath.exec(path) ?? []
  const isInFirstLine = line === from.line
  return {
    ...problem,
    path: `${begin}${Number(number) + itemsBefore}${rest}`,
    line: line - from.line + at.line,
    ...(column !== undefined && { column: isInFirstLine ? column - from.column + at.column : column }),
  }
}
