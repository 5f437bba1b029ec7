import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { openDatabase } from '../open-database.ts'
import type { Database } from '../store.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { definitionHash } from './definition-hash.ts'
import { schemaObjects } from './schema-objects.ts'

interface SchemaObject {
  type: string
  name: string
  /** Null for the automatic index of a constraint. */
  sql: string | null
}

/** Name of the index that a rebuild creates next to the one it replaces. */
const rebuiltIndex = 'item_text_next'

/**
 * Whether this program creates such an object: SQLite's own tables and indexes, or the same definition as
 * ours.
 */
function isOurs({ type, name, sql }: SchemaObject): boolean {
  if (sql === null || name.startsWith('sqlite_')) return type === 'table' || type === 'index'
  const hash = definitionHash(sql.replaceAll(rebuiltIndex, 'item_text'))
  return schemaObjects[name.replace(rebuiltIndex, 'item_text')] === `${type} ${hash}`
}

/**
 * Objects of a database that this program did not create, such as a trigger, which would run with our own
 * statements. If all migrations are applied, missing objects are included. Each entry is the type and name.
 */
function foreignObjects(db: Database): string[] {
  const found = db.prepare<[], SchemaObject>('SELECT type, name, sql FROM sqlite_schema').all()
  const isMigrated = appliedMigrations(db).missing.length === 0
  // Tables and indexes of an earlier version are checked after it is migrated; the migration table always.
  const isCheckable = ({ type, name }: SchemaObject) =>
    isMigrated || name === 'migration' || (type !== 'table' && type !== 'index')
  const checked = found.filter(isCheckable)
  const foreign = checked.filter((object) => !isOurs(object)).map(({ type, name }) => `${type} ${name}`)
  const names = new Set(found.map(({ name }) => name))
  const missing = isMigrated ? Object.keys(schemaObjects).filter((name) => !names.has(name)) : []
  return [...foreign, ...missing]
}

const foreignMessage = (names: readonly string[]): string =>
  say`The database contains objects that Catalog Desk did not create, or some of its own are missing: ${names.slice(0, 5).join(', ')}.`

/** @throws PlainError `foreign-schema`, or the refusal of another version, whose schema is unknown here */
export function refuseForeignSchema(db: Database): void {
  const { refusal } = appliedMigrations(db)
  if (refusal) throw refusal
  const names = foreignObjects(db)
  if (names.length > 0)
    throw new PlainError(
      'foreign-schema',
      say`${foreignMessage(names)} It was not opened, because such objects could change the catalog. Restore one of your own backups, or sync into a new workspace.`,
      { data: { objects: names } },
    )
}

/**
 * Checks a database file that no program writes to. Returns the error that prevents opening it, as in
 * `refuseForeignSchema`.
 */
export function checkSchema(path: string): PlainError | undefined {
  const db = openDatabase(path, { readonly: true, way: 'frozen' })
  try {
    const { refusal } = appliedMigrations(db)
    if (refusal) return refusal
    const names = foreignObjects(db)
    return names.length > 0 ? new PlainError('foreign-schema', foreignMessage(names)) : undefined
  } finally {
    db.close()
  }
}
