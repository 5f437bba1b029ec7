import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { migrations as allMigrations } from '../migrations/index.ts'
import type { Migration } from '../migrations/migration.ts'
import type { Database } from '../store.ts'
import { definitionHash } from './definition-hash.ts'

/** The table that records the applied migrations. */
export const migrationTable =
  'CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT'

interface AppliedMigrations {
  /** Migrations to run, in order. */
  missing: Migration[]
  /**
   * Why this program cannot open the database: a newer version changed it, or a version before 0.1.0 created
   * it.
   */
  refusal: PlainError | undefined
}

/** Compares the migrations recorded in a database with those of this program. */
export function appliedMigrations(
  db: Database,
  migrations: readonly Migration[] = allMigrations,
): AppliedMigrations {
  const applied = new Set(
    hasMigrationTable(db) ? db.prepare<[], number>('SELECT number FROM migration').pluck().all() : [],
  )
  const missing = migrations
    .filter(({ number }) => !applied.has(number))
    .toSorted((one, other) => one.number - other.number)
  return { missing, refusal: newerVersion(applied, migrations) ?? developmentVersion(applied, migrations) }
}

/**
 * Whether the table exists with our definition. Anything else is not read, as it may be a view with
 * infinitely many rows.
 */
function hasMigrationTable(db: Database): boolean {
  const sql = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'migration'")
    .pluck()
    .get()
  return sql !== undefined && definitionHash(sql) === definitionHash(migrationTable)
}

function newerVersion(applied: Set<number>, migrations: readonly Migration[]): PlainError | undefined {
  const known = new Set(migrations.flatMap(({ number, replaces = [] }) => [number, ...replaces]))
  const unknown = [...applied].filter((number) => !known.has(number))
  if (unknown.length === 0) return undefined
  return new PlainError(
    'newer-workspace',
    say`This workspace was last opened by a newer version of Catalog Desk. Install that version to open it.`,
    { data: { unknownMigrations: unknown } },
  )
}

/** Refuses a database in which only some of the migrations replaced by another one are applied. */
function developmentVersion(applied: Set<number>, migrations: readonly Migration[]): PlainError | undefined {
  const isPartial = migrations.some(({ number, replaces = [] }) => {
    const noted = replaces.filter((one) => applied.has(one)).length
    return noted > 0 && (noted < replaces.length || !applied.has(number))
  })
  if (!isPartial) return undefined
  return new PlainError(
    'earlier-workspace',
    say`This workspace was created by a version of Catalog Desk before 0.1.0, and this version cannot open it. Nothing in it was changed. If its catalog came from a service, sync it into a new workspace. To get its drafts or export its catalog, use the version that created it.`,
  )
}
