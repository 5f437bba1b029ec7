import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { migrations as allMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import type { Database } from './store.ts'

interface AppliedMigrations {
  /** Those to be run, in order. */
  missing: Migration[]
  /** Why this program cannot open the database: a newer version changed it, or a version before 0.1.0 made it. */
  refusal: PlainError | undefined
}

/** Compares the migrations that a database notes as applied with those of this program. */
export function appliedMigrations(
  db: Database,
  migrations: readonly Migration[] = allMigrations,
): AppliedMigrations {
  const hasNotes = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() !== undefined
  const applied = new Set(
    hasNotes ? db.prepare<[], number>('SELECT number FROM migration').pluck().all() : [],
  )
  const missing = migrations
    .filter(({ number }) => !applied.has(number))
    .toSorted((one, other) => one.number - other.number)
  return { missing, refusal: newerVersion(applied, migrations) ?? developmentVersion(applied, migrations) }
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

/** Refuses a database with some of the migrations that another one replaces, but not with all. */
function developmentVersion(applied: Set<number>, migrations: readonly Migration[]): PlainError | undefined {
  const isPartial = migrations.some(({ number, replaces = [] }) => {
    const noted = replaces.filter((one) => applied.has(one)).length
    return noted > 0 && (noted < replaces.length || !applied.has(number))
  })
  if (!isPartial) return undefined
  return new PlainError(
    'earlier-workspace',
    say`This workspace was made by a version of Catalog Desk before 0.1.0, and this version cannot open it. Nothing in it was changed. If its catalog came from a service, sync it into a new workspace. Its drafts, and exports of its catalog, can be taken out only with the version that made it.`,
  )
}
