import type { DraftRowsQuestion, DraftSelection } from '../../../src-shared/feeds/draft/edits.ts'
import type { DraftProblem, DraftRow, DraftRows } from '../../../src-shared/feeds/draft/model.ts'
import { type ReplacePreview, replacement } from '../../../src-shared/feeds/draft/replacement.ts'
import type { RejectedRow, RejectedRows, RejectedSummary } from '../../../src-shared/import/model.ts'
import { nameKinds } from '../../../src-shared/import/names.ts'
import { pathOfColumn } from '../../../src-shared/import/rejected-grid.ts'
import { clusterValues } from '../../../src-shared/names/cluster-values.ts'
import type { AlikeValues } from '../../../src-shared/names/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { checkDigit, normaliseGtin } from '../../../src-shared/values/gtin.ts'
import { readDecisions } from '../../names/index.ts'
import { defineReader } from '../../storage/index.ts'
import { fieldAt, gtinPath, namePath } from '../columns/import-fields.ts'
import { correctedRows, ofJob } from '../jobs/job-rows.ts'
import type { RowPlan } from '../rows/import-mapper.ts'
import type { NamedCell } from '../source/source-row.ts'
import { hasProblem, openRejectedTexts, type RejectedTexts } from './rejected-selection.ts'
import { editedState, isRejected, rejectedRow } from './rejected-store.ts'

/** An edited row and the data needed to import it. */
export interface EditedRow {
  line: number
  raw: string
  named: NamedCell[]
}

/** Columns of a file shown to a person: a JSON file may have any number. */
const maxColumns = 500
/** Examples of a replacement. */
const maxExamples = 20

/** The columns of a file in its order, with the label of the field that each fills. */
function columnsOf({ mapping, seen }: RowPlan): RejectedRows['columns'] {
  return seen.slice(0, maxColumns).map((name) => {
    const field = fieldAt.get(mapping[name] ?? '')
    return field ? { name, field: field.label } : { name }
  })
}

/** Rejected rows of imports, until they are corrected and imported. */
export const rejectedReader = defineReader('import/rejected', ({ db }) => {
  const rejected = openRejectedTexts(db)
  const decisions = readDecisions(db)
  const plan = db.prepare<[string], string | null>('SELECT plan FROM import_job WHERE id = ?').pluck()
  const planOf = (id: string): RowPlan | undefined => {
    const text = plan.get(id)
    return text ? JSON.parse(text) : undefined
  }
  const counts = db.prepare<[string], Pick<RejectedSummary, 'edited' | 'editable' | 'revision' | 'lastLine'>>(
    `SELECT count(*) FILTER (WHERE edited = ${editedState.edited}) AS edited, count(cells) AS editable,
       coalesce(sum(revision), 0) AS revision, coalesce(max(line), 0) AS lastLine
     FROM import_rejected WHERE ${ofJob} AND ${isRejected}`,
  )
  const faults = db.prepare<[string], { code: string; rows: number; reason: string }>(
    `SELECT code, count(*) AS rows, min(reason) AS reason FROM import_rejected
     WHERE ${ofJob} AND edited IN (${editedState.asInFile}, ${editedState.checked})
     GROUP BY code ORDER BY rows DESC, code`,
  )
  const step = (order: 'ASC' | 'DESC', undone: 0 | 1) =>
    db
      .prepare<[string], string>(
        `SELECT label FROM import_rejected_step WHERE ${ofJob} AND undone = ${undone} ORDER BY number ${order} LIMIT 1`,
      )
      .pluck()
  const [undo, redo] = [step('DESC', 0), step('ASC', 1)]
  const corrections = db.prepare<[string], { line: number; cells: string }>(
    `SELECT line, cells FROM import_correction WHERE ${ofJob} ORDER BY line`,
  )
  const corrected = db.prepare<[string], { line: number; cells: string }>(correctedRows('?'))
  const edited = db.prepare<[string, number], { line: number; raw: string; cells: string }>(
    `SELECT line, raw, cells FROM import_rejected
     WHERE ${ofJob} AND edited = ${editedState.edited} AND cells IS NOT NULL AND line > ? ORDER BY line LIMIT 400`,
  )
  return {
    plan: planOf,
    /** Empty for an import of an earlier version. */
    columns(id: string): RejectedRows['columns'] {
      const found = planOf(id)
      return found ? columnsOf(found) : []
    },
    /** Rejected rows in the order of the file. */
    rows: (id: string, offset: number, limit: number): RejectedRow[] =>
      rejected.window(id, offset, limit).map(rejectedRow),
    summary: (id: string): Omit<RejectedSummary, 'columns' | 'rejected'> => ({
      ...(counts.get(id) ?? { edited: 0, editable: 0, revision: 0, lastLine: 0 }),
      faults: faults.all(id),
      undo: undo.get(id),
      redo: redo.get(id),
    }),
    /** Rejected rows as rows of a grid, whose keys are lines of the file. */
    grid(id: string, total: number, query: Omit<DraftRowsQuestion, 'id'>): DraftRows {
      const codeColumn = columnOf(planOf(id), gtinPath)
      const { selection, sort, offset, limit, columns } = query
      if (!sort && Object.values(selection).every((condition) => condition === undefined))
        return {
          total,
          offset,
          rows: rejected.window(id, offset, limit).map((row) => gridRow(row, columns, codeColumn)),
        }
      const found = [...rejected.where(id, selection)]
      if (sort) {
        const { column, isDescending } = sort
        const order = new Intl.Collator(undefined, { numeric: true })
        found.sort(
          (one, other) =>
            order.compare(one.texts[column] ?? '', other.texts[column] ?? '') * (isDescending ? -1 : 1),
        )
      }
      return {
        total: found.length,
        offset,
        rows: found.slice(offset, offset + limit).map((row) => gridRow(row, columns, codeColumn)),
      }
    },
    /** The problem of a row; empty after it was edited, until it is checked. */
    problems(id: string, line: number): DraftProblem[] {
      const row = rejected.row(id, line)
      const [first = ''] = columnNames(planOf(id))
      return row && hasProblem(row)
        ? [
            {
              code: row.code,
              path: `rows/row/${pathOfColumn(row.fault ?? first)}`,
              message: row.reason,
              severity: 'error',
              ...suggestionFor(row.code, row.texts[row.fault ?? '']),
            },
          ]
        : []
    },
    previewReplace(
      id: string,
      edit: { selection: DraftSelection; columns: string[]; find: string; by: string; matchCase: boolean },
    ): ReplacePreview {
      const replace = replacement(edit)
      const nameColumn = columnOf(planOf(id), namePath)
      const preview: ReplacePreview = { cells: 0, items: 0, examples: [] }
      for (const { line, texts } of rejected.where(id, edit.selection)) {
        let isChanged = false
        for (const column of edit.columns) {
          const before = texts[column]
          const after = before && replace(before)
          if (before === undefined || after === undefined || after === before) continue
          isChanged = true
          preview.cells += 1
          if (preview.examples.length < maxExamples)
            preview.examples.push({ key: line, title: texts[nameColumn] ?? '', column, before, after })
        }
        if (isChanged) preview.items += 1
      }
      return preview
    },
    /** Clusters of the values of a column that probably mean the same. */
    alike(id: string, selection: DraftSelection, column: string): AlikeValues {
      const found = new Map<string, number>()
      for (const { texts } of rejected.where(id, selection)) {
        const text = texts[column] ?? ''
        if (text !== '') found.set(text, (found.get(text) ?? 0) + 1)
      }
      const path = planOf(id)?.mapping[column]
      const kind = nameKinds.find((one) => one === fieldAt.get(path ?? '')?.reading)
      return clusterValues(
        [...found].map(([text, count]) => ({ text, count })),
        decisions.merged(kind ?? column),
      )
    },
    /** The next edited rows after a line, up to 400. */
    edited: (id: string, after: number): EditedRow[] =>
      edited.all(id, after).map(({ cells, ...row }) => ({ ...row, named: JSON.parse(cells) })),
    /** The rows of a dry run that a person corrected. */
    corrected: (id: string): { line: number; cells: string }[] => corrected.all(id),
    /** The rows that an import reads instead of those of its file. */
    corrections: (id: string): { line: number; cells: string }[] => corrections.all(id),
  }
})

/** The code with the check digit that fits its other digits. */
function suggestionFor(code: string, text = ''): Pick<DraftProblem, 'suggestion'> {
  const digits = code === 'GTIN_CHECK_DIGIT' ? normaliseGtin(text) : undefined
  if (digits === undefined) return {}
  const body = digits.slice(0, -1)
  const last = checkDigit(body)
  const why = say`The check digit of ${body} is ${last}. Compare it with the package.`
  return { suggestion: { value: body + last, why } }
}

const columnNames = (plan: RowPlan | undefined): readonly string[] => plan?.seen ?? []

/** The first column that is mapped to a field; '' if there is none. */
const columnOf = (plan: RowPlan | undefined, path: string): string =>
  Object.entries(plan?.mapping ?? {}).find(([, field]) => field === path)?.[0] ?? ''

function gridRow(row: RejectedTexts, columns: readonly string[], codeColumn: string): DraftRow {
  const { line, raw, fault, texts, revision, edited, cells } = row
  const isWrong = hasProblem(row)
  return {
    key: line,
    position: line,
    revision,
    title: cells === null ? raw : '',
    code: texts[codeColumn] ?? '',
    errors: isWrong ? 1 : 0,
    warnings: 0,
    isChecked: edited !== editedState.edited,
    cells: columns.map((column) => texts[column] ?? null),
    // The reason of a row without a column at fault is shown in its first cell.
    marks: columns.map((column, index) =>
      isWrong && (fault === null ? index === 0 : column === fault) ? 'error' : null,
    ),
  }
}
