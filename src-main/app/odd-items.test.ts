import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerLimits } from '../../src-shared/vocabulary/kit/limits.ts'
import { catalogReader, catalogWriter, runRebuild } from '../catalog/index.ts'
import { createApiServer } from '../local-api/index.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { openServices } from '../testing/headless-services.ts'
import { apiCaller } from '../testing/local-api/api-caller.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import type { Services } from './app.ts'

/**
 * Unusual but valid items of a service, from end to end: sync, search, local API, item page, rebuild, check.
 */
const items = 12
const odd: Record<string, string> = {
  // Names with non-ASCII characters.
  '3': '<größe einheit·1="m">12</größe><水/>',
  // An attribute of 70,000 characters.
  '5': `<extra note="${'x'.repeat(70_000)}"/>`,
  // A prefix declared in the item, and one declared in the envelope.
  '7': '<x:extra xmlns:x="urn:x" x:note="1"><x:name>n</x:name></x:extra>',
  '8': '<e:extra/>',
  // Exceeds a limit.
  '9': `<extra>${'<a>'.repeat(answerLimits.depth)}${'</a>'.repeat(answerLimits.depth)}</extra>`,
  // Well-formed, but with an undeclared prefix.
  '10': '<nowhere:extra/>',
}

let sandbox: SandboxService
let service: FaultyUpstream
let services: Services
const directory = temporaryDirectory()
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(0, items)
  service = await startFaultyUpstream(sandbox.address)
  service.fail(
    {
      kind: 'rewrite',
      rewrite: (body) =>
        body
          .toString('utf8')
          .replace('<items ', '<items xmlns:e="urn:e" ')
          .replace(/<item id="(\d+)"[\s\S]*?<\/item>/g, (item, id: string) =>
            item.replace('</item>', `${odd[id] ?? ''}</item>`),
          ),
    },
    { when: ({ path }) => /\/item[/?]/.test(path), times: Number.POSITIVE_INFINITY },
  )
  services = await openServices(directory)
  await services.workspace.connect({ ...sandbox.credentials, address: service.address })
  const sync = services.sync()
  await sync.setSettings({ ...(await sync.settings()), learnVerified: false })
}, 60_000)
afterAll(async () => {
  await services.close()
  await service.close()
  await sandbox.close()
})

const stored = async (id: string) => {
  const item = await services.storage.reader(catalogReader).item(id)
  return item && Buffer.from(item.body).toString()
}

test('stores unusual items unchanged, and quarantines only those that cannot be stored', {
  timeout: 120_000,
}, async () => {
  const sync = services.sync()
  await sync.start()
  const state = await sync.finished()
  expect(state.history[0]).toMatchObject({
    outcome: 'completed',
    itemsNew: items - 2,
    itemsDone: items - 2,
    setAside: 2,
  })
  expect(state.history[0]?.note).toContain('quarantine')
  // One page, read once: no smaller pages were requested to find them.
  expect(service.calls.filter(({ path }) => path.includes(`idx=0&limit=${items}`))).toHaveLength(1)
  expect(service.calls.filter(({ path }) => path.includes('/item?')).length).toBeLessThanOrEqual(3)

  for (const id of ['3', '5', '7']) expect(await stored(id)).toContain(odd[id])
  expect(await stored('8')).toContain('<e:extra xmlns:e="urn:e"/>')
  const plain = await sandbox.storage.reader(catalogReader).item('4')
  expect(await stored('4')).toBe(Buffer.from(plain?.body ?? []).toString())

  const aside = await sync.quarantine()
  expect(aside.map(({ itemIds, query }) => [itemIds, query['id']]).toSorted()).toEqual([
    [['10'], '10'],
    [['9'], '9'],
  ])
  expect(aside.map(({ error }) => error).join('\n')).toMatch(/items\/item\[\d+\]/)
  expect((await sync.quarantinedAnswer({ id: aside[0]?.id ?? 0 })).text).toMatch(/^<item id="/)

  // A retry returns the same items; each stays in quarantine once, even after another run.
  expect(await sync.retryQuarantined({})).toMatchObject({ kept: 0, remaining: 2 })
  await sync.start({ full: true })
  await sync.finished()
  expect(await sync.quarantine()).toHaveLength(2)
})

test('finds, serves, shows, rebuilds and checks unusual items like any others', {
  timeout: 120_000,
}, async () => {
  const found = async () =>
    (
      await services.catalog.search({
        text: 'oat flakes',
        brandIds: [],
        manufacturerIds: [],
        offset: 0,
        limit: 50,
      })
    ).total
  expect(await found()).toBe(items - 2)
  for (const id of ['3', '5', '7', '8']) expect(await services.catalog.item({ id })).toMatchObject({ id })

  const server = createApiServer({
    storage: services.storage,
    feedIntake: sandbox.ingestion,
    users: () => [sandbox.credentials],
    mediaKey: Buffer.alloc(32, 7),
  })
  const { address } = await server.listen({ port: 0 })
  const credentials = {
    ...sandbox.credentials,
    password: Buffer.from(sandbox.credentials.password).toString('latin1'),
  }
  const call = apiCaller(address, credentials)
  for (const id of ['3', '5', '7']) {
    const answer = await call({ path: `/v2.1/item/${id}` })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(odd[id])
  }
  await server.close()

  const writer = services.storage.writer(catalogWriter)
  expect(await runRebuild(writer)).toMatchObject({ state: 'completed', items: items - 2, damaged: 0 })
  expect(await found()).toBe(items - 2)
  expect((await services.upkeep.check({})).findings).toEqual([])
})
