import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointName } from '../../src-shared/api/endpoints.ts'
import type { ApiCall } from '../testing/api-caller.ts'
import { answered, complaints, post, put } from '../testing/contract-answers.ts'
import { type ContractSandbox, openContractSandbox } from '../testing/contract-sandbox.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'

let sandbox: ContractSandbox
beforeAll(async () => {
  sandbox = await openContractSandbox()
})
afterAll(() => sandbox?.close())

/** Sends a feed and polls it as a client does, until it says it is processed. */
async function follow(endpoint: EndpointName, call: ApiCall, status: 'itemFeedStatus' | 'contentPlusStatus') {
  const { feedId } = answered(endpoint, await sandbox.call(call))
  const path = status === 'itemFeedStatus' ? `/v2.1/feed/items/${feedId}` : `/v2.1/feed/contentplus/${feedId}`
  for (;;) {
    const value = answered(status, await sandbox.call({ path }))
    if (value['feedStatus'] === 'PROCESSED') return value
  }
}

test('create, refresh, update and Content+ have their effect, and say what failed', async () => {
  const created = await follow(
    'createItems',
    post('/v2.1/feed/items', itemFeed(sampleItem(10), sampleItem(11, { manufacturerId: 'nobody' }))),
    'itemFeedStatus',
  )
  expect(created).toMatchObject({
    itemsReceived: '2',
    itemsSucceeded: '1',
    itemsFailed: '1',
    itemsProcessing: '0',
    offset: '0',
    limit: '100',
    ItemDetails: [
      { productCode: gtinOf(10), index: '0', ingestionStatus: 'SUCCESS', ingestionErrors: [] },
      {
        productCode: gtinOf(11),
        index: '1',
        ingestionStatus: 'DATA_ERROR',
        ingestionErrors: [
          { type: 'DATA_ERROR', code: 'MANUFACTURER_UNKNOWN', field: 'items/item[2]/manufacturerId' },
        ],
      },
    ],
  })
  const search = { path: `/v2.1/item?upc=${gtinOf(10)}` }
  expect(answered('item', await sandbox.call(search))).toMatchObject({
    total: '1',
    item: [{ name: 'Oat flakes 10' }],
  })

  const again = await follow(
    'createItems',
    post('/v2.1/feed/items/', itemFeed(sampleItem(10))),
    'itemFeedStatus',
  )
  expect(again).toMatchObject({ ItemDetails: [{ ingestionErrors: [{ code: 'GTIN_EXISTS' }] }] })

  const refreshed = itemFeed(sampleItem(10, { ecommerceTitle: 'Oats, refreshed' }))
  await follow('refreshItems', post('/v2.1/feed/items/refresh', refreshed), 'itemFeedStatus')
  const update = itemFeed(
    sampleItem(10, { ecommerceTitle: 'ignored', ecommerceDescription: [{ text: 'updated' }] }),
  )
  await follow('updateItem', put(`/v2.1/feed/items/${gtinOf(10)}`, update), 'itemFeedStatus')
  const found = answered('item', await sandbox.call(search)) as { item: { id: string }[] }
  expect(found).toMatchObject({
    total: '1',
    item: [{ name: 'Oats, refreshed', ecommerceDescription: 'updated' }],
  })

  const id = found.item[0]?.id ?? ''
  const published = await follow(
    'publishContentPlus',
    post(
      '/v2.1/feed/contentplus/',
      contentPlusFeed(
        { id, retailer: [{ id: 'r1', sellCopy: 'Buy' }] },
        { id: 'nothing', retailer: [{ id: 'r1' }] },
      ),
    ),
    'contentPlusStatus',
  )
  expect(published).toMatchObject({
    itemsReceived: '2',
    itemsSucceeded: '1',
    itemsProcessed: '1',
    itemsRejected: '1',
    itemsFailed: '0',
    itemsProcessing: '0',
    ItemDetails: [
      { index: '0', ingestionStatus: 'PROCESSED' },
      { index: '1', ingestionStatus: 'REJECTED', ingestionRemarks: expect.stringMatching(/^ITEM_UNKNOWN/) },
    ],
  })
})

test('a feed is RECEIVED, then INPROGRESS; windows end at limit; the newest is found without an identifier', async () => {
  sandbox.setRate(0)
  try {
    const feed = itemFeed(...[20, 21, 22].map((number) => sampleItem(number)))
    const { feedId } = answered('createItems', await sandbox.call(post('/v2.1/feed/items', feed)))
    const status = async (query: string) =>
      answered('itemFeedStatus', await sandbox.call({ path: `/v2.1/feed/items${query}` }))
    expect(await status('')).toMatchObject({
      feedId,
      feedStatus: 'RECEIVED',
      itemsReceived: '3',
      itemsProcessing: '3',
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
    complaints(await sandbox.callAsOther({ path: `/v2.1/feed/items/${feedId}` }), 404)
    complaints(await sandbox.callAsOther({ path: '/v2.1/feed/items' }), 404)
    complaints(await sandbox.call({ path: `/v2.1/feed/contentplus/${feedId}` }), 404)

    sandbox.setRate(20)
    const seen = new Set<unknown>()
    do seen.add((await status(''))['feedStatus'])
    while (!seen.has('PROCESSED'))
    expect(seen).toContain('INPROGRESS')
  } finally {
    sandbox.setRate(undefined)
  }
})

test('UTF-16 with a byte order mark is read; nothing of a refused feed is stored', async () => {
  const feed = new TextDecoder().decode(itemFeed(sampleItem(30))).replace('UTF-8', 'UTF-16')
  const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(feed, 'utf16le')])
  await follow(
    'createItems',
    post('/v2.1/feed/items', body, { 'Content-Type': 'text/xml; charset=utf-16' }),
    'itemFeedStatus',
  )
  expect(await sandbox.itemsByCode(gtinOf(30))).toHaveLength(1)

  const newest = answered('itemFeedStatus', await sandbox.call({ path: '/v2.1/feed/items' }))['feedId']
  const refused = await sandbox.call(
    post('/v2.1/feed/items', itemFeed(sampleItem(31), sampleItem(32, { privateLabelItem: 'x' }))),
  )
  complaints(refused, 400)
  expect(refused.text).toMatch(/line \d+, column \d+: .*\[invalid\]/)
  expect(answered('itemFeedStatus', await sandbox.call({ path: '/v2.1/feed/items' }))['feedId']).toBe(newest)
  expect(await sandbox.itemsByCode(gtinOf(31))).toEqual([])
})

test('a key used for another feed is refused', async () => {
  const headers = { 'Idempotency-Key': 'mine' }
  answered('createItems', await sandbox.call(post('/v2.1/feed/items', itemFeed(sampleItem(40)), headers)))
  const other = await sandbox.call(post('/v2.1/feed/items', itemFeed(sampleItem(41)), headers))
  expect(complaints(other, 400)).toEqual(['Idempotency-Key'])
})
