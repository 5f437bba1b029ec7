import { expect, test } from 'vitest'
import type { EndpointName } from '../../../src-shared/api/endpoints.ts'
import { ingestRules } from '../../../src-shared/vocabulary/rules/ingest-rules.ts'
import { valueRules } from '../../../src-shared/vocabulary/rules/value-rules.ts'
import { catalogFindings } from '../../feeds/targets/sandbox/index.ts'
import {
  contentPlusCases,
  feedLine,
  itemFeedCases,
  newItem,
} from '../../testing/contract-cases/ingestion-cases.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { answered, callOf, follow, outcomes } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

const xml = { 'Content-Type': 'application/xml' }

describeContract((service) => {
  const send = (endpoint: EndpointName, line: string, body: Uint8Array) =>
    follow(service(), endpoint, callOf(line, xml, body))

  test.each(itemFeedCases)('%s, by %s', async (_name, endpoint, items, expected) => {
    const value = await send(endpoint, feedLine(endpoint, items), itemFeed(...items))
    expect(outcomes(value)).toEqual(expected)
    const succeeded = expected.filter((outcome) => outcome === 'SUCCESS').length
    expect(value).toMatchObject({
      itemsReceived: String(items.length),
      itemsSucceeded: String(succeeded),
      itemsFailed: String(items.length - succeeded),
      itemsProcessing: '0',
    })
  })

  test.each(contentPlusCases)('Content+ with %s', async (_name, items, expected) => {
    const value = await send('publishContentPlus', 'POST /v2.1/feed/contentplus/', contentPlusFeed(...items))
    expect(outcomes(value)).toEqual(expected)
    const processed = expected.filter((outcome) => outcome === 'PROCESSED').length
    expect(value).toMatchObject({
      itemsReceived: String(items.length),
      itemsSucceeded: String(processed),
      itemsProcessed: String(processed),
      itemsRejected: String(items.length - processed),
      itemsFailed: '0',
      itemsProcessing: '0',
    })
  })

  test('an error gives its type, code, field and a description', async () => {
    const value = await send(
      'createItems',
      'POST /v2.1/feed/items',
      itemFeed(newItem(), newItem({ manufacturerId: 'nobody' })),
    )
    expect(value).toMatchObject({
      ItemDetails: [
        { index: '0', ingestionStatus: 'SUCCESS', ingestionErrors: [] },
        {
          index: '1',
          ingestionErrors: [
            {
              type: 'DATA_ERROR',
              code: 'MANUFACTURER_UNKNOWN',
              field: 'items/item[2]/manufacturerId',
              description: expect.stringMatching(/nobody/),
            },
          ],
        },
      ],
    })
  })

  test('items that were created, refreshed and updated are found by a search', async () => {
    const gtin = gtinOf(950)
    const found = async () => {
      await service().settle()
      return answered('item', await service().call({ path: `/v2.1/item?upc=${gtin}` })) as { item: object[] }
    }
    const created = sampleItem(950, { distributorId: 'd1', importerId: 'd1' })
    await send('createItems', 'POST /v2.1/feed/items', itemFeed(created))
    const stamp = {
      id: 'desk',
      text: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+]00:00$/),
    }
    const party = { name: 'Harbour Logistics', address: '', email: '', phone: '', url: '' }
    expect(await found()).toMatchObject({
      total: '1',
      item: [
        {
          name: 'Oat flakes 950',
          created: stamp,
          lastUpdated: stamp,
          packageDistributor: party,
          packageImporter: party,
        },
      ],
    })
    const refreshed = itemFeed(sampleItem(950, { ecommerceTitle: 'Oats, refreshed' }))
    await send('refreshItems', 'POST /v2.1/feed/items/refresh', refreshed)
    const update = sampleItem(950, { ecommerceTitle: 'ignored', ecommerceDescription: [{ text: 'updated' }] })
    await send('updateItem', `PUT /v2.1/feed/items/${gtin}`, itemFeed(update))
    expect(await found()).toMatchObject({
      total: '1',
      item: [{ name: 'Oats, refreshed', ecommerceDescription: [{ text: 'updated' }] }],
    })
  })
})

test('the tables cover every rule and every finding', () => {
  const tried = [...itemFeedCases, ...contentPlusCases].flatMap((row) => row.at(-1) as string[]).join(' ')
  // A warning does not make an item fail.
  const rules = [...ingestRules, ...valueRules].filter(({ severity }) => severity === undefined)
  const codes = [...rules.map(({ code }) => code), ...Object.keys(catalogFindings)]
  expect(codes.filter((code) => !tried.split(' ').includes(code))).toEqual([])
})
