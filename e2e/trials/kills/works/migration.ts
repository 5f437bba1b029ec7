import assert from 'node:assert/strict'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { migrate } from '../../../../src-main/storage/migrate.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { createFeed } from '../../../support/feeds.ts'
import { runDesk } from '../killed-desk.ts'
import { lookOver, query } from '../look-over.ts'
import { gtinOf } from '../stage.ts'
import type { MakeWork } from '../work.ts'

/** The last migration of the version that made the workspace: before drafts had items, and before the present index. */
const version = 30
const drafts = 200

/** A workspace of an older version opens whole after any number of kills, with all its items and drafts. */
export const migrationWork: MakeWork = async (stage) => {
  const old = stage.begin('old-version', 'synced')
  makeOld(old)
  const items = query<{ id: string }>(old, 'SELECT id FROM item ORDER BY id').length
  let directory = old
  let number = 0
  let longest = 1500

  const open = (killAfter?: number) =>
    runDesk(['status', '--json', '--data', directory], {
      killAfter,
      countFrom: () => existsSync(join(directory, 'catalog.db-wal')),
    })
  const expectWhole = async () => {
    const life = await open()
    assert.equal(life.code, 0, life.stderr)
    longest = life.milliseconds
    const rebuilt = await runDesk(['rebuild', '--json', '--data', directory])
    assert.equal(rebuilt.code, 0, rebuilt.stderr)
    assert.equal((await lookOver(directory)).items, items)
    const [{ kept } = { kept: 0 }] = query<{ kept: number }>(directory, 'SELECT count(*) AS kept FROM draft')
    assert.equal(kept, drafts)
    rmSync(directory, { recursive: true })
  }
  const begin = () => {
    directory = join(stage.folder, `old-${++number}`)
    cpSync(old, directory, { recursive: true })
  }
  return {
    async round(random) {
      begin()
      const life = await open(random.below(Math.ceil(longest * 1000)) / 1000)
      // A second kill may come where the first left off.
      if (random.once(2)) await open(random.below(Math.ceil(longest * 1000)) / 1000)
      await expectWhole()
      return life.killed
    },
    async finish() {
      begin()
      await expectWhole()
    },
  }
}

/** Puts the items of a workspace, and drafts, into a database as the older version made it. */
function makeOld(directory: string): void {
  const path = join(directory, 'catalog.db')
  const present = new BetterSqlite3(path)
  present.pragma('wal_checkpoint(TRUNCATE)')
  present.pragma('journal_mode = DELETE')
  present.close()
  cpSync(path, `${path}-present`)
  rmSync(path)
  const db = openDatabase(path)
  migrate(db, { through: version })
  db.exec(`ATTACH '${path}-present' AS present`)
  const columns = (schema: string, table: string) =>
    db
      .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}', '${schema}')`)
      .all()
      .map(({ name }) => name)
  for (const table of ['item', 'item_document', 'item_code', 'lookup']) {
    const both = columns('main', table).filter((name) => columns('present', table).includes(name))
    db.exec(`INSERT INTO main.${table} (${both}) SELECT ${both} FROM present.${table}`)
  }
  const insert = db.prepare(
    `INSERT INTO draft (id, kind, name, xml, revision, item_count, error_count, created_at, updated_at)
     VALUES (?, 'create', ?, ?, 1, 1, 0, 1, 1)`,
  )
  for (let index = 0; index < drafts; index++) {
    const title = `Old ${index}`
    insert.run(`old-${index}`, title, createFeed({ gtin: gtinOf(9_000_000 + index), title }))
  }
  db.exec('DETACH present')
  db.close()
  rmSync(`${path}-present`)
}
