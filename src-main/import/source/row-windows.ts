import { rowLimits } from '../../../src-shared/file-limits.ts'
import type { SourceRow } from './source-row.ts'

/** Some rows of a file. */
export interface RowWindow {
  rows: SourceRow[]
  /** The share of the file that has been read, 0 to 1. */
  share: number
  isEnd: boolean
}

/** A reading of a file from its beginning. */
export interface RowPieces {
  pieces: AsyncGenerator<Pick<RowWindow, 'rows' | 'share'>>
  /** Lets go of the file. */
  close(): void
}

/** A reading that goes on with the next call. */
interface Cursor extends RowPieces {
  key: string
  /** Rows that were handed out. */
  at: number
  share: number
  waiting: SourceRow[]
}

/** Rows of one answer: few enough that a person's cancelling is met soon. */
export const rowsInWindow = 2000

/** Hands out the rows of one file at a time, a window for each call, for a thread that reads foreign bytes. */
export function openWindows<Place>(open: (place: Place) => Promise<RowPieces>) {
  let cursor: Cursor | undefined

  function end(): void {
    cursor?.close()
    cursor = undefined
  }

  async function begin(key: string, place: Place): Promise<Cursor> {
    end()
    cursor = { ...(await open(place)), key, at: 0, share: 0, waiting: [] }
    return cursor
  }

  return {
    /**
     * The rows of a place from the one of this number on. Goes on where the last call ended; where that is not known, as
     * in a new thread, it reads up to there again.
     */
    async rows(place: Place, from: number, most: number): Promise<RowWindow> {
      const key = JSON.stringify(place)
      try {
        let at = cursor?.key === key && cursor.at === from ? cursor : undefined
        if (!at) {
          at = await begin(key, place)
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

/** The next rows of a reading, and whether they are the last. Long rows make a window of fewer rows. */
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

/** About as many characters as a row holds in memory. */
export const charactersOf = ({ text, cells = [], named = [] }: SourceRow): number =>
  named.reduce(
    (sum, { name, cell }) => sum + name.length + (typeof cell === 'string' ? cell.length : 0),
    text.length + cells.length,
  )
