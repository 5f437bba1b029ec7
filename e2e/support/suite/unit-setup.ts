import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram, threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { migrate } from '../../../src-main/storage/schema/migrate.ts'

/**
 * Setup shared by all tests: bundles from which they and their programs run storage threads (see `bundle` for
 * the reason), and one migrated database, which temporary workspaces copy
 * (`src-main/testing/temporary-workspace.ts`).
 */
export default async (): Promise<() => void> => {
  process.env['CATALOG_DESK_THREAD'] = (await threadBundle()).href
  process.env['CATALOG_DESK_NOTE_THREAD'] = (
    await bundleProgram('src-main/storage/fixtures/note-thread.ts')
  ).href
  const folder = mkdtempSync(join(tmpdir(), 'desk-database-'))
  const path = join(folder, 'catalog.db')
  const db = openDatabase(path)
  migrate(db)
  // After closing, the file is complete and has no log file.
  db.close()
  process.env['CATALOG_DESK_TEST_DATABASE'] = path
  return () => rmSync(folder, { recursive: true, force: true })
}
