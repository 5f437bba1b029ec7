import BetterSqlite3 from 'better-sqlite3'
import type { Database } from '../store.ts'
import { definitionHash } from './definition-hash.ts'
import { migrate } from './migrate.ts'

interface Table {
  name: string
  sql: string
  strict: 0 | 1
}
interface Column {
  name: string
  type: string
  notnull: 0 | 1
  /** Position in the primary key; 0 for a column outside the key. */
  pk: number
}

const valueTypes: Record<string, string> = {
  INT: 'number',
  INTEGER: 'number',
  REAL: 'number',
  TEXT: 'string',
  BLOB: 'Buffer',
  ANY: 'number | string | Buffer',
}

const fileHeader = `/**
 * Row types of the tables as SQLite returns them: generated from a migrated database by \`npm run generate\`, not to be edited.
 * A flag is 0 or 1, since SQLite has no booleans; times are milliseconds since the epoch. A \`Json\` column holds text
 * that a CHECK requires to be JSON. The room that writes a text column narrows its type:
 * \`Pick<DraftRow, 'id'> & { kind: FeedKind }\`.
 */
type Json = string
`

/**
 * Source text of `rows.ts`: one row type per table.
 * @param make creates the tables in an empty database
 */
export function rowTypes(make: (db: Database) => void = migrate): string {
  const db = new BetterSqlite3(':memory:')
  try {
    make(db)
    const tables = db
      .prepare<[], Table>(
        `SELECT name, sql, strict FROM sqlite_schema JOIN pragma_table_list USING (name)
         WHERE pragma_table_list.type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name`,
      )
      .all()
    return [fileHeader, ...tables.map((table) => rowType(db, table))].join('\n')
  } finally {
    db.close()
  }
}

/** Source text of `schema-objects.ts`: type and definition hash of each object of a migrated database. */
export function schemaHashes(): string {
  const db = new BetterSqlite3(':memory:')
  try {
    migrate(db)
    const objects = db
      .prepare<[], { type: string; name: string; sql: string }>(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
      )
      .all()
    const entries = objects.map(({ type, name, sql }) => `  ${name}: '${type} ${definitionHash(sql)}',\n`)
    return `/**
 * The objects of a migrated database: type and definition hash (check-schema.ts). Generated from the migrations:
 * run \`npm run generate\` after adding one.
 */
export const schemaObjects: Readonly<Record<string, string>> = {
${entries.join('')}}
`
  } finally {
    db.close()
  }
}

function rowType(db: Database, { name, sql, strict }: Table): string {
  if (strict === 0) throw new Error(`The table ${name} is not STRICT: its values may be of any type.`)
  // Hidden columns of virtual tables have the value 1 and are not part of a row; generated columns are.
  const columns = db
    .prepare<[string], Column>(
      'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1',
    )
    .all(name)
  const members = columns.map((column) => {
    const comment = commentOf(sql, column.name)
    const doc = comment === undefined ? '' : `  /** ${comment} */\n`
    return `${doc}  ${column.name}: ${typeOf(sql, column)}\n`
  })
  return `export interface ${pascalCase(name)}Row {\n${members.join('')}}\n`
}

/** Primary key columns are never null, because the tables are STRICT. */
function typeOf(sql: string, { name, type, notnull, pk }: Column): string {
  const value = checkedType(sql, name) ?? valueTypes[type] ?? 'unknown'
  return notnull === 1 || pk > 0 ? value : `${value} | null`
}

/** The narrower type that a CHECK constraint gives a column. */
function checkedType(sql: string, column: string): string | undefined {
  if (sql.includes(`json_valid(${column})`)) return 'Json'
  const [, only] = new RegExp(`CHECK \\(${column} = (\\d+)\\)`).exec(sql) ?? []
  const [, choice] = new RegExp(`CHECK \\(${column} IN \\(([^)]+)\\)\\)`).exec(sql) ?? []
  return only ?? choice?.split(/,\s*/).join(' | ')
}

/** The SQL comment after a column's definition, or on the lines before it. */
function commentOf(sql: string, column: string): string | undefined {
  const [, before = '', after = ''] =
    new RegExp(`((?:^[ ]*--.*\n)*)^[ ]*${column} [A-Z][^\n]*?(--[^\n]*)?$`, 'm').exec(sql) ?? []
  const lines = (after || before).split('\n').map((line) => line.replace(/^\s*--/, '').trim())
  const text = lines.filter((line) => line !== '').join(' ')
  return text === '' ? undefined : text
}

const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
