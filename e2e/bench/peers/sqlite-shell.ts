import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import BetterSqlite3 from 'better-sqlite3'
import { projectPage } from '../../../src-main/catalog/index.ts'
import { openItemTables } from '../../../src-main/catalog/project/item-tables.ts'
import { memoryLimits } from '../../../src-main/platform/memory/memory-limits.ts'
import { migrate } from '../../../src-main/storage/schema/migrate.ts'
import { findProgram } from './programs.ts'

/** The SQLite command line, which inserts the same precomputed rows as ours, one page per transaction. */
interface SqliteShell {
  /** Inserts a page. Returns milliseconds. */
  put(page: Uint8Array): Promise<number>
  close(): Promise<void>
}

/** Returns undefined when `sqlite3` is not installed. */
export async function openSqliteShell(directory: string): Promise<SqliteShell | undefined> {
  const program = findProgram('sqlite3', ['sqlite3'])
  if (!program) return undefined
  const rows = new BetterSqlite3(':memory:')
  migrate(rows)
  const inserts = recordInserts(rows)
  const tables = openItemTables(rows)
  const insertDocument = rows.prepare(
    'INSERT INTO item_document (received_at, outline, body) VALUES (0, ?, ?)',
  )
  const schema = schemaOf(rows)

  const shell = spawn(program.path, [join(directory, 'shell.db')], {
    env: program.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const file = join(directory, 'page.sql')
  /** Executes a script and waits for its end. Returns milliseconds. */
  const execute = async (text: string): Promise<number> => {
    writeFileSync(file, text)
    const started = performance.now()
    shell.stdin.write(`.read '${file}'\n.print done\n`)
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('sqlite3 ended')
      if (value === 'done') return performance.now() - started
    }
  }
  await execute(`.bail on
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
PRAGMA cache_size = ${-Math.floor(memoryLimits.databasePages.writer / 1024)}; PRAGMA wal_autocheckpoint = 8000;
${schema}`)
  return {
    async put(page) {
      inserts.length = 0
      rows.exec('BEGIN')
      for (const { body, projection } of projectPage(page).items) {
        const seq = Number(insertDocument.run(projection.outline, body).lastInsertRowid)
        tables.insertProjection(seq, projection, 0)
      }
      rows.exec('COMMIT')
      return execute(`BEGIN IMMEDIATE;\n${inserts.join(';\n')};\nCOMMIT;\n`)
    },
    async close() {
      shell.stdin.end('.quit\n')
      await once(shell, 'exit')
      rows.close()
      rmSync(file)
    },
  }
}

type Values = (string | number | bigint | Uint8Array | null | Record<string, unknown>)[]

/**
 * Records every INSERT executed from now on as complete SQL. (SQLite's own trace truncates long values after
 * 32 bytes.)
 */
function recordInserts(db: BetterSqlite3.Database): string[] {
  const inserts: string[] = []
  const prepare = db.prepare.bind(db) as (sql: string) => BetterSqlite3.Statement
  const prepareAndRecord = (sql: string): BetterSqlite3.Statement => {
    const statement = prepare(sql)
    if (!/^\s*INSERT/i.test(sql)) return statement
    for (const method of ['run', 'get'] as const) {
      const execute = statement[method].bind(statement) as (...values: Values) => never
      statement[method] = (...values: Values) => {
        inserts.push(withValues(sql, values))
        return execute(...values)
      }
    }
    return statement
  }
  db.prepare = prepareAndRecord as typeof db.prepare
  return inserts
}

/** The statement with its values in place of its parameters. */
function withValues(sql: string, values: Values): string {
  const [named] = values
  let place = 0
  return sql.replace(/\?|@(\w+)/g, (_, name?: string) =>
    literal(name === undefined ? values[place++] : (named as Record<string, unknown>)[name]),
  )
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/**
 * The tables and indexes of items as a script. An older SQLite does not support contentless indexes with
 * deletion, and nothing is deleted here.
 */
function schemaOf(db: BetterSqlite3.Database): string {
  const statements = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`,
    )
    .all()
  const settings = db
    .prepare<[], { k: string; v: number }>("SELECT k, v FROM item_text_config WHERE k <> 'version'")
    .all()
  return [
    ...statements.map(({ sql }) => sql.replace(/contentless_delete\s*=\s*1\s*,/, '')),
    ...settings.map(({ k, v }) => `INSERT INTO item_text (item_text, rank) VALUES ('${k}', ${v})`),
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}
