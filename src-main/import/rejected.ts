import type { ImportErrorCode, RejectedRow, RejectedRows } from '../../src-shared/import/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Database, defineReader } from '../storage/index.ts'
import { fieldAt, gtinPath, namePath } from './columns/import-fields.ts'
import type { RejectedCells, RowPlan } from './rows/import-mapper.ts'
import { wholeText } from './source/cell.ts'
import type { NamedCell } from './source/source-row.ts'

/** As many rows of one import as a person might mend by hand; of those behind them only what is wrong is kept. */
const maxMendable = 10_000
/** Characters of the cells of one row. */
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

/** A rejected row with what is needed to make an item of it. */
interface Mendable {
  row: RejectedRow
  named: NamedCell[]
  plan: RowPlan
}

const namedOf = (cells: string | null): NamedCell[] | undefined =>
  cells === null ? undefined : JSON.parse(cells)

/** A rejected row as a person sees it. */
export function rejectedRow({ named, line, code, reason, raw, fault }: RejectedCells): RejectedRow {
  const cells = named && Object.fromEntries(named.map(({ name, cell }) => [name, wholeText(cell)]))
  return { line, code, reason, raw, cells, fault }
}

const rowOf = ({ cells, fault, ...row }: RejectedColumns): RejectedRow =>
  rejectedRow({ ...row, named: namedOf(cells), fault: fault ?? undefined })

/** A row that an import took. */
export interface TakenRow {
  /** Padded to 14 digits. */
  gtin14: string
  line: number
}

/** Finds the line of the file whose row an import took with a GTIN; undefined when there is none. */
function openTakenLines(db: Database) {
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

/** The columns a rejected row is mended in: those that fill a field; the code and the name, without which none is taken, first. */
function columnsToMend({ mapping, seen }: RowPlan): RejectedRows['columns'] {
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

/** The rows that imports could not take, until they are mended and taken in. */
export const rejectedReader = defineReader('import/rejected', ({ db }) => {
  const members = 'line, code, reason, raw, cells, fault'
  const window = db.prepare<[string, number, number], RejectedColumns>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} ORDER BY line LIMIT ? OFFSET ?`,
  )
  const one = db.prepare<[string, number], RejectedColumns>(
    `SELECT ${members} FROM import_rejected WHERE ${ofJob} AND line = ?`,
  )
  const takenLine = openTakenLines(db)
  const plan = db.prepare<[string], string | null>('SELECT plan FROM import_job WHERE id = ?').pluck()
  const planOf = (id: string): RowPlan | undefined => {
    const text = plan.get(id)
    return text ? JSON.parse(text) : undefined
  }
  return {
    /** None for an import of an earlier version. */
    columns(id: string): RejectedRows['columns'] {
      const found = planOf(id)
      return found ? columnsToMend(found) : []
    },
    /** In the order of the file. */
    rows: (id: string, offset: number, limit: number): RejectedRow[] =>
      window.all(id, limit, offset).map(rowOf),
    takenLine,
    /** @returns undefined when the row is no longer there, or its cells were not kept */
    mendable(id: string, line: number): Mendable | undefined {
      const found = one.get(id, line)
      const named = found && namedOf(found.cells)
      const itsPlan = planOf(id)
      return found && named && itsPlan && { row: rowOf(found), named, plan: itsPlan }
    },
  }
})

/** Rejected rows inside a transaction of a writer store. */
export function openRejected(db: Database) {
  const insert = db.prepare(
    'INSERT INTO import_rejected (job, line, code, reason, raw, cells, fault) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const change = db.prepare(
    `UPDATE import_rejected SET code = ?, reason = ?, cells = ?, fault = ? WHERE ${ofJob} AND line = ?`,
  )
  const remove = db.prepare(`DELETE FROM import_rejected WHERE ${ofJob} AND line = ?`)
  const insertTaken = db.prepare('INSERT INTO import_gtin (job, taken) VALUES (?, ?)')
  const removeTaken = db.prepare(`DELETE FROM import_gtin WHERE ${ofJob}`)
  const textOf = (named: NamedCell[] | undefined): string | null => {
    const text = named && JSON.stringify(named)
    return text === undefined || text.length > maxCellsLength ? null : text
  }
  return {
    /** @param before how many rows of the job were rejected before these */
    put(job: number, rows: RejectedCells[], before: number): void {
      for (const [index, { line, code, reason, raw, named, fault }] of rows.entries()) {
        const cells = before + index < maxMendable ? textOf(named) : null
        insert.run(job, line, code, reason, raw, cells, fault ?? null)
      }
    },
    change(id: string, { line, code, reason, named, fault }: RejectedCells): void {
      change.run(code, reason, textOf(named), fault ?? null, id, line)
    },
    remove: (id: string, line: number): boolean => remove.run(id, line).changes > 0,
    /** Notes the rows that were taken, since a mended row may not have the GTIN of one of them. */
    noteTaken(job: number, rows: TakenRow[]): void {
      if (rows.length === 0) return
      const pairs = Float64Array.from(rows.flatMap(({ gtin14, line }) => [Number(gtin14), line]))
      insertTaken.run(job, Buffer.from(pairs.buffer))
    },
    takenLine: openTakenLines(db),
    /** Forgets the rows that were taken: nothing is left to be mended. */
    forgetTaken: (id: string): void => void removeTaken.run(id),
  }
}

/** Why a row is refused whose GTIN another row of the file has, which was taken. */
export const twiceRefusal = (before: number): { code: 'GTIN_TWICE'; reason: string } => ({
  code: 'GTIN_TWICE',
  reason: say`Line ${before} has the same GTIN; that one was taken.`,
})

export const rowGone = (line: number): PlainError =>
  new PlainError<ImportErrorCode>(
    'ROW_NOT_FOUND',
    say`The row of line ${line} is no longer among the rejected ones: it was taken in, or its cells were not kept.`,
  )
