import { say } from '../../../src-shared/texts/say.ts'
import type { Database, ItemDocumentRow, ItemRow } from '../../storage/index.ts'
import { isSameValue } from '../project/item-columns.ts'
import { type ItemProjection, projectItem } from '../project/item-projection.ts'
import { scanStored } from './rebuild.ts'

/** Number of items, spread over the catalog, whose projection is recomputed and compared. */
const sampleSize = 500

/**
 * Checks the database: SQLite's own check of the file, which includes the full-text index; foreign keys; and
 * whether the projection matches the documents. Each finding is a sentence. If it recommends a rebuild, a
 * rebuild repairs the fault.
 */
export function checkCatalog(db: Database): string[] {
  return [...checkFile(db), ...checkCounts(db), ...checkSample(db)]
}

/** A part of a check. `counts` and `sample` compare the projection with the documents. */
export type CheckPart =
  | { phase: 'database' | 'index'; table: string }
  | { phase: 'index'; look: 'counts' | 'sample' }

/**
 * The parts of a check, in order. Together they find the same problems as `checkCatalog`, except for pages
 * that belong to no table: only SQLite's check of the entire file finds those.
 */
export function partsToCheck(db: Database): CheckPart[] {
  const tables = db
    .prepare<[], { name: string; isVirtual: number }>(
      "SELECT name, rootpage = 0 AS isVirtual FROM sqlite_schema WHERE type = 'table' ORDER BY isVirtual, name",
    )
    .all()
  return [
    { phase: 'database', table: 'sqlite_schema' },
    ...tables.map(
      ({ name, isVirtual }): CheckPart => ({
        phase: isVirtual ? 'index' : 'database',
        table: name,
      }),
    ),
    { phase: 'index', look: 'counts' },
    { phase: 'index', look: 'sample' },
  ]
}

export function checkPart(db: Database, part: CheckPart): string[] {
  if ('table' in part) return checkFile(db, part.table)
  return part.look === 'counts' ? checkCounts(db) : checkSample(db)
}

/** Checks the entire file, or one table with its indexes. */
function checkFile(db: Database, table?: string): string[] {
  const argument = table === undefined ? '' : `("${table.replaceAll('"', '""')}")`
  const found = db.pragma(`integrity_check${argument}`) as { integrity_check: string }[]
  const references = db.pragma(`foreign_key_check${argument}`) as { table: string; parent: string }[]
  return [
    ...found
      .map(({ integrity_check }) => integrity_check)
      .filter((finding) => finding !== 'ok')
      .map((finding) =>
        finding.includes('fts5')
          ? say`The full-text index is damaged (${finding}). Rebuild it.`
          : say`The database file is damaged (${finding}). Restore it from a backup, or sync into a new workspace.`,
      ),
    ...references.map(({ table, parent }) => say`A row of ${table} refers to a missing row of ${parent}.`),
  ]
}

function checkCounts(db: Database): string[] {
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const documents = count('item_document')
  return ['item', 'item_fact', 'item_text_docsize']
    .map((table) => ({ table, rows: count(table) }))
    .filter(({ rows }) => rows !== documents)
    .map(({ table, rows }) => say`There are ${documents} items but ${rows} rows in ${table}. Rebuild it.`)
}

type SampleRow = ItemRow &
  Pick<ItemDocumentRow, 'outline' | 'body'> & {
    /** A JSON list. */
    codes: string
  }

function checkSample(db: Database): string[] {
  const count = db.prepare<[], number>('SELECT count(*) FROM item_document').pluck().get() ?? 0
  const step = Math.max(1, Math.floor(count / sampleSize))
  const rows = db.prepare<[number], SampleRow>(`
    SELECT item.*, outline, body,
           (SELECT coalesce(json_group_array(code ORDER BY position), '[]') FROM item_code WHERE item = seq) AS codes
    FROM item JOIN item_document USING (seq) WHERE seq % ? = 0 ORDER BY seq`)
  const findings: string[] = []
  for (const row of rows.iterate(step)) {
    const scanned = scanStored(row.body)
    if (!scanned) {
      findings.push(say`The stored element of item ${row.id} is damaged.`)
      continue
    }
    const projection = projectItem(row.body, scanned)
    const columns = Object.entries(projection.columns) as [keyof ItemProjection['columns'], string][]
    const isSame =
      columns.every(([name, value]) => isSameValue(row[name], value)) &&
      row.outline.equals(projection.outline) &&
      row.codes === JSON.stringify(projection.codes.map(({ code }) => code))
    if (!isSame) findings.push(say`The search data of item ${row.id} does not match the item. Rebuild it.`)
  }
  return findings
}
