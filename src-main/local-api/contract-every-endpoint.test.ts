import { expect, test } from 'vitest'
import { type ApiVersion, apiVersions, type Endpoint } from '../../src-shared/api/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../src-shared/api/endpoints.ts'
import { answered, callOf, complaints } from '../testing/contract-answers.ts'
import { describeContract } from '../testing/contract-service.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'

/** A good call of each endpoint: its path after the version, and what it posts. */
const goodCalls: Record<EndpointName, [path: string, body?: Uint8Array]> = {
  manufacturer: ['/manufacturer/m1'],
  brand: ['/brand'],
  distributor: ['/distributor'],
  retailer: ['/retailer/r1'],
  item: ['/item?q=tea'],
  contentPlusStatus: ['/feed/contentplus/CONTENT'],
  publishContentPlus: [
    '/feed/contentplus/',
    contentPlusFeed({ id: '101', retailer: [{ id: 'r1', sellCopy: 'Buy' }] }),
  ],
  createItems: ['/feed/items', itemFeed(sampleItem(1))],
  updateItem: [`/feed/items/${gtinOf(1)}`, itemFeed(sampleItem(1))],
  refreshItems: ['/feed/items/refresh', itemFeed(sampleItem(1))],
  itemFeedStatus: ['/feed/items/ITEMS'],
}
const of = (name: EndpointName): Endpoint => endpoints[name]
const known = endpointNames.flatMap((name) =>
  of(name).versions.map((version): [EndpointName, ApiVersion] => [name, version]),
)
const unknown = endpointNames.flatMap((name) =>
  apiVersions
    .filter((version) => !of(name).versions.includes(version))
    .map((version): [EndpointName, ApiVersion] => [name, version]),
)

describeContract((service) => {
  let feeds: Promise<{ items: string; content: string }> | undefined
  /** The feeds whose status is asked for. */
  const sentFeeds = async () => {
    const send = async (name: 'createItems' | 'publishContentPlus') => {
      const [path, body] = goodCalls[name]
      const call = callOf(`POST /v2.1${path}`, { 'Content-Type': 'application/xml' }, body)
      return String(answered(name, await service().call(call))['feedId'])
    }
    return { items: await send('createItems'), content: await send('publishContentPlus') }
  }
  const request = async (
    name: EndpointName,
    version: ApiVersion,
    {
      method = of(name).method as string,
      headers = {},
    }: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    feeds ??= sentFeeds()
    const { items, content } = await feeds
    const [path, body] = goodCalls[name]
    const line = `${method} /${version}${path.replace('ITEMS', items).replace('CONTENT', content)}`
    const posted = method === 'POST' || method === 'PUT' ? body : undefined
    return service().call(
      callOf(line, { ...(posted ? { 'Content-Type': 'application/xml' } : {}), ...headers }, posted),
    )
  }

  test.each(known)('%s in %s is 200, and valid', async (name, version) => {
    answered(name, await request(name, version))
  })

  test.each(known.filter(([name]) => of(name).method === 'GET'))(
    'HEAD of %s in %s is 200, without a body',
    async (name, version) => {
      expect(await request(name, version, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    },
  )

  test.each(unknown)('%s in %s is 404', async (name, version) => {
    complaints(await request(name, version), 404)
  })

  test.each(known)('%s in %s without credentials is 403', async (name, version) => {
    complaints(await request(name, version, { headers: { username: '', password: '' } }), 403)
  })

  test.each(known)('%s in %s by DELETE is 405, and says what is allowed', async (name, version) => {
    const answer = await request(name, version, { method: 'DELETE' })
    complaints(answer, 405)
    const { method } = of(name)
    expect(answer.headers.allow?.split(', ')).toEqual(
      expect.arrayContaining(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    )
  })

  test.each(known)('%s in %s under maintenance is 503', async (name, version) => {
    await feeds
    service().conditions.maintenance = true
    try {
      const answer = await request(name, version)
      complaints(answer, 503)
      expect(answer.headers['retry-after']).toBe('120')
    } finally {
      service().conditions.maintenance = false
    }
  })

  test.each(known)('%s in %s with an error rate of one is 500', async (name, version) => {
    service().conditions.errorRate = 1
    try {
      complaints(await request(name, version), 500)
    } finally {
      service().conditions.errorRate = 0
    }
  })

  test.each(known.filter(([name]) => of(name).parameters.some((one) => one.type === 'integer')))(
    '%s in %s with a number that is none is 400',
    async (name, version) => {
      feeds ??= sentFeeds()
      const { items, content } = await feeds
      const [path] = goodCalls[name]
      const [bad] = of(name).parameters.filter(({ type }) => type === 'integer')
      const target = path.replace('ITEMS', items).replace('CONTENT', content)
      const joined = `${target}${target.includes('?') ? '&' : '?'}${bad?.name}=-1`
      expect(complaints(await service().call(callOf(`GET /${version}${joined}`)), 400)).toEqual([bad?.name])
    },
  )
})
