import type { Problem } from '../../src-shared/problem.ts'
import type { Database } from '../storage/store.ts'
import { projectItem } from './item-projection.ts'
import { scanStored } from './rebuild.ts'

/** Items whose projection is made anew and compared, spread over the catalog. */
const sampleSize = 500

const damaged = (path: string, message: string): Problem => ({ code: 'damaged', path, message })
const stale = (path: string, message: string): Problem => ({ code: 'stale-projection', path, message })

/**
 * Looks the database over: SQLite's own check of the file, references, the full-text index, and whether the projection
 * still is what the documents say. What is `stale-projection` is mended by a rebuild.
 */
export function checkCatalog(db: Database): Problem[] {
  return [...checkFile(db), ...checkIndex(db), ...checkCounts(db), ...checkSample(db)]
}

function checkFile(db: Database): Problem[] {
  const found = db.pragma('integrity_check') as { integrity_check: string }[]
  const references = db.pragma('foreign_key_check') as { table: string; rowid: number }[]
  return [
    ...found
      .filter(({ integrity_check }) => integrity_check !== 'ok')
      .map(({ integrity_check }) => damaged('database', `The database file is damaged: ${integrity_check}.`)),
    ...references.map(({ table, rowid }) =>
      damaged(`${table}[${rowid}]`, 'A row refers to one that is not there.'),
    ),
  ]
}

function checkIndex(db: Database): Problem[] {
  try {
    db.exec("INSERT INTO item_text (item_text) VALUES ('integrity-check')")
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [stale('item_text', `The full-text index is damaged: ${reason}. Rebuild it.`)]
  }
}

function checkCounts(db: Database): Problem[] {
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const documents = count('item_document')
  return ['item', 'item_text_docsize']
    .filter((table) => count(table) !== documents)
    .map((table) =>
      stale(table, `There are ${documents} items but ${count(table)} rows in ${table}. Rebuild it.`),
    )
}

interface SampleRow {
  id: string
  hash: Buffer
  name: string
  status: string
  brandId: string
  manufacturerId: string
  updatedAt: number
  updated: string
  outline: Buffer
  body: Buffer
  codes: string
}

function checkSample(db: Database): Problem[] {
  const count = db.prepare<[], number>('SELECT count(*) FROM item_document').pluck().get() ?? 0
  const step = Math.max(1, Math.floor(count / sampleSize))
  const rows = db.prepare<[number], SampleRow>(`
    SELECT id, hash, name, status, brand_id AS brandId, manufacturer_id AS manufacturerId, updated_at AS updatedAt,
           updated, outline, body,
           (SELECT coalesce(json_group_array(code ORDER BY position), '[]') FROM item_code WHERE item = seq) AS codes
    FROM item JOIN item_document USING (seq) WHERE seq % ? = 0 ORDER BY seq`)
  const problems: Problem[] = []
  for (const row of rows.iterate(step)) {
    const scanned = scanStored(row.body)
    const path = `item[@id="${row.id}"]`
    if (!scanned) {
      problems.push(damaged(path, 'The stored element cannot be read.'))
      continue
    }
    const projection = projectItem(row.body, scanned)
    const isSame =
      row.hash.equals(projection.hash) &&
      row.outline.equals(projection.outline) &&
      row.name === projection.name &&
      row.status === projection.status &&
      row.brandId === projection.brand.id &&
      row.manufacturerId === projection.manufacturer.id &&
      row.updatedAt === projection.updatedAt &&
      row.updated === projection.updated &&
      row.codes === JSON.stringify(projection.codes.map(({ code }) => code))
    if (!isSame)
      problems.push(stale(path, 'What is searched is not what the stored element says. Rebuild it.'))
  }
  return problems
}
