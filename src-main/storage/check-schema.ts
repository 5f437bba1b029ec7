import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { definitionHash } from './definition-hash.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open-database.ts'
import { schemaObjects } from './schema-objects.ts'
import type { Database } from './store.ts'

interface SchemaObject {
  type: string
  name: string
  /** Null for the index of a constraint. */
  sql: string | null
}

/** The index that a rebuild makes, beside the one that it replaces. */
const beingBuilt = 'item_text_next'

/** The index of earlier versions, which is searched until the rebuild that a migration begins has ended. */
const earlierIndexes = ['', ", prefix = '1 2'"].map((prefix) => {
  const members = "name, brand, text, code, content = '', contentless_delete = 1, detail = column"
  const hash = definitionHash(
    `CREATE VIRTUAL TABLE item_text USING fts5 (${members}, tokenize = 'unicode61 remove_diacritics 2'${prefix})`,
  )
  return `table ${hash}`
})

/** Whether an object is one that this program makes: a table or index of SQLite's own, or of the same definition. */
function isOurs({ type, name, sql }: SchemaObject): boolean {
  if (sql === null || name.startsWith('sqlite_')) return type === 'table' || type === 'index'
  const hash = definitionHash(sql.replaceAll(beingBuilt, 'item_text'))
  const object = `${type} ${hash}`
  if (name === 'item_text' && earlierIndexes.includes(object)) return true
  return schemaObjects[name.replace(beingBuilt, 'item_text')] === object
}

/**
 * Objects of a database that this program did not make, such as a trigger, which would run at our own statements; of a
 * database with all migrations also objects that are missing. Each is named by its type and name.
 */
function foreignObjects(db: Database): string[] {
  const found = db.prepare<[], SchemaObject>('SELECT type, name, sql FROM sqlite_schema').all()
  const isMigrated =
    found.some(({ name }) => name === 'migration') &&
    db.prepare<[], number>('SELECT count(*) FROM migration').pluck().get() === migrations.length
  // Tables and indexes of an earlier version become ours when it is migrated.
  const judged = isMigrated ? found : found.filter(({ type }) => type !== 'table' && type !== 'index')
  const foreign = judged.filter((object) => !isOurs(object)).map(({ type, name }) => `${type} ${name}`)
  const names = new Set(found.map(({ name }) => name))
  const missing = isMigrated ? Object.keys(schemaObjects).filter((name) => !names.has(name)) : []
  return [...foreign, ...missing]
}

const foreignWords = (names: readonly string[]): string =>
  say`The database has objects that Catalog Desk did not make, or lacks some of its own: ${names.slice(0, 5).join(', ')}.`

/** @throws PlainError `foreign-schema` */
export function refuseForeignSchema(db: Database): void {
  const names = foreignObjects(db)
  if (names.length > 0)
    throw new PlainError(
      'foreign-schema',
      say`${foreignWords(names)} It is not opened, as it could change the catalog by itself. Restore a backup that you made yourself, or sync into a new workspace.`,
      { data: { objects: names } },
    )
}

/** What is foreign in the schema of a database file that nobody writes to, as a sentence; undefined when nothing is. */
export function foreignSchemaOf(path: string): string | undefined {
  const db = openDatabase(path, { readonly: true, way: 'frozen' })
  try {
    const names = foreignObjects(db)
    return names.length > 0 ? foreignWords(names) : undefined
  } finally {
    db.close()
  }
}
