import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { servicesConfig } from '../testing/headless-services.ts'
import { startProxy } from '../testing/proxy-server.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { createServices } from './app.ts'

const home = temporaryDirectory()
const account = { username: 'ana', password: 'open sesame' }
let service: SandboxService
let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  vi.stubEnv('CATALOG_DESK_HOME', home)
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
    for (const spelling of [name, name.toUpperCase()]) vi.stubEnv(spelling, undefined)
  service = await startSandboxService()
  await service.putItems(1, 31)
  proxy = await startProxy(account)
})
afterAll(async () => {
  await proxy.close()
  await service.close()
  vi.unstubAllEnvs()
})

/** A workspace in a network whose proxy leads every name to this computer. */
const openWorkspace = (name: string) =>
  createServices({
    ...servicesConfig(join(home, name)),
    systemProxy: async () => `PROXY ${new URL(proxy.url).host}`,
  })

test('the account at a proxy is asked for once on a computer, and then used by every workspace', async () => {
  const connection = {
    address: `http://catalog.example:${new URL(service.address).port}`,
    ...service.credentials,
    allowPlainHttp: true,
  }
  const first = await openWorkspace('first')
  await expect(first.workspace.connect(connection)).rejects.toMatchObject({
    step: 'proxy',
    problems: [{ code: 'PROXY_PASSWORD_NEEDED', path: 'proxyUsername' }],
  })
  // A wrong account is not stored.
  const wrong = { username: 'ana', password: 'closed' }
  await expect(first.workspace.connect({ ...connection, proxy: wrong })).rejects.toMatchObject({
    step: 'proxy',
  })
  await expect(first.workspace.connect(connection)).rejects.toMatchObject({ step: 'proxy' })
  await first.workspace.connect({ ...connection, proxy: account })
  await first.sync().start()
  expect((await first.sync().finished()).history[0]?.outcome).toBe('completed')
  expect((await first.workspace.state()).items).toBe(30)
  await first.close()

  const second = await openWorkspace('second')
  await second.workspace.connect(connection)
  expect((await second.workspace.state()).connection?.address).toBe(connection.address)
  await second.close()
  expect(proxy.calls.every((call) => call.startsWith(`GET ${connection.address}/v2.1/`))).toBe(true)
})
