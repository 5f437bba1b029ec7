import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOfFile } from '../platform/files/hash-of-file.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import {
  finishReplacement,
  prepareReplacement,
  putAside,
  putInPlace,
  settleRestores,
} from './restore-in-place.ts'

let folder: string
let workspace: string
let backup: string
beforeEach(async () => {
  folder = temporaryDirectory()
  workspace = join(folder, 'north')
  backup = join(folder, 'backups', '2026')
  makeDatabase(workspace, 'present')
  makeDatabase(backup, 'backed up')
  const counts = { items: 0, drafts: 0, feeds: 0, pictures: 0, pictureBytes: 0 }
  const database = join(backup, 'catalog.db')
  const manifest = {
    ...{ format: 'catalog-desk-backup', name: 'North', role: 'sandbox', version: '1.0.0' },
    ...{ madeAt: '2026-01-01T00:00:00.000Z', ...counts },
    databaseBytes: readFileSync(database).length,
    databaseHash: await hashOfFile(database),
  }
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest))
  writeFileSync(join(backup, 'pictures.txt'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function makeDatabase(directory: string, note: string): void {
  mkdirSync(directory, { recursive: true })
  const db = new Database(join(directory, 'catalog.db'))
  db.exec(`CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT) STRICT`)
  db.prepare('INSERT INTO setting VALUES (?, ?)').run('note', note)
  db.close()
}
function noteIn(directory: string): unknown {
  const db = new Database(join(directory, 'catalog.db'), { readonly: true })
  try {
    return db.prepare('SELECT value FROM setting').pluck().get()
  } finally {
    db.close()
  }
}
const others = () => readdirSync(folder).filter((name) => name !== 'north' && name !== 'backups')
const program = fileURLToPath(new URL('fixtures/restore-until-killed.ts', import.meta.url))
const restoreUntil = (step: string) =>
  expect(spawnSync(process.execPath, [program, backup, workspace, step]).signal).toBe('SIGKILL')
/**
 * Settles the restores of the workspace, and returns the folders that are added to the list while the mark
 * still exists.
 */
async function settled(): Promise<string[]> {
  const noted: string[] = []
  await settleRestores(workspace, async (keptAside) => {
    expect(existsSync(join(workspace, 'restoring.json'))).toBe(true)
    noted.push(keptAside)
  })
  return noted
}

test('deletes a restore killed before the workspace was replaced', async () => {
  restoreUntil('prepared')
  expect(others()).toEqual([expect.stringMatching(/^north\.restoring-/)])
  expect(await settled()).toEqual([])
  expect(others()).toEqual([])
  expect(noteIn(workspace)).toBe('present')
})

test.each(['put aside', 'put in place'])('finishes a restore killed after “%s”', async (step) => {
  restoreUntil(step)
  const keptAside = join(folder, 'north before 1970-01-01T00-00-00Z')
  expect(await settled()).toEqual([keptAside])
  expect([noteIn(workspace), noteIn(keptAside)]).toEqual(['backed up', 'present'])
  expect(readFileSync(join(keptAside, 'workspace.json'), 'utf8')).toContain('(kept aside)')
  expect(others()).toHaveLength(1)
  expect(existsSync(join(workspace, 'restoring.json'))).toBe(false)
  expect(await settled()).toEqual([])
})

test('ignores a running restore, and folders with similar names', async () => {
  const prepared = await prepareReplacement(backup, workspace, 0)
  mkdirSync(`${workspace}.restoring-mine`)
  writeFileSync(join(`${workspace}.restoring-mine`, 'letter.txt'), '')
  await settleRestores(workspace)
  expect(others()).toHaveLength(2)
  await putAside(prepared, [])
  await putInPlace(prepared)
  expect(await settled()).toEqual([])
  await finishReplacement(prepared)
  expect(noteIn(workspace)).toBe('backed up')
  expect(existsSync(`${workspace}.restoring-mine`)).toBe(true)
})
