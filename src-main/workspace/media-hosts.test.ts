import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '../app/app.ts'
import { openServices } from '../testing/headless-services.ts'
import { noise, type PictureService, pictureUser, startPictureService } from '../testing/picture-desk.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'

/** The service's records name pictures on another server of this computer: another port is another host. */
let service: PictureService
let pictures: Server
let host: string
let origin: string
let asked: { path: string; headers: IncomingHttpHeaders }[] = []
/** Where the picture server sends a path instead of answering. */
const redirects = new Map<string, string>()

beforeAll(async () => {
  service = await startPictureService()
  const picture = await noise(40, 40)
  pictures = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
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
  asked = []
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

test('a host that is not named is never asked, and sync and check say so, with what to do', async () => {
  await withDesk([], async (services) => {
    const run = await sync(services)
    expect(run).toMatchObject({ outcome: 'completed', itemsNew: 4 })
    expect(run?.note).toContain(`12 pictures at ${host} could not be fetched`)
    expect(run?.note).toContain(`desk connect --media-host ${origin}`)
    expect(await services.media.keeping.troubles()).toMatchObject([{ host, count: 12, allow: origin }])
    expect((await services.upkeep.check()).findings).toEqual([
      expect.stringContaining(`12 pictures at ${host}`),
    ])
    expect(asked).toEqual([])

    // Another port, or https where http is meant, is another host.
    await services.workspace.setMediaHosts({ hosts: ['http://127.0.0.1:1', '127.0.0.1', host] })
    await sync(services)
    expect(asked).toEqual([])

    // Allowed later, all of it comes; nobody has to wait for the next try of each picture.
    const { connection } = await services.workspace.setMediaHosts({ hosts: [`${origin}/`, origin] })
    expect(connection?.mediaHosts).toEqual([origin])
    const after = await sync(services)
    expect(after?.note).toBeUndefined()
    expect(asked).toHaveLength(12)
    expect(await services.media.keeping.state()).toMatchObject({ failed: 0 })
    expect((await services.upkeep.check()).findings).toEqual([])
  })
})

test('a host that is named is asked from the first sync on, and never told who asks', async () => {
  await withDesk([origin], async (services) => {
    expect((await sync(services))?.note).toBeUndefined()
    expect(asked).toHaveLength(12)
    for (const { headers } of asked) {
      expect(headers['username']).toBeUndefined()
      expect(headers['password']).toBeUndefined()
    }
    // Whoever enters the password anew keeps what was allowed.
    const again = await services.workspace.connect({ ...pictureUser, address: service.proxy.address })
    expect(again.connection?.mediaHosts).toEqual([origin])
  })
})

test('a redirect to a host that is not named is refused, and says which', async () => {
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

test('what the host itself refuses is told by reason', async () => {
  pictures.closeAllConnections()
  redirects.set('/p/3.png', `${origin}/p/3.png`)
  await withDesk([origin], async (services) => {
    const run = await sync(services)
    expect(run?.note).toBe(
      `1 picture at ${host} could not be fetched: The address is redirected more than 5 times.`,
    )
  })
})
