import type { Statement } from 'better-sqlite3'
import type { Database } from '../store.ts'
import { sharedTables } from './shared-tables.ts'

/** A row as a team stores it. */
export interface SharedRow {
  table: string
  /** Values of the primary key, as JSON. */
  key: string
  /** Values by column, as JSON; null: the row is removed. */
  content: string | null
}
export type RowKey = Pick<SharedRow, 'table' | 'key'>

interface Column {
  name: string
  pk: number
  hidden: number
}

/** Bytes in JSON. */
const blobMark = '$blob'

const toJson = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? { [blobMark]: Buffer.from(value).toString('base64') } : value,
      ]),
    ),
  )

const fromJson = (content: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(JSON.parse(content) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && blobMark in value
        ? Buffer.from(String(value[blobMark]), 'base64')
        : value,
    ]),
  )

/** Reads and writes the rows of one shared table. */
function openTable(db: Database, table: string) {
  const columns = db
    .prepare<[string], Column>('SELECT name, pk, hidden FROM pragma_table_xinfo(?)')
    .all(table)
  const { key: named, only } = sharedTables[table] ?? {}
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  const keys = named ?? primary.map(({ name }) => name)
  if (keys.length === 0) throw new Error(`The shared table ${table} has no primary key.`)
  const stored = new Set(columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name))
  const isRow = keys.map((name) => `${quoted(name)} = ?`).join(' AND ')
  const list = [...stored].map(quoted).join(', ')
  const read = db.prepare<unknown[], object>(`SELECT ${list} FROM main.${quoted(table)} WHERE ${isRow}`)
  const remove = db.prepare<unknown[]>(`DELETE FROM main.${quoted(table)} WHERE ${isRow}`)
  const inserts = new Map<string, Statement<unknown[]>>()
  const keyOf = (row: string): string =>
    `json_array(${keys.map((name) => `${row}.${quoted(name)}`).join(', ')})`
  const isShared = (row: string): string =>
    only ? `${keyOf(row)} IN (${only.map((key) => `'${JSON.stringify([key])}'`).join(', ')})` : 'true'
  return {
    keyOf,
    isShared,
    read: (key: string): string | null => {
      const row = read.get(...(JSON.parse(key) as unknown[]))
      return row === undefined ? null : toJson(row)
    },
    remove: (key: string): void => void remove.run(...(JSON.parse(key) as unknown[])),
    /** Columns that this version does not have are left out; the others have their defaults. */
    insert(content: string): Record<string, unknown> {
      const row = fromJson(content)
      const names = Object.keys(row).filter((name) => stored.has(name))
      const shape = names.join()
      let insert = inserts.get(shape)
      if (!insert) {
        insert = db.prepare<unknown[]>(
          `INSERT INTO main.${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        )
        inserts.set(shape, insert)
      }
      insert.run(...names.map((name) => row[name]))
      return row
    },
    all: (): RowKey[] =>
      db
        .prepare<[], string>(`SELECT ${keyOf('t')} FROM main.${quoted(table)} t WHERE ${isShared('t')}`)
        .pluck()
        .all()
        .map((key) => ({ table, key })),
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Notes which shared rows the transactions of a connection change, by temporary triggers, and reads and writes
 * such rows. The database itself gets no trigger.
 */
export function openRowChanges(db: Database) {
  const tables = new Map(Object.keys(sharedTables).map((table) => [table, openTable(db, table)]))
  const tableOf = (name: string) => {
    const table = tables.get(name)
    if (!table) throw new Error(`The table ${name} is not shared.`)
    return table
  }
  // A replaced row counts as removed: only then do its triggers run.
  db.pragma('recursive_triggers = ON')
  db.exec('CREATE TEMP TABLE team_touched (tab TEXT NOT NULL, key TEXT NOT NULL)')
  for (const [name, table] of tables) {
    const note = (row: 'NEW' | 'OLD'): string =>
      `INSERT INTO team_touched SELECT '${name}', ${table.keyOf(row)} WHERE ${table.isShared(row)};`
    for (const [event, body] of [
      ['INSERT', note('NEW')],
      ['UPDATE', note('OLD') + note('NEW')],
      ['DELETE', note('OLD')],
    ])
      db.exec(
        `CREATE TEMP TRIGGER team_${name}_${event} AFTER ${event} ON main.${quoted(name)} BEGIN ${body} END`,
      )
  }
  const touched = db.prepare<[], RowKey>('SELECT DISTINCT tab AS "table", key FROM temp.team_touched')
  const forget = db.prepare('DELETE FROM temp.team_touched')
  return {
    /** Keys of the shared rows that were changed since `forget`. */
    touched: (): RowKey[] => touched.all(),
    forget: (): void => void forget.run(),
    /** The rows as they are now. */
    images: (keys: Iterable<RowKey>): SharedRow[] =>
      Array.from(keys, ({ table, key }) => ({ table, key, content: tableOf(table).read(key) })),
    /** Keys of all shared rows. */
    all: (): RowKey[] => [...tables.values()].flatMap((table) => table.all()),
    /** Number of shared rows by table, of tables that have any. */
    counts: (): Record<string, number> =>
      Object.fromEntries(
        [...tables]
          .map(([name, table]) => [name, table.all().length] as const)
          .filter(([, count]) => count > 0),
      ),
    remove: ({ table, key }: RowKey): void => tableOf(table).remove(key),
    /** Inserts a row. @returns its values by column */
    insert: ({ table, content }: { table: string; content: string }): Record<string, unknown> =>
      tableOf(table).insert(content),
  }
}
