import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openLogFile } from '../platform/log/log-file.ts'
import { openServices } from '../testing/headless-services.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { workspaceSettings } from '../workspace/index.ts'

afterEach(() => vi.unstubAllEnvs())

test('a report has the state and the log, and none of the planted secrets', async () => {
  const home = temporaryDirectory()
  vi.stubEnv('HOME', home)
  vi.stubEnv('CATALOG_DESK_HOME', join(home, 'desk'))
  const log = await openLogFile(join(home, 'desk'))
  for (const entry of [
    { msg: 'a sync has begun', folder: join(home, 'desk/workspace') },
    { msg: 'called', password: 'canary-1', url: 'https://canary-2@catalog.example/v2.1/item?key=canary-3' },
    { msg: 'canary-person logged in with basic Y2FuYXJ5' },
  ])
    log?.write(JSON.stringify(entry))

  const services = await openServices(join(home, 'workspace'))
  await workspaceSettings(services.storage).write({
    role: 'connected',
    connection: {
      address: 'https://catalog.example',
      username: 'canary-person',
      namespaceBase: 'urn:x',
      mediaHosts: ['pictures.example'],
      feedSize: { items: 100, bytes: 1_000_000 },
    },
  })
  const report = await services.supportReport()
  await services.close()

  expect(report).not.toMatch(/canary|Y2FuYXJ5/)
  expect(report).not.toContain(home)
  expect(report).toContain('"directory": "~/workspace"')
  expect(report).toContain('"address": "https://catalog.example"')
  expect(report).toContain('"folder":"~/desk/workspace"')
  for (const title of ['Program', 'Computer', 'Settings', 'Workspace', 'Sync', 'Outbox', 'Upkeep'])
    expect(report).toContain(`# ${title}\n{`)
  expect(report).toContain('# Log, the last 3 of 3 entries')
})
