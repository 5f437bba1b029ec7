/**
 * How the rows of documents lie in the pages of the database. SQLite keeps the first bytes of a long row in a page with
 * other rows, and what is beyond in pages of its own. How many stay with other rows follows from the row's length: at
 * least `least`, at most `most`. A row that nearly fills a page by itself leaves no room for the next one, and takes none
 * beside one of before: both pages are partly empty. Made a little longer, such a row leaves only its first bytes there.
 */

/** Bytes of a page that rows can use, with the page size that SQLite gives a new database. */
const usable = 4096
const most = usable - 35
const least = Math.floor(((usable - 12) * 32) / 255) - 23
/** Bytes of a page of its own. */
const beyond = usable - 4
/** What a row takes beside its outline and body, in the row and in its page; a few bytes more or less. */
const rowHead = 14
const cellHead = 12
const tolerance = 8

/** How many bytes a document's row is to be made longer. @param length of its outline and body */
export function fillerOf(length: number): number {
  const row = length + rowHead
  const kept = row <= most ? row : least + ((row - least) % beyond)
  return kept <= most && kept > most - least - cellHead ? most + tolerance - kept : 0
}
