import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Migration } from '../migrations/migration.ts'
import { toPlainError } from '../plain-failures.ts'
import type { Database } from '../store.ts'
import { appliedMigrations, notesTable } from './applied-migrations.ts'

/**
 * Brings a database to the newest schema. Each missing migration runs in order, in one transaction with the note that it
 * ran. All migrations of a new database share one transaction, as each transaction waits for the disk.
 * @param migrations those of the program when absent
 * @throws PlainError for a database of a newer version, or of one before 0.1.0
 */
export function migrate(db: Database, migrations?: readonly Migration[]): void {
  const { missing, refusal } = appliedMigrations(db, migrations)
  if (refusal) throw refusal
  db.exec(notesTable.replace('TABLE', 'TABLE IF NOT EXISTS'))
  const isNew = db.prepare('SELECT 1 FROM migration').get() === undefined
  const note = db.prepare("INSERT INTO migration VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))")
  const isApplied = db.prepare('SELECT 1 FROM migration WHERE number = ?').pluck()
  const apply = db.transaction((steps: Migration[]) => {
    for (const { number, name, up } of steps) {
      // Another process may have opened the same workspace and applied the migration since.
      if (isApplied.get(number) !== undefined) continue
      up(db)
      note.run(number, name)
    }
  })
  try {
    for (const steps of isNew ? [missing] : missing.map((step) => [step])) apply.immediate(steps)
  } catch (error) {
    throw isNew ? error : toMigrationError(error)
  }
}

/** @throws PlainError when a database that cannot be written to does not have the newest schema */
export function refuseUnlessMigrated(db: Database): void {
  if (appliedMigrations(db).missing.length > 0)
    throw new PlainError(
      'read-only',
      say`This workspace was made by an earlier version of Catalog Desk and must be brought up to date before it can be opened, and its disk can only be read. Make the disk writable, or copy the folder to another one, and open it again.`,
    )
}

/** The failure of a migration in plain words. On a full disk the workspace stays as it was, and opens once there is room. */
function toMigrationError(thrown: unknown): unknown {
  const error = toPlainError(thrown)
  if (error.code !== 'disk-full') return thrown
  return new PlainError(
    'disk-full',
    say`This workspace was made by an earlier version of Catalog Desk and must be brought up to date before it can be opened, for which the disk is too full. Nothing of it was changed. Free some space and open it again.`,
    { data: error.data, cause: thrown },
  )
}
