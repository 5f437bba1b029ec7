import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import BetterSqlite3 from 'better-sqlite3'
import { projectPage } from '../../../src-main/catalog/index.ts'
import { openItemTables } from '../../../src-main/catalog/project/item-tables.ts'
import { memoryLimits } from '../../../src-main/platform/memory-limits.ts'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { findProgram } from './programs.ts'

/** The command line of SQLite, which takes in the same rows as ours, worked out beforehand, a page a transaction. */
interface SqliteShell {
  /** Milliseconds it took for a page. */
  put(page: Uint8Array): Promise<number>
  close(): Promise<void>
}

/** Undefined when there is no `sqlite3`. */
export async function openSqliteShell(directory: string): Promise<SqliteShell | undefined> {
  const program = findProgram('sqlite3', ['sqlite3'])
  if (!program) return undefined
  const statements: string[] = []
  const rows = new BetterSqlite3(':memory:', { verbose: (said) => void statements.push(String(said)) })
  migrate(rows)
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
  /** Has it carry out a file, and waits until it says so. */
  const carryOut = async (text: string): Promise<number> => {
    writeFileSync(file, text)
    const started = performance.now()
    shell.stdin.write(`.read '${file}'\n.print done\n`)
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('sqlite3 ended')
      if (value === 'done') return performance.now() - started
    }
  }
  await carryOut(`.bail on
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
PRAGMA cache_size = ${-Math.floor(memoryLimits.databasePages.writer / 1024)}; PRAGMA wal_autocheckpoint = 8000;
${schema}`)
  return {
    async put(page) {
      statements.length = 0
      rows.exec('BEGIN')
      for (const { body, projection } of projectPage(page).items) {
        const seq = Number(insertDocument.run(projection.outline, body).lastInsertRowid)
        tables.insertProjection(seq, projection, 0)
      }
      rows.exec('COMMIT')
      const inserts = statements.filter((one) => /^\s*INSERT/i.test(one))
      return carryOut(`BEGIN IMMEDIATE;\n${inserts.join(';\n')};\nCOMMIT;\n`)
    },
    async close() {
      shell.stdin.end('.quit\n')
      await once(shell, 'exit')
      rows.close()
      rmSync(file)
    },
  }
}

/** The tables and indexes of items as a script. An older SQLite knows no contentless index that deletes; nothing is deleted. */
function schemaOf(db: BetterSqlite3.Database): string {
  const made = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`,
    )
    .all()
  const settings = db
    .prepare<[], { k: string; v: number }>("SELECT k, v FROM item_text_config WHERE k <> 'version'")
    .all()
  return [
    ...made.map(({ sql }) => sql.replace(/contentless_delete\s*=\s*1\s*,/, '')),
    ...settings.map(({ k, v }) => `INSERT INTO item_text (item_text, rank) VALUES ('${k}', ${v})`),
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}
