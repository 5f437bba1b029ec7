import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Migration } from '../migrations/migration.ts'
import { toPlainError } from '../plain-failures.ts'
import type { Database } from '../store.ts'
import { appliedMigrations, migrationTable } from './applied-migrations.ts'

/**
 * Migrates a database to the newest schema. Each missing migration runs in order, in one transaction with the
 * record of its application. For a new database, all migrations share one transaction, because each
 * transaction waits for the disk.
 * @param migrations the migrations of the program when absent
 * @throws PlainError for a database of a newer version, or of one before 0.1.0
 */
export function migrate(db: Database, migrations?: readonly Migration[]): void {
  const { missing, refusal } = appliedMigrations(db, migrations)
  if (refusal) throw refusal
  db.exec(migrationTable.replace('TABLE', 'TABLE IF NOT EXISTS'))
  const isNew = db.prepare('SELECT 1 FROM migration').get() === undefined
  const recordMigration = db.prepare("INSERT INTO migration VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))")
  const isApplied = db.prepare('SELECT 1 FROM migration WHERE number = ?').pluck()
  const apply = db.transaction((steps: Migration[]) => {
    for (const { number, name, up } of steps) {
      // Another process may have opened the same workspace and applied the migration in the meantime.
      if (isApplied.get(number) !== undefined) continue
      up(db)
      recordMigration.run(number, name)
    }
  })
  try {
    for (const steps of isNew ? [missing] : missing.map((step) => [step])) apply.immediate(steps)
  } catch (error) {
    throw isNew ? error : toMigrationError(error)
  }
}

/** @throws PlainError if a read-only database does not have the newest schema */
export function requireMigrated(db: Database): void {
  if (appliedMigrations(db).missing.length > 0)
    throw new PlainError(
      'read-only',
      say`This workspace was created by an earlier version of Catalog Desk and must be updated before it can be opened, but its disk is read-only. Make the disk writable, or copy the folder to another disk, and open it again.`,
    )
}

/**
 * Converts the failure of a migration to a plain error. On a full disk the workspace is unchanged and opens
 * once there is space.
 */
function toMigrationError(thrown: unknown): unknown {
  const error = toPlainError(thrown)
  if (error.code !== 'disk-full') return thrown
  return new PlainError(
    'disk-full',
    say`This workspace was created by an earlier version of Catalog Desk and must be updated before it can be opened, but the disk is too full. Nothing in it was changed. Free some space and open it again.`,
    { data: error.data, cause: thrown },
  )
}
