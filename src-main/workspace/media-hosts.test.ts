import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '../app/app.ts'
import { openServices } from '../testing/headless-services.ts'
import { noise, type PictureService, pictureUser, startPictureService } from '../testing/picture-desk.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'

/**
 * The service's records name pictures on another server of this computer: a different port is a different
 * host.
 */
let service: PictureService
let pictures: Server
let host: string
let origin: string
let requests: { path: string; headers: IncomingHttpHeaders }[] = []
/** Redirects of the picture server, by path. */
const redirects = new Map<string, string>()

beforeAll(async () => {
  service = await startPictureService()
  const picture = await noise(40, 40)
  pictures = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const location = redirects.get(path)
    if (location) response.writeHead(302, { location }).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  })
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`
  origin = `http://${host}`
})
afterAll(async () => {
  await new Promise((resolve) => pictures.close(resolve).closeAllConnections())
  await service.close()
})
beforeEach(() => {
  requests = []
  redirects.clear()
  let count = 0
  service.proxy.heal()
  service.proxy.fail(
    {
      kind: 'rewrite',
      rewrite: (body) =>
        body.toString().replace(/<url>[^<]*<\/url>/g, () => `<url>${origin}/p/${count++ % 12}.png</url>`),
    },
    { when: ({ path }) => path.includes('/item'), times: Number.POSITIVE_INFINITY },
  )
})

async function withDesk(mediaHosts: string[], work: (services: Services) => Promise<void>): Promise<void> {
  const services = await openServices(temporaryDirectory())
  try {
    await services.workspace.connect({ ...pictureUser, address: service.proxy.address, mediaHosts })
    await work(services)
  } finally {
    await services.close()
  }
}
const sync = async (services: Services) => {
  await services.sync().start()
  return (await services.sync().finished()).history[0]
}

test('never requests a host that is not allowed, and sync and check report it with a solution', async () => {
  await withDesk([], async (services) => {
    const run = await sync(services)
    expect(run).toMatchObject({ outcome: 'completed', itemsNew: 4 })
    expect(run?.note).toContain(`12 pictures at ${host} could not be fetched`)
    expect(run?.note).toContain(`desk connect --media-host ${origin}`)
    expect(await services.media.keeping.troubles()).toMatchObject([{ host, count: 12, allow: origin }])
    expect((await services.upkeep.check()).findings).toEqual([
      expect.stringContaining(`12 pictures at ${host}`),
    ])
    expect(requests).toEqual([])

    // A different port, or https instead of http, is a different host.
    await services.workspace.setMediaHosts({ hosts: ['http://127.0.0.1:1', '127.0.0.1', host] })
    await sync(services)
    expect(requests).toEqual([])

    // Once the host is allowed, all pictures are downloaded, without waiting for their retry delays.
    const { connection } = await services.workspace.setMediaHosts({ hosts: [`${origin}/`, origin] })
    expect(connection?.mediaHosts).toEqual([origin])
    const after = await sync(services)
    expect(after?.note).toBeUndefined()
    expect(requests).toHaveLength(12)
    expect(await services.media.keeping.state()).toMatchObject({ failed: 0 })
    expect((await services.upkeep.check()).findings).toEqual([])
  })
})

test('requests an allowed host from the first sync on, without credentials', async () => {
  await withDesk([origin], async (services) => {
    expect((await sync(services))?.note).toBeUndefined()
    expect(requests).toHaveLength(12)
    for (const { headers } of requests) {
      expect(headers['username']).toBeUndefined()
      expect(headers['password']).toBeUndefined()
    }
    // Connecting again with a new password keeps the allowed hosts.
    const again = await services.workspace.connect({ ...pictureUser, address: service.proxy.address })
    expect(again.connection?.mediaHosts).toEqual([origin])
  })
})

test('rejects a redirect to a host that is not allowed, and names it', async () => {
  redirects.set('/p/0.png', 'http://127.0.0.1:9/elsewhere.png')
  redirects.set('/p/1.png', 'https://images.example/elsewhere.png')
  await withDesk([origin], async (services) => {
    await sync(services)
    const troubles = await services.media.keeping.troubles()
    expect(troubles).toHaveLength(2)
    expect(troubles.map(({ allow }) => allow).toSorted()).toEqual(['http://127.0.0.1:9', 'images.example'])
    for (const { reason, count } of troubles) {
      expect(count).toBe(1)
      expect(reason).toContain('A redirect was refused.')
    }
  })
})

test('reports failures of the host by reason', async () => {
  pictures.closeAllConnections()
  redirects.set('/p/3.png', `${origin}/p/3.png`)
  await withDesk([origin], async (services) => {
    const run = await sync(services)
    expect(run?.note).toBe(
      `1 picture at ${host} could not be fetched: The address is redirected more than 5 times.`,
    )
  })
})
