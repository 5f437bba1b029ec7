import type { ImportErrorCode, RejectedRow } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Database, ImportRejectedRow } from '../../storage/index.ts'
import { ofJob } from '../jobs/job-rows.ts'
import type { RejectedCells } from '../rows/import-mapper.ts'
import { fullText } from '../source/cell.ts'
import type { NamedCell } from '../source/source-row.ts'

/**
 * Rejected rows of one import that are stored with their cells, for correction by hand. Later ones are stored
 * with the reason only.
 */
const maxCorrectable = 10_000
/** Maximum number of characters in the stored cells of a row. */
const maxCellsLength = 64_000

/** Values of `import_rejected.edited`. */
export const editedState = {
  asInFile: 0,
  /** Edited since the last check. */
  edited: 1,
  /** Edited, checked, and still rejected. */
  checked: 2,
  /** A dry run found that the row can be imported. */
  readable: 3,
} as const

/** SQL condition: the row is still rejected. */
export const isRejected = `edited <> ${editedState.readable}`

export const namedOf = (cells: string): NamedCell[] => JSON.parse(cells)

/** The text of stored cells; null if they are too long to be stored. */
export function storedCells(named: NamedCell[] | undefined): string | null {
  const text = named && JSON.stringify(named)
  return text === undefined || text.length > maxCellsLength ? null : text
}

export const textsOf = (named: readonly NamedCell[]): Record<string, string> =>
  Object.fromEntries(named.map(({ name, cell }) => [name, fullText(cell)]))

/** A rejected row as shown to a person. */
export const rejectedRow = ({
  line,
  code,
  reason,
  raw,
  cells,
  fault,
}: Pick<ImportRejectedRow, 'line' | 'code' | 'reason' | 'raw' | 'cells' | 'fault'>): RejectedRow => ({
  line,
  code,
  reason,
  raw,
  ...(cells !== null && { cells: textsOf(namedOf(cells)) }),
  ...(fault !== null && { fault }),
})

/** Rejected rows, within the transaction of a writer store. */
export function openRejected(db: Database) {
  const insert = db.prepare(
    'INSERT INTO import_rejected (job, line, code, reason, raw, cells, fault) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const refuse = db.prepare(
    `UPDATE import_rejected SET code = ?, reason = ?, fault = ?, edited = ${editedState.checked},
       revision = revision + 1 WHERE ${ofJob} AND line = ?`,
  )
  const has = db.prepare(`SELECT 1 FROM import_rejected WHERE ${ofJob} AND line = ? AND ${isRejected}`)
  const remove = db.prepare(`DELETE FROM import_rejected WHERE ${ofJob} AND line = ?`)
  const markReadable = db.prepare(
    `UPDATE import_rejected SET edited = ${editedState.readable} WHERE ${ofJob} AND line = ?`,
  )
  const dropEmptySteps = db.prepare(
    `DELETE FROM import_rejected_step WHERE ${ofJob} AND NOT EXISTS (
       SELECT 1 FROM json_each(import_rejected_step.changes) AS change
       JOIN import_rejected AS row ON row.job = import_rejected_step.job AND row.line = change.value ->> 'line'
       WHERE row.${isRejected})`,
  )
  return {
    /** @param before number of rows of the job that were rejected earlier */
    put(job: number, rows: readonly RejectedCells[], before: number): void {
      for (const [index, { line, code, reason, raw, named, fault }] of rows.entries()) {
        const cells = before + index < maxCorrectable ? storedCells(named) : null
        insert.run(job, line, code, reason, raw, cells, fault ?? null)
      }
    },
    /** Stores why an edited row is still rejected. */
    refuse(id: string, { line, code, reason, fault }: RejectedCells): void {
      refuse.run(code, reason, fault ?? null, id, line)
    },
    has: (id: string, line: number): boolean => has.get(id, line) !== undefined,
    /** Ends the rejection of a row. @param isKept keep it with its cells, as the correction of a dry run */
    take(id: string, line: number, isKept: boolean): void {
      if (isKept) markReadable.run(id, line)
      else remove.run(id, line)
    },
    /** Deletes steps of which all rows were imported: they cannot be undone. */
    dropEmptySteps: (id: string): void => void dropEmptySteps.run(id),
  }
}

/** The rejection of a row whose GTIN was already imported from another row of the file. */
export const repeatedGtin = (before: number): { code: 'GTIN_TWICE'; reason: string } => ({
  code: 'GTIN_TWICE',
  reason: say`Line ${before} has the same GTIN and was imported.`,
})

export const rowsNotFound = (): PlainError =>
  new PlainError<ImportErrorCode>(
    'ROW_NOT_FOUND',
    say`A row is no longer rejected: it was imported in another window. Look at the rows again.`,
  )
