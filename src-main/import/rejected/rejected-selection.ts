import type { DraftSelection } from '../../../src-shared/feeds/draft/edits.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import type { Database, ImportRejectedRow } from '../../storage/index.ts'
import { ofJob } from '../jobs/job-rows.ts'
import type { NamedCell } from '../source/source-row.ts'
import { editedState, isRejected, namedOf, textsOf } from './rejected-store.ts'

/** A rejected row with the texts of its cells. */
export interface RejectedTexts extends Omit<ImportRejectedRow, 'job'> {
  named: NamedCell[]
  texts: Record<string, string>
}

const hasText = (text: string | undefined, folded: string): boolean =>
  text !== undefined && fold(text).includes(folded)

/** Whether the last check of a row found a problem, and the row was not edited since. */
export const hasProblem = ({ edited }: Pick<ImportRejectedRow, 'edited'>): boolean =>
  edited === editedState.asInFile || edited === editedState.checked

/** Returns a function that tests rows; keys are lines of the file. */
function matching({ keys, text, problem, cell }: DraftSelection): (row: RejectedTexts) => boolean {
  const lines = keys && new Set(keys)
  const folded = fold(text?.trim() ?? '')
  return (row) => {
    const { line, code, raw, cells, texts } = row
    if (lines && !lines.has(line)) return false
    if (folded !== '' && !(cells === null ? [raw] : Object.values(texts)).some((one) => hasText(one, folded)))
      return false
    if (problem !== undefined && !(hasProblem(row) && (problem === 'any' || problem.code === code)))
      return false
    if (!cell) return true
    const value = texts[cell.column] ?? ''
    if (cell.is === 'empty') return value === ''
    return cell.is === 'filled' ? value !== '' : hasText(value, fold(cell.is.containing))
  }
}

/** Opens the rejected rows of imports, in the order of their lines. */
export function openRejectedTexts(db: Database) {
  const members = 'line, code, reason, raw, cells, fault, edited, revision'
  const all = db.prepare<[string], Omit<ImportRejectedRow, 'job'>>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} AND ${isRejected} ORDER BY line`,
  )
  const window = db.prepare<[string, number, number], Omit<ImportRejectedRow, 'job'>>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} AND ${isRejected} ORDER BY line LIMIT ? OFFSET ?`,
  )
  const one = db.prepare<[string, number], Omit<ImportRejectedRow, 'job'>>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} AND line = ? AND ${isRejected}`,
  )
  const withTexts = (row: Omit<ImportRejectedRow, 'job'>): RejectedTexts => {
    const named = row.cells === null ? [] : namedOf(row.cells)
    return { ...row, named, texts: textsOf(named) }
  }
  return {
    window: (id: string, offset: number, limit: number): RejectedTexts[] =>
      window.all(id, limit, offset).map(withTexts),
    row(id: string, line: number): RejectedTexts | undefined {
      const found = one.get(id, line)
      return found && withTexts(found)
    },
    /** The rows of a selection. */
    *where(id: string, selection: DraftSelection): Generator<RejectedTexts> {
      const isMatch = matching(selection)
      const { keys } = selection
      if (keys) {
        for (const line of new Set(keys)) {
          const row = this.row(id, line)
          if (row && isMatch(row)) yield row
        }
        return
      }
      for (const found of all.iterate(id)) {
        const row = withTexts(found)
        if (isMatch(row)) yield row
      }
    },
  }
}
