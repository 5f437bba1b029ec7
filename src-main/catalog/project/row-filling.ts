/**
 * Pads document rows so that database pages are used fully. SQLite stores the first bytes of a long row in a
 * page with other rows, and the rest in overflow pages. How many bytes stay in the shared page depends on the
 * row's length: between `minShared` and `maxShared`. A row that nearly fills a shared page leaves no space for the
 * next row and fits next to no earlier one, so both pages are partly empty. Made slightly longer, the row
 * keeps only its minimum there.
 */

/** Usable bytes of a page, at SQLite's default page size for a new database. */
const usable = 4096
const maxShared = usable - 35
const minShared = Math.floor(((usable - 12) * 32) / 255) - 23
/** Usable bytes of an overflow page. */
const overflowBytes = usable - 4
/** Bytes that a row needs in addition to its outline and body, in the row and in its page; approximate. */
const rowHead = 14
const cellHead = 12
const tolerance = 8

/** Number of bytes by which to pad a document's row. @param length of its outline and body */
export function fillerOf(length: number): number {
  const row = length + rowHead
  const kept = row <= maxShared ? row : minShared + ((row - minShared) % overflowBytes)
  return kept <= maxShared && kept > maxShared - minShared - cellHead ? maxShared + tolerance - kept : 0
}
