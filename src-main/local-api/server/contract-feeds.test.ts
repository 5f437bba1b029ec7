import { expect, test } from 'vitest'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { answered, complaints, follow, post } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  test('feeds are RECEIVED, then INPROGRESS; windows end at limit; the newest by default', async () => {
    service().setRate(0)
    try {
      const feed = itemFeed(...[20, 21, 22].map((number) => sampleItem(number)))
      const { feedId } = answered('createItems', await service().call(post('/v2.1/feed/items', feed)))
      const status = async (query: string) =>
        answered('itemFeedStatus', await service().call({ path: `/v2.1/feed/items${query}` }))
      expect(await status('')).toMatchObject({
        feedId,
        feedStatus: 'RECEIVED',
        itemsReceived: '3',
        itemsProcessing: '3',
        // The codes are returned as sent, not as normalised: the sender searches for them.
        ItemDetails: [20, 21, 22].map((number) => ({ productCode: gtinOf(number) })),
      })
      expect(await status(`/${feedId}?offset=1&limit=2`)).toMatchObject({
        offset: '1',
        limit: '2',
        ItemDetails: [{ index: '1', ingestionStatus: 'INPROGRESS' }],
      })
      expect(await status(`/${feedId}?offset=2`)).toMatchObject({
        offset: '2',
        limit: '102',
        ItemDetails: [{ index: '2' }],
      })
      expect(await status(`/${feedId}?offset=2&limit=2`)).toMatchObject({ limit: '2', ItemDetails: [] })
      complaints(await service().callAsOther({ path: `/v2.1/feed/items/${feedId}` }), 404)
      complaints(await service().callAsOther({ path: '/v2.1/feed/items' }), 404)
      complaints(await service().call({ path: `/v2.1/feed/contentplus/${feedId}` }), 404)

      service().setRate(20)
      const seen = new Set<unknown>()
      do seen.add((await status(''))['feedStatus'])
      while (!seen.has('PROCESSED'))
      expect(seen).toContain('INPROGRESS')
    } finally {
      service().setRate(undefined)
    }
  })

  test('a window of a Content+ feed also ends at limit', async () => {
    const items = ['100', '101', '102'].map((id) => ({ id, retailer: [{ id: 'r1', sellCopy: 'Buy' }] }))
    const call = post('/v2.1/feed/contentplus/', contentPlusFeed(...items))
    const { feedId } = await follow(service(), 'publishContentPlus', call)
    const path = `/v2.1/feed/contentplus/${feedId}?offset=1&limit=2`
    const status = answered('contentPlusStatus', await service().call({ path }))
    expect(status).toMatchObject({
      itemsReceived: '3',
      offset: '1',
      limit: '2',
      ItemDetails: [{ index: '1' }],
    })
    expect(status['ItemDetails']).toHaveLength(1)
  })

  test('UTF-16 with a byte order mark is read; a refused feed stores nothing', async () => {
    const feed = new TextDecoder().decode(itemFeed(sampleItem(30))).replace('UTF-8', 'UTF-16')
    const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(feed, 'utf16le')])
    const call = post('/v2.1/feed/items', body, { 'Content-Type': 'text/xml; charset=utf-16' })
    await follow(service(), 'createItems', call)
    await service().settle()
    expect(await service().itemsByCode(gtinOf(30))).toHaveLength(1)

    const newest = answered('itemFeedStatus', await service().call({ path: '/v2.1/feed/items' }))['feedId']
    const refused = await service().call(
      post('/v2.1/feed/items', itemFeed(sampleItem(31), sampleItem(32, { privateLabelItem: 'x' }))),
    )
    complaints(refused, 400)
    expect(refused.text).toMatch(/line \d+, column \d+: .*\[invalid\]/)
    expect(answered('itemFeedStatus', await service().call({ path: '/v2.1/feed/items' }))['feedId']).toBe(
      newest,
    )
    expect(await service().itemsByCode(gtinOf(31))).toEqual([])
  })

  test('a key that was used for another feed is refused', async () => {
    const headers = { 'Idempotency-Key': 'mine' }
    answered('createItems', await service().call(post('/v2.1/feed/items', itemFeed(sampleItem(40)), headers)))
    const other = await service().call(post('/v2.1/feed/items', itemFeed(sampleItem(41)), headers))
    expect(complaints(other, 400)).toEqual(['Idempotency-Key'])
  })
})
