import type { DraftRowsQuestion } from '../../../../src-shared/feeds/draft/edits.ts'
import type { DraftRow, DraftRows, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { columnNamed, retailerList } from '../../../../src-shared/feeds/draft/retailer-columns.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import {
  type Database,
  type DraftItemRow,
  type DraftProblemRow,
  windowStart,
} from '../../../storage/index.ts'
import { baseOfItem, cellExpression, isRepeated, selectionCondition } from '../selection.ts'
import { retailerIds } from './draft-retailers.ts'
import { hasDifferences, standingOf } from './draft-standing.ts'

interface RowColumns
  extends Standing,
    Pick<
      DraftItemRow,
      'key' | 'revision' | 'title' | 'code' | 'errors' | 'warnings' | 'is_checked' | 'about'
    > {
  repeated: number
  begun: string | null
  cells: string
  /** JSON array of the cells as in the catalog when the item was drafted; null if nothing differs, or it is unknown. */
  befores: string | null
  /** JSON array of the identifiers of the item's retailers; null if no column is for one retailer. */
  retailers: string | null
}

type ProblemColumns = Pick<DraftProblemRow, 'key' | 'field' | 'path' | 'severity'>
type Mark = 'error' | 'warning'

/** Returns a function that reads a window of the rows of a draft. */
export function openDraftRows(db: Database) {
  const problemsIn = db.prepare<[string, string], ProblemColumns>(
    'SELECT key, field, path, severity FROM draft_problem WHERE draft = ? AND key IN (SELECT value FROM json_each(?))',
  )
  const position = db
    .prepare<[string, number], number>('SELECT count(*) FROM draft_item WHERE draft = ? AND key <= ?')
    .pluck()

  return (kind: FeedKind, { id, selection, sort, offset, limit, columns }: DraftRowsQuestion): DraftRows => {
    const { where, values } = selectionCondition(kind, selection)
    const parameters = { draft: id, ...values }
    const total =
      db
        .prepare<unknown[], number>(`SELECT count(*) FROM draft_item i WHERE ${where}`)
        .pluck()
        .get(parameters) ?? 0
    const start = windowStart({ offset, limit }, total)
    const cells = columns.map((column) => cellExpression(kind, column)).join(', ')
    const befores = columns.map((column) => cellExpression(kind, column, baseOfItem)).join(', ')
    const order = sort
      ? `${orderOf(kind, sort.column)} ${sort.isDescending ? 'DESC' : 'ASC'}, i.key`
      : 'i.key'
    const described = columns.map((column) => columnNamed(kind, column))
    const list = retailerList(kind)
    const hasRetailers = list !== undefined && described.some((column) => column?.retailer !== undefined)
    const found = db
      .prepare<unknown[], RowColumns>(
        `SELECT i.key, i.revision, i.title, i.code, i.errors, i.warnings, i.is_checked, i.about, i.base ->> '$.item' AS begun,
           i.conflicts, i.outdated, i.changed, i.removed, i.doubled, ${isRepeated} AS repeated,
           json_array(${cells}) AS cells, CASE WHEN i.base ->> '$.kind' = @kind AND ${differs} THEN json_array(${befores}) END AS befores, ${hasRetailers ? retailerIds(list) : 'NULL'} AS retailers
         FROM draft_item i WHERE ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
      )
      .all({ ...parameters, kind, limit, offset: start })
    const problems = Map.groupBy(
      problemsIn.all(id, JSON.stringify(found.map(({ key }) => key))),
      ({ key }) => key,
    )
    const isOwnOrder = sort === undefined && where === 'i.draft = @draft'
    const rows = found.map((row, index): DraftRow => {
      const ofItem = problems.get(row.key) ?? []
      const retailers: (string | null)[] = JSON.parse(row.retailers ?? '[]')
      const differences = standingOf((name) => row[name])
      const about = row.about || row.begun
      return {
        ...(about && { about }),
        ...(hasDifferences(differences) && { standing: differences }),
        key: row.key,
        position: isOwnOrder ? start + index + 1 : (position.get(id, row.key) ?? 0),
        revision: row.revision,
        title: row.title,
        code: row.code,
        errors: row.errors + row.repeated,
        warnings: row.warnings,
        isChecked: row.is_checked === 1,
        cells: JSON.parse(row.cells),
        ...(row.befores !== null && { befores: JSON.parse(row.befores) }),
        marks: described.map((column) =>
          markOf(
            ofItem.filter(
              ({ field, path }) =>
                field === column?.path &&
                (column.retailer === undefined || isInEntry(path, retailers.indexOf(column.retailer))),
            ),
          ),
        ),
      }
    })
    return { total, offset: start, rows }
  }
}

/** SQL condition: a row that is not checked yet, or differs from the catalog. */
const differs = '(NOT i.is_checked OR max(i.conflicts, i.outdated, i.changed, i.removed) > 0)'

/** SQL sort expression of a column: numeric for numbers, case-insensitive for texts. */
function orderOf(kind: FeedKind, column: string): string {
  const cell = cellExpression(kind, column)
  const input = columnNamed(kind, column)?.input
  return input === 'decimal' || input === 'integer' ? `CAST(${cell} AS REAL)` : `${cell} COLLATE NOCASE`
}

/** Whether the first index in a path, which starts at 1, is that of the entry at a 0-based place. */
const isInEntry = (path: string, place: number): boolean =>
  Number(/\[(\d+)\]/.exec(path)?.[1] ?? 1) === place + 1

/** The highest severity of problems. */
const markOf = (problems: readonly ProblemColumns[]): Mark | null =>
  problems.some(({ severity }) => severity !== 'warning') ? 'error' : problems.length > 0 ? 'warning' : null
