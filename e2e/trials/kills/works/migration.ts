import assert from 'node:assert/strict'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../../../src-main/hosts/launch/bundle.ts'
import { laterMigration } from '../../../../src-main/storage/fixtures/later-migration.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import type { Database } from '../../../../src-main/storage/store.ts'
import { checkFolder, query } from '../check-folder.ts'
import { runProgram } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

const program = fileURLToPath(new URL('../open-as-later-version.ts', import.meta.url))

/**
 * A workspace migrated by a later version opens completely after any number of kills, and the migration ran
 * once.
 */
export const migrationWork: MakeWork = async (stage) => {
  const thread = await bundleProgram('src-main/storage/fixtures/note-thread.ts')
  const earlier = stage.begin('earlier-version', 'synced')
  change(earlier, (db) => {
    const insert = db.prepare(
      "INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES (?, 'create', 'Earlier', 1, 1)",
    )
    for (let index = 0; index < 200; index++) insert.run(`earlier-${index}`)
  })
  const before = readValues(earlier)
  let directory = earlier
  let number = 0
  let maxDuration = 1500

  const open = (killAfter?: number) =>
    runProgram(program, [directory, thread.href], {
      killAfter,
      countFrom: () => existsSync(join(directory, 'catalog.db-wal')),
    })
  const expectMigrated = async () => {
    const life = await open()
    assert.equal(life.code, 0, life.stderr)
    maxDuration = life.milliseconds
    const { items, drafts, revisions, received } = before
    assert.deepEqual(readValues(directory), {
      ...{ items, drafts },
      revisions: revisions + drafts,
      received: received + items,
    })
    // Without this record it is a workspace of the current version again, because the schema is the same.
    change(directory, (db) => db.exec(`DELETE FROM migration WHERE number = ${laterMigration.number}`))
    assert.equal((await checkFolder(directory)).items, items)
    rmSync(directory, { recursive: true })
  }
  const begin = () => {
    directory = join(stage.folder, `earlier-${++number}`)
    cpSync(earlier, directory, { recursive: true })
  }
  return {
    async round(random) {
      begin()
      const life = await open(random.below(Math.ceil(maxDuration * 1000)) / 1000)
      // A second kill may interrupt the continued migration.
      if (random.once(2)) await open(random.below(Math.ceil(maxDuration * 1000)) / 1000)
      await expectMigrated()
      return life.killed
    },
    async finish() {
      begin()
      await expectMigrated()
    },
  }
}

/** The values that the migration changes: each row's by one. */
function readValues(directory: string) {
  const [found] = query<Record<'items' | 'drafts' | 'revisions' | 'received', number>>(
    directory,
    `SELECT (SELECT count(*) FROM item_document) AS items, (SELECT count(*) FROM draft) AS drafts,
       (SELECT sum(revision) FROM draft) AS revisions, (SELECT sum(received_at) FROM item_document) AS received`,
  )
  assert.ok(found)
  return found
}

function change(directory: string, work: (db: Database) => unknown): void {
  const db = openDatabase(join(directory, 'catalog.db'))
  work(db)
  db.close()
}
