import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import {
  type CarriedCount,
  type ComparedRow,
  type ComparedRows,
  kindsForChanges,
  type RowClass,
  type RowSummary,
} from '../../../src-shared/import/row-classes.ts'
import { type Database, defineReader, type ImportRowRow } from '../../storage/index.ts'
import { ofJob } from './job-rows.ts'

/** The compared rows of dry runs. */
export const comparedRowReader = defineReader('import/compared', ({ db }) => {
  const count = db
    .prepare<[string, RowClass], number>(`SELECT count(*) FROM import_row WHERE ${ofJob} AND class = ?`)
    .pluck()
  const window = db.prepare<[string, RowClass, number, number], ImportRowRow>(
    `SELECT * FROM import_row WHERE ${ofJob} AND class = ? ORDER BY line LIMIT ? OFFSET ?`,
  )
  const fields = db
    .prepare<[string], number>(
      `SELECT coalesce(sum(json_array_length(fields)), 0) FROM import_row WHERE ${ofJob} AND class = 'changed'`,
    )
    .pluck()
  const carried = db.prepare<{ id: string; kind: FeedKind }, CarriedCount>(
    `SELECT count(*) AS rows, coalesce(sum(carried ->> @kind), 0) AS fields FROM import_row
     WHERE job = (SELECT seq FROM import_job WHERE id = @id) AND class = 'changed' AND carried ->> @kind > 0`,
  )
  return {
    rows: (id: string, rowClass: RowClass, offset: number, limit: number): ComparedRows => ({
      total: count.get(id, rowClass) ?? 0,
      rows: window.all(id, rowClass, limit, offset).map(rowOf),
    }),
    summary: (id: string): RowSummary => ({
      fields: fields.get(id) ?? 0,
      carried: Object.fromEntries(kindsForChanges.map((kind) => [kind, carried.get({ id, kind })])),
    }),
  }
})

const rowOf = ({
  line,
  class: rowClass,
  gtin,
  title,
  about,
  fields,
  carried,
}: ImportRowRow): ComparedRow => ({
  line,
  class: rowClass as RowClass,
  gtin,
  title,
  about,
  fields: JSON.parse(fields),
  carried: JSON.parse(carried),
})

/** Writes the compared rows of a dry run, within the transaction of a writer store. */
export function openComparedRows(db: Database) {
  const insert = db.prepare(
    `INSERT INTO import_row (job, line, class, gtin, title, about, fields, carried)
     VALUES (@job, @line, @class, @gtin, @title, @about, @fields, @carried)`,
  )
  return {
    put(job: number, rows: readonly ComparedRow[]): void {
      for (const { fields, carried, ...row } of rows)
        insert.run({ job, ...row, fields: JSON.stringify(fields), carried: JSON.stringify(carried) })
    },
  }
}
