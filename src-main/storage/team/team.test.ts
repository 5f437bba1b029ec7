import { afterEach, expect, test, vi } from 'vitest'
import { teamDatabases } from '../../testing/team-database.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { openDatabase } from '../open-database.ts'
import { openWorkspaceSettings } from '../settings.ts'
import { localTables, sharedTables } from './shared-tables.ts'

const databases = teamDatabases()
const opened: TemporaryWorkspace[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()))
})
async function host(url: string) {
  const workspace = await openTemporaryWorkspace({ team: { url } })
  opened.push(workspace)
  return { ...workspace, settings: openWorkspaceSettings(workspace.storage) }
}
const soon = { timeout: 20_000 }

test('what one host writes is at the others, and published there', async () => {
  const url = await databases.create()
  const [one, other] = [await host(url), await host(url)]
  const heard: string[] = []
  other.storage.changes.subscribe(({ changes }) => heard.push(...changes.map(({ topic }) => topic)))
  await one.settings.write({ role: 'sandbox' })
  await vi.waitFor(async () => expect((await other.settings.read()).role).toBe('sandbox'), soon)
  expect(heard).toContain('workspace')
})

test('every table is either shared or not', async () => {
  await using workspace = await openTemporaryWorkspace()
  const db = openDatabase(workspace.storage.path, { readonly: true })
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
  db.close()
  expect(tables.toSorted()).toEqual([...Object.keys(sharedTables), ...localTables].toSorted())
})
