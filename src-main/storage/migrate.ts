import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { migrations as allMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { toPlainError } from './plain-failures.ts'
import type { Database } from './store.ts'

interface MigrateOptions {
  /** The last step to run; for the tests of single steps. */
  through?: number
  migrations?: Migration[]
}

/**
 * Brings a database to the newest shape: each missing step runs in order, in one transaction with the note that the
 * step ran; all steps of a new database in a single one, as each transaction waits for the disk. Refuses a database that
 * a newer program has already changed.
 */
export function migrate(db: Database, { through, migrations = allMigrations }: MigrateOptions = {}): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  const applied = new Set(db.prepare<[], number>('SELECT number FROM migration').pluck().all())
  refuseUnknown(applied, migrations)
  const note = db.prepare("INSERT INTO migration VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))")
  const isApplied = db.prepare('SELECT 1 FROM migration WHERE number = ?').pluck()
  const missing = migrations
    .filter(({ number }) => !applied.has(number) && (through === undefined || number <= through))
    .toSorted((one, other) => one.number - other.number)
  const apply = db.transaction((steps: Migration[]) => {
    for (const { number, name, up } of steps) {
      // Another process may have opened the same workspace and applied the step since.
      if (isApplied.get(number) !== undefined) continue
      up(db)
      note.run(number, name)
    }
  })
  try {
    for (const steps of applied.size === 0 ? [missing] : missing.map((step) => [step])) apply.immediate(steps)
  } catch (error) {
    throw toMigrationError(error)
  }
}

/** @throws PlainError when a database that cannot be written to is not yet of the newest shape */
export function refuseUnlessMigrated(
  db: Database,
  { migrations = allMigrations }: MigrateOptions = {},
): void {
  const applied = new Set(db.prepare<[], number>('SELECT number FROM migration').pluck().all())
  refuseUnknown(applied, migrations)
  if (migrations.some(({ number }) => !applied.has(number)))
    throw new PlainError(
      'read-only',
      say`This workspace was made by an earlier version of Catalog Desk and must be brought up to date before it can be opened, and its disk can only be read. Make the disk writable, or copy the folder to another one, and open it again.`,
    )
}

/** The failure of a step in plain words: on a full disk the workspace stays as it was, and opens once there is room. */
function toMigrationError(thrown: unknown): unknown {
  const error = toPlainError(thrown)
  if (error.code !== 'disk-full') return thrown
  return new PlainError(
    'disk-full',
    say`This workspace was made by an earlier version of Catalog Desk and must be brought up to date before it can be opened, for which the disk is too full. Nothing of it was changed. Free some space and open it again.`,
    { data: error.data, cause: thrown },
  )
}

function refuseUnknown(applied: Set<number>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ number }) => number))
  const unknown = [...applied].filter((number) => !known.has(number))
  if (unknown.length === 0) return
  throw new PlainError(
    'newer-workspace',
    say`This workspace was last opened by a newer version of Catalog Desk. Install that version to open it.`,
    { data: { unknownMigrations: unknown } },
  )
}
