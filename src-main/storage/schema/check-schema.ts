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
  /** Null for the index of a constraint. */
  sql: string | null
}

/** The index that a rebuild makes, beside the one that it replaces. */
const beingBuilt = 'item_text_next'

/** Whether an object is one that this program makes: a table or index of SQLite's own, or of the same definition. */
function isOurs({ type, name, sql }: SchemaObject): boolean {
  if (sql === null || name.startsWith('sqlite_')) return type === 'table' || type === 'index'
  const hash = definitionHash(sql.replaceAll(beingBuilt, 'item_text'))
  return schemaObjects[name.replace(beingBuilt, 'item_text')] === `${type} ${hash}`
}

/**
 * Objects of a database that this program did not make, such as a trigger, which would run at our own statements; of a
 * database with all migrations also objects that are missing. Each is named by its type and name.
 */
function foreignObjects(db: Database): string[] {
  const found = db.prepare<[], SchemaObject>('SELECT type, name, sql FROM sqlite_schema').all()
  const isMigrated = appliedMigrations(db).missing.length === 0
  // Tables and indexes of an earlier version become ours when it is migrated; its notes are ours already.
  const isKnown = ({ type, name }: SchemaObject) =>
    isMigrated || name === 'migration' || (type !== 'table' && type !== 'index')
  const judged = found.filter(isKnown)
  const foreign = judged.filter((object) => !isOurs(object)).map(({ type, name }) => `${type} ${name}`)
  const names = new Set(found.map(({ name }) => name))
  const missing = isMigrated ? Object.keys(schemaObjects).filter((name) => !names.has(name)) : []
  return [...foreign, ...missing]
}

const foreignWords = (names: readonly string[]): string =>
  say`The database has objects that Catalog Desk did not make, or lacks some of its own: ${names.slice(0, 5).join(', ')}.`

/** @throws PlainError `foreign-schema`, or for a database of another version, whose schema is not known here */
export function refuseForeignSchema(db: Database): void {
  const { refusal } = appliedMigrations(db)
  if (refusal) throw refusal
  const names = foreignObjects(db)
  if (names.length > 0)
    throw new PlainError(
      'foreign-schema',
      say`${foreignWords(names)} It is not opened, as it could change the catalog by itself. Restore a backup that you made yourself, or sync into a new workspace.`,
      { data: { objects: names } },
    )
}

/** Why a database file that nobody writes to cannot be opened: as `refuseForeignSchema`; undefined when it can. */
export function schemaFaultOf(path: string): PlainError | undefined {
  const db = openDatabase(path, { readonly: true, way: 'frozen' })
  try {
    const { refusal } = appliedMigrations(db)
    if (refusal) return refusal
    const names = foreignObjects(db)
    return names.length > 0 ? new PlainError('foreign-schema', foreignWords(names)) : undefined
  } finally {
    db.close()
  }
}
