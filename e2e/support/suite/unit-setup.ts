import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram, threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { migrate } from '../../../src-main/storage/schema/migrate.ts'

/**
 * What all tests share: bundles from which they, and the programs they start, run storage threads (see `bundle` for
 * why), and one migrated database, of which temporary workspaces are copies (`src-main/testing/temporary-workspace.ts`).
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
  // Closed, the file holds everything: no log lies beside it.
  db.close()
  process.env['CATALOG_DESK_TEST_DATABASE'] = path
  return () => rmSync(folder, { recursive: true, force: true })
}
