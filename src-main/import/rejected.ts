import type { ImportErrorCode, RejectedRow, RejectedRows } from '../../src-shared/import/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Database, defineReader } from '../storage/index.ts'
import { fieldAt, gtinPath, namePath } from './columns/import-fields.ts'
import type { RejectedCells, RowPlan } from './rows/import-mapper.ts'
import { fullText } from './source/cell.ts'
import type { NamedCell } from './source/source-row.ts'

/**
 * Rejected rows of one import that are stored with their cells, for correction by hand. Later ones are stored
 * with the reason only.
 */
const maxCorrectable = 10_000
/** Maximum number of characters in the stored cells of a row. */
const maxCellsLength = 64_000

interface RejectedColumns {
  line: number
  code: string
  reason: string
  raw: string
  cells: string | null
  fault: string | null
}

const ofJob = 'job = (SELECT seq FROM import_job WHERE id = ?)'

/** A rejected row and the data needed to import it. */
interface CorrectableRow {
  row: RejectedRow
  named: NamedCell[]
  plan: RowPlan
}

const namedOf = (cells: string | null): NamedCell[] | undefined =>
  cells === null ? undefined : JSON.parse(cells)

/** A rejected row as shown to a person. */
export function rejectedRow({ named, line, code, reason, raw, fault }: RejectedCells): RejectedRow {
  const cells = named && Object.fromEntries(named.map(({ name, cell }) => [name, fullText(cell)]))
  return { line, code, reason, raw, cells, fault }
}

const rowOf = ({ cells, fault, ...row }: RejectedColumns): RejectedRow =>
  rejectedRow({ ...row, named: namedOf(cells), fault: fault ?? undefined })

/** A row that was imported. */
export interface ImportedRow {
  /** Padded to 14 digits. */
  gtin14: string
  line: number
}

/** Finds the line of the imported row with a GTIN; undefined if there is none. */
function openImportedLines(db: Database) {
  const steps = db.prepare<[string], Buffer>(`SELECT taken FROM import_gtin WHERE ${ofJob}`).pluck()
  return (id: string, gtin14: string): number | undefined => {
    const wanted = Number(gtin14)
    for (const step of steps.iterate(id)) {
      const pairs = new Float64Array(Uint8Array.from(step).buffer)
      for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === wanted) return pairs[at + 1]
    }
    return undefined
  }
}

/**
 * Columns in which a rejected row can be corrected: those mapped to a field. The required GTIN and name come
 * first.
 */
function columnsToCorrect({ mapping, seen }: RowPlan): RejectedRows['columns'] {
  const columns = seen.flatMap((name) => {
    const field = fieldAt.get(mapping[name] ?? '')
    return field ? [{ name, field }] : []
  })
  const needed = [gtinPath, namePath]
  const rank = (path: string) => (needed.includes(path) ? needed.indexOf(path) : needed.length)
  return columns
    .toSorted((one, other) => rank(one.field.path) - rank(other.field.path))
    .map(({ name, field }) => ({ name, field: field.label }))
}

/** Rejected rows of imports, until they are corrected and imported. */
export const rejectedReader = defineReader('import/rejected', ({ db }) => {
  const members = 'line, code, reason, raw, cells, fault'
  const window = db.prepare<[string, number, number], RejectedColumns>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} ORDER BY line LIMIT ? OFFSET ?`,
  )
  const one = db.prepare<[string, number], RejectedColumns>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} AND line = ?`,
  )
  const importedLine = openImportedLines(db)
  const plan = db.prepare<[string], string | null>('SELECT plan FROM import_job WHERE id = ?').pluck()
  const planOf = (id: string): RowPlan | undefined => {
    const text = plan.get(id)
    return text ? JSON.parse(text) : undefined
  }
  return {
    /** Empty for an import of an earlier version. */
    columns(id: string): RejectedRows['columns'] {
      const found = planOf(id)
      return found ? columnsToCorrect(found) : []
    },
    /** Rejected rows in the order of the file. */
    rows: (id: string, offset: number, limit: number): RejectedRow[] =>
      window.all(id, limit, offset).map(rowOf),
    importedLine,
    /** @returns undefined if the row no longer exists or its cells were not stored */
    correctable(id: string, line: number): CorrectableRow | undefined {
      const found = one.get(id, line)
      const named = found && namedOf(found.cells)
      const itsPlan = planOf(id)
      return found && named && itsPlan && { row: rowOf(found), named, plan: itsPlan }
    },
  }
})

/** Rejected rows, within the transaction of a writer store. */
export function openRejected(db: Database) {
  const insert = db.prepare(
    'INSERT INTO import_rejected (job, line, code, reason, raw, cells, fault) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const change = db.prepare(
    `UPDATE import_rejected SET code = ?, reason = ?, cells = ?, fault = ? WHERE ${ofJob} AND line = ?`,
  )
  const remove = db.prepare(`DELETE FROM import_rejected WHERE ${ofJob} AND line = ?`)
  const insertImported = db.prepare('INSERT INTO import_gtin (job, taken) VALUES (?, ?)')
  const removeImported = db.prepare(`DELETE FROM import_gtin WHERE ${ofJob}`)
  const textOf = (named: NamedCell[] | undefined): string | null => {
    const text = named && JSON.stringify(named)
    return text === undefined || text.length > maxCellsLength ? null : text
  }
  return {
    /** @param before number of rows of the job that were rejected earlier */
    put(job: number, rows: RejectedCells[], before: number): void {
      for (const [index, { line, code, reason, raw, named, fault }] of rows.entries()) {
        const cells = before + index < maxCorrectable ? textOf(named) : null
        insert.run(job, line, code, reason, raw, cells, fault ?? null)
      }
    },
    change(id: string, { line, code, reason, named, fault }: RejectedCells): void {
      change.run(code, reason, textOf(named), fault ?? null, id, line)
    },
    remove: (id: string, line: number): boolean => remove.run(id, line).changes > 0,
    /** Records the imported rows: a corrected row must not have the GTIN of one of them. */
    recordImported(job: number, rows: ImportedRow[]): void {
      if (rows.length === 0) return
      const pairs = Float64Array.from(rows.flatMap(({ gtin14, line }) => [Number(gtin14), line]))
      insertImported.run(job, Buffer.from(pairs.buffer))
    },
    importedLine: openImportedLines(db),
    /** Deletes the record of imported rows when no rejected rows are left. */
    deleteImported: (id: string): void => void removeImported.run(id),
  }
}

/** The rejection of a row whose GTIN was already imported from another row of the file. */
export const repeatedGtin = (before: number): { code: 'GTIN_TWICE'; reason: string } => ({
  code: 'GTIN_TWICE',
  reason: say`Line ${before} has the same GTIN and was imported.`,
})

export const rowNotFound = (line: number): PlainError =>
  new PlainError<ImportErrorCode>(
    'ROW_NOT_FOUND',
    say`The row on line ${line} is no longer rejected: it was imported, or its cells were not saved.`,
  )
