import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { answered, callOf, mediaOfItem, post } from '../../testing/local-api/contract-answers.ts'
import { type ContractService, openContractService } from '../../testing/local-api/contract-service.ts'

const hour = 3600_000

describe('a sandbox', () => {
  test('is the service itself, so its answers have no age', async () => {
    const service = await openContractService('sandbox')
    try {
      const { headers } = await service.call({ path: '/v2.1/item?q=tea' })
      expect(headers.age).toBeUndefined()
      expect(headers['last-modified']).toBeUndefined()
    } finally {
      await service.close()
    }
  })
})

describe('a connected workspace', () => {
  let service: ContractService
  beforeAll(async () => {
    service = await openContractService('connected')
  }, 60_000)
  afterAll(() => service?.close())

  /** The path, and whether the copy knows the time of its last change. */
  test.each([
    ['/v2.1/item?q=tea', true],
    ['/v2/item/100', true],
    ['/v2.1/item?q=nothing', true],
    ['/v2.1/brand', false],
    ['/v2.1/retailer/r1', false],
  ])('GET %s returns the age of the copy', async (path, isDated) => {
    const realNow = service.clock.now
    service.clock.now = () => realNow() + hour
    try {
      const { headers } = await service.call({ path })
      expect(Number(headers.age)).toBeGreaterThanOrEqual(3600)
      expect(Number(headers.age)).toBeLessThan(3700)
      // The latest change in the catalog: item 102.
      expect(headers['last-modified']).toBe(isDated ? 'Sat, 02 Mar 2024 12:00:00 GMT' : undefined)
      expect(headers['warning']).toBeUndefined()
    } finally {
      service.clock.now = realNow
    }
  })

  test('errors and feeds have no age', async () => {
    expect((await service.call({ path: '/v2.1/item/nothing' })).headers.age).toBeUndefined()
    const answer = await service.call(post('/v2.1/feed/items', itemFeed(sampleItem(1))))
    expect(answer.status).toBe(200)
    expect(answer.headers.age).toBeUndefined()
  })

  test('answers everything while the service is unreachable, and stores posted feeds', async () => {
    const before = await mediaOfItem(service, '/v2.1/item/100?pi=c&epf=200')
    await service.settle()
    await service.goOffline()
    const calls = [
      'item?q=tea',
      'item/100?profile=listing',
      'item?upc=036000291452',
      'brand',
      'manufacturer/m1',
      'distributor',
    ]
    for (const version of ['v2', 'v2.1'])
      for (const call of calls) expect((await service.call({ path: `/${version}/${call}` })).status).toBe(200)
    for (const { path } of before)
      expect((await service.call({ path, headers: { username: '', password: '' } })).status).toBe(200)
    // A new size is derived from the stored picture.
    const [made] = await mediaOfItem(service, '/v2.1/item/100?epr=900')
    expect((await service.call({ path: made?.path ?? '' })).status).toBe(200)

    const { feedId } = answered(
      'createItems',
      await service.call(post('/v2.1/feed/items', itemFeed(sampleItem(2)))),
    )
    const status = answered('itemFeedStatus', await service.call(callOf(`GET /v2.1/feed/items/${feedId}`)))
    expect(status).toMatchObject({
      feedStatus: 'RECEIVED',
      itemsReceived: '1',
      itemsProcessing: '1',
      ItemDetails: [{ ingestionStatus: 'INPROGRESS' }],
    })
  })
})
