import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { SourceRow } from './source-row.ts'

/** A range of rows of a file. */
export interface RowWindow {
  rows: SourceRow[]
  /** Share of the file that has been read, 0 to 1. */
  share: number
  isEnd: boolean
}

/** A file read from its start. */
export interface RowPieces {
  pieces: AsyncGenerator<Pick<RowWindow, 'rows' | 'share'>>
  /** Closes the file. */
  close(): void
}

/** A reader that continues with the next call. */
interface Cursor extends RowPieces {
  key: string
  /** Number of rows returned so far. */
  at: number
  share: number
  waiting: SourceRow[]
}

/** Rows per call: few enough to react to a cancellation quickly. */
export const rowsInWindow = 2000

/**
 * Returns the rows of one file at a time in windows, one per call, for a thread that reads untrusted input.
 */
export function openWindows<Place>(open: (place: Place) => Promise<RowPieces>) {
  let cursor: Cursor | undefined

  function end(): void {
    cursor?.close()
    cursor = undefined
  }

  async function restart(key: string, place: Place): Promise<Cursor> {
    end()
    cursor = { ...(await open(place)), key, at: 0, share: 0, waiting: [] }
    return cursor
  }

  return {
    /**
     * The rows starting at `from`. Continues after the last call if it ended there; otherwise, as in a new
     * thread, reads from the start of the file again and skips to `from`.
     */
    async rows(place: Place, from: number, most: number): Promise<RowWindow> {
      const key = JSON.stringify(place)
      try {
        let at = cursor?.key === key && cursor.at === from ? cursor : undefined
        if (!at) {
          at = await restart(key, place)
          while (at.at < from) {
            const { isEnd } = await take(at, Math.min(most, from - at.at))
            if (isEnd) break
          }
        }
        const window = await take(at, most)
        if (window.isEnd) end()
        return window
      } catch (error) {
        end()
        throw error
      }
    },
    end,
  }
}

/** The next rows, and whether they are the last ones. If rows are long, the window has fewer. */
async function take(from: Cursor, most: number): Promise<RowWindow> {
  let isEnd = false
  let characters = from.waiting.reduce((sum, row) => sum + charactersOf(row), 0)
  while (from.waiting.length < most && characters < rowLimits.charactersAtOnce && !isEnd) {
    const { value, done } = await from.pieces.next()
    if (done) isEnd = true
    else {
      for (const row of value.rows) {
        from.waiting.push(row)
        characters += charactersOf(row)
      }
      from.share = value.share
    }
  }
  const rows = from.waiting.splice(0, most)
  from.at += rows.length
  return { rows, share: from.share, isEnd: isEnd && from.waiting.length === 0 }
}

/** Approximate number of characters that a row holds in memory. */
export const charactersOf = ({ text, cells = [], named = [] }: SourceRow): number =>
  named.reduce(
    (sum, { name, cell }) => sum + name.length + (typeof cell === 'string' ? cell.length : 0),
    text.length + cells.length,
  )
