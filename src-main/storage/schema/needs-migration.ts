import { openDatabase } from '../open-database.ts'
import { appliedMigrations } from './applied-migrations.ts'

/** Whether this program changes the schema of an existing database when it opens it. @throws PlainError */
export function needsMigration(path: string): boolean {
  const db = openDatabase(path, { readonly: true })
  try {
    const { missing, refusal } = appliedMigrations(db)
    return !refusal && missing.length > 0
  } finally {
    db.close()
  }
}
