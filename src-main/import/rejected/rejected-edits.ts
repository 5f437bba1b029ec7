import type { CellEdit } from '../../../src-shared/feeds/draft/edits.ts'
import { replacement } from '../../../src-shared/feeds/draft/replacement.ts'
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { defineWriter } from '../../storage/index.ts'
import { ofJob } from '../jobs/job-rows.ts'
import { fullText } from '../source/cell.ts'
import type { NamedCell } from '../source/source-row.ts'
import { openRejectedTexts } from './rejected-selection.ts'
import { editedState, namedOf, storedCells } from './rejected-store.ts'

/** The cells of a row before and after a step; a cell without a value is null. */
interface RowChange {
  line: number
  cells: { name: string; before: NamedCell | null; after: NamedCell | null }[]
}

/** Steps of a job that can be undone; older ones are forgotten. */
const maxSteps = 200

/** Edits rejected rows; each call is one step that can be undone. */
export const rejectedWriter = defineWriter('import/rejected', ({ db, record }) => {
  const rejected = openRejectedTexts(db)
  const cellsOf = db
    .prepare<[string, number], string | null>(`SELECT cells FROM import_rejected WHERE ${ofJob} AND line = ?`)
    .pluck()
  const change = db.prepare(
    `UPDATE import_rejected SET cells = @cells, edited = ${editedState.edited}, revision = revision + 1
     WHERE job = (SELECT seq FROM import_job WHERE id = @id) AND line = @line
       AND edited <> ${editedState.readable}`,
  )
  const dropUndone = db.prepare(`DELETE FROM import_rejected_step WHERE ${ofJob} AND undone = 1`)
  const addStep = db.prepare(
    `INSERT INTO import_rejected_step (job, number, label, changes)
     SELECT seq, (SELECT coalesce(max(number), 0) + 1 FROM import_rejected_step WHERE job = import_job.seq), @label, @changes
     FROM import_job WHERE id = @id`,
  )
  const dropOldest = db.prepare(
    `DELETE FROM import_rejected_step WHERE ${ofJob} AND number <=
       (SELECT max(number) - ${maxSteps} FROM import_rejected_step WHERE job = import_rejected_step.job)`,
  )
  const step = (order: 'ASC' | 'DESC', undone: 0 | 1) =>
    db.prepare<[string], { number: number; changes: string }>(
      `SELECT number, changes FROM import_rejected_step WHERE ${ofJob} AND undone = ${undone}
       ORDER BY number ${order} LIMIT 1`,
    )
  const steps = { undo: step('DESC', 0), redo: step('ASC', 1) }
  const mark = db.prepare(`UPDATE import_rejected_step SET undone = ? WHERE ${ofJob} AND number = ?`)

  /** Writes cells of a row; rows that were imported in the meantime are skipped. */
  function write(id: string, line: number, cells: ReadonlyMap<string, NamedCell | null>): boolean {
    const text = cellsOf.get(id, line)
    if (!text) return false
    const kept = namedOf(text).flatMap((cell): NamedCell[] => {
      const next = cells.get(cell.name)
      return next === undefined ? [cell] : next ? [next] : []
    })
    const present = new Set(kept.map(({ name }) => name))
    const added = [...cells.values()].flatMap((cell) => (cell && !present.has(cell.name) ? [cell] : []))
    const stored = storedCells([...kept, ...added])
    if (stored === null)
      throw new PlainError<ImportErrorCode>(
        'ROW_TOO_LONG',
        say`The row on line ${line} would be too long to be kept. Correct it in the file, and import the file again.`,
      )
    return change.run({ id, line, cells: stored }).changes > 0
  }

  /** The new texts of cells by row, later edits on top of earlier ones. */
  function textsAfter(id: string, edits: readonly CellEdit[]): Map<number, Map<string, string>> {
    const changed = new Map<number, Map<string, string>>()
    const set = (line: number, column: string, text: string) => {
      const row = changed.get(line) ?? new Map<string, string>()
      changed.set(line, row.set(column, text))
    }
    for (const edit of edits) {
      if (edit.do === 'cells') {
        for (const { key, column, value } of edit.cells) set(key, column, value ?? '')
        continue
      }
      const replace = edit.do === 'replace' ? replacement(edit) : undefined
      const merges = edit.do === 'merge' ? new Map(edit.merges.map(({ from, to }) => [from, to])) : undefined
      for (const { line, texts, cells } of rejected.where(id, edit.selection)) {
        if (cells === null) continue
        const textOf = (column: string) => changed.get(line)?.get(column) ?? texts[column] ?? ''
        if (edit.do === 'set') set(line, edit.column, edit.value ?? '')
        else
          for (const column of edit.do === 'replace' ? edit.columns : [edit.column]) {
            const text = textOf(column)
            const next = replace ? text && replace(text) : merges?.get(text)
            if (next !== undefined && next !== text) set(line, column, next)
          }
      }
    }
    return changed
  }

  return {
    /** @returns the number of rows that changed */
    edit(id: string, label: string, edits: readonly CellEdit[]): number {
      const changes: RowChange[] = []
      for (const [line, texts] of textsAfter(id, edits)) {
        const row = rejected.row(id, line)
        if (!row || row.cells === null) continue
        const before = new Map(row.named.map((cell) => [cell.name, cell]))
        const cells = [...texts].flatMap(([name, text]) => {
          const former = before.get(name) ?? null
          if ((former ? fullText(former.cell) : '') === text) return []
          return [{ name, before: former, after: text === '' ? null : { name, cell: text } }]
        })
        if (cells.length === 0) continue
        if (write(id, line, new Map(cells.map(({ name, after }) => [name, after]))))
          changes.push({ line, cells })
      }
      if (changes.length === 0) return 0
      dropUndone.run(id)
      addStep.run({ id, label, changes: JSON.stringify(changes) })
      dropOldest.run(id)
      record({ topic: 'imports', ids: [id] })
      return changes.length
    },
    /** Undoes the last step, or applies the last undone step again. @returns the number of rows that changed */
    move(id: string, direction: 'undo' | 'redo'): number {
      const found = steps[direction].get(id)
      if (!found) return 0
      let rows = 0
      for (const { line, cells } of JSON.parse(found.changes) as RowChange[]) {
        const texts = cells.map(
          ({ name, before, after }) => [name, direction === 'undo' ? before : after] as const,
        )
        if (write(id, line, new Map(texts))) rows++
      }
      mark.run(direction === 'undo' ? 1 : 0, id, found.number)
      record({ topic: 'imports', ids: [id] })
      return rows
    },
  }
})
