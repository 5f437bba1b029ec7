import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogWriter } from '../../catalog/index.ts'
import { createIngestion } from '../../feeds/targets/sandbox/index.ts'
import type { Ingestion } from '../../feeds/targets/sandbox/ingestion.ts'
import { systemClock } from '../../platform/clock.ts'
import { apiCaller } from '../../testing/local-api/api-caller.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import type { AnsweredRequest } from './answered-request.ts'
import { type ApiServerParts, createApiServer } from './api-server.ts'
import { noConditions } from './service-conditions.ts'

let workspace: TemporaryWorkspace
let feedIntake: Ingestion
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  await workspace.storage
    .writer(catalogWriter)
    .putItems([Buffer.from('<item id="1"><name>Tea</name></item>')])
  feedIntake = createIngestion({ storage: workspace.storage, clock: systemClock })
})
afterAll(async () => {
  await feedIntake?.close()
  await workspace?.close()
})

const user = { username: 'desk', password: 'secret' }
const serve = async (options: Partial<ApiServerParts> = {}) => {
  const server = createApiServer({
    storage: workspace.storage,
    feedIntake,
    users: () => [user],
    mediaKey: Buffer.alloc(32),
    ...options,
  })
  return { server, ...(await server.listen({ port: 0 })) }
}

describe('the server', () => {
  test('reports a taken port', async () => {
    const { server, port } = await serve()
    const second = createApiServer({
      storage: workspace.storage,
      feedIntake,
      users: () => [user],
      mediaKey: Buffer.alloc(32),
    })
    await expect(second.listen({ port })).rejects.toThrow(/EADDRINUSE/)
    await server.close()
  })

  test('stops while a client keeps sending requests on its connection', async () => {
    const { server, address } = await serve()
    const call = apiCaller(address, user)
    let answered = 0
    const calling = (async () => {
      try {
        for (;;) {
          await call({ path: '/v2/brand' })
          answered += 1
        }
      } catch {
        // The server has stopped.
      }
    })()
    await expect.poll(() => answered).toBeGreaterThan(2)
    const begun = performance.now()
    await server.close()
    expect(performance.now() - begun).toBeLessThan(4000)
    await calling
  })

  test('applies a rotated password at once', async () => {
    let password = 'first'
    const { server, address } = await serve({ users: () => [{ username: 'desk', password }] })
    const call = apiCaller(address, { username: 'desk', password: 'first' })
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    password = 'second'
    expect((await call({ path: '/v2/brand' })).status).toBe(403)
    await server.close()
  })

  test('uses the namespaces of the connected service as soon as they are known', async () => {
    let namespaceBase: string | undefined
    const { server, address } = await serve({ namespaceBase: () => namespaceBase })
    const call = apiCaller(address, user)
    expect((await call({ path: '/v2/brand' })).text).toContain(
      'xmlns="https://ns.catalog-desk.example/brand"',
    )
    namespaceBase = 'https://service.example/ns'
    for (const [path, name] of [
      ['/v2/brand', 'brand'],
      ['/v2/item?q=tea', 'item'],
    ])
      expect((await call({ path: path ?? '' })).text).toContain(`xmlns="https://service.example/ns/${name}"`)
    await server.close()
  })

  test('reports every answered request', async () => {
    const seen: AnsweredRequest[] = []
    const { server, address } = await serve({ observe: (request) => void seen.push(request) })
    const call = apiCaller(address, user)
    const { body } = await call({ path: '/v2/item?q=tea' })
    await call({ method: 'HEAD', path: '/v2/nowhere' })
    expect(seen).toMatchObject([
      { method: 'GET', target: '/v2/item?q=tea', status: 200, bytes: body.length, username: 'desk' },
      { method: 'HEAD', target: '/v2/nowhere', status: 404, bytes: 0 },
    ])
    expect(seen[1]?.username).toBeUndefined()
    await server.close()
  })

  test('delays answers by the configured latency', async () => {
    const slept: number[] = []
    const clock = { ...systemClock, sleep: async (milliseconds: number) => void slept.push(milliseconds) }
    const { server, address } = await serve({ clock, conditions: { ...noConditions(), latency: 250 } })
    await apiCaller(address, user)({ path: '/v2/brand' })
    expect(slept).toEqual([250])
    await server.close()
  })

  test('answers a defect with 500, logs it, and hides its details from the caller', async () => {
    const broken = {
      submit: () => Promise.reject(new Error('secret detail')),
      status: () => Promise.reject(new Error('secret detail')),
    }
    const { server, address } = await serve({ feedIntake: broken })
    const answer = await apiCaller(address, user)({ path: '/v2.1/feed/items' })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('secret detail')
    await server.close()
  })

  test('counts downloads across restarts, with a limit per user', async () => {
    const careful = { username: 'careful', password: 'secret' }
    const options = { users: () => [user, { ...careful, dailyItemLimit: 2 }] }
    const search = { path: '/v2/item?q=tea' }
    const first = await serve(options)
    expect((await apiCaller(first.address, careful)(search)).status).toBe(200)
    await first.server.close()
    const second = await serve(options)
    const call = apiCaller(second.address, careful)
    expect((await call(search)).status).toBe(200)
    expect((await call(search)).status).toBe(406)
    expect((await apiCaller(second.address, user)(search)).status).toBe(200)
    await second.server.close()
  })
})
