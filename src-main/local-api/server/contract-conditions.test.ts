import { expect, test } from 'vitest'
import { noConditions } from '../../../src-shared/local-api/conditions.ts'
import { gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { answered, complaints, post } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  test('maintenance answers every call with 503, after the credentials are checked', async () => {
    service().conditions.maintenance = true
    try {
      const answer = await service().call({ path: '/v2/brand?idx=x' })
      complaints(answer, 503)
      expect(answer.headers['retry-after']).toBe('120')
      complaints(await service().call({ path: '/v2/brand', headers: { password: 'wrong' } }), 403)
    } finally {
      service().conditions.maintenance = false
    }
  })

  test('the daily limit counts records of 200 answers per user until midnight UTC', async () => {
    const search = { path: '/v2.1/item?since=20240101&limit=2' }
    const realNow = service().clock.now
    service().clock.now = () => Date.UTC(2026, 5, 1, 23, 0, 0)
    service().conditions.dailyItemLimit = 5
    try {
      expect((await service().call(search)).status).toBe(200)
      expect((await service().call({ ...search, method: 'HEAD' })).status).toBe(200)
      expect((await service().call({ path: '/v2.1/item?limit=x' })).status).toBe(400)
      expect((await service().call(search)).status).toBe(200)
      const overLimit = await service().call(search)
      complaints(overLimit, 406)
      expect(overLimit.headers['retry-after']).toBe('3600')
      // Refused calls are not counted: one more record is allowed.
      expect((await service().call({ path: '/v2.1/item/100' })).status).toBe(200)
      complaints(await service().call({ path: '/v2.1/item/100' }), 406)
      complaints(await service().call({ path: '/v2.1/item?limit=x' }), 406)
      expect((await service().callAsOther(search)).status).toBe(200)
      expect((await service().call({ path: '/v2.1/brand' })).status).toBe(200)
      service().clock.now = () => Date.UTC(2026, 5, 2)
      expect((await service().call(search)).status).toBe(200)
    } finally {
      service().clock.now = realNow
      service().conditions.dailyItemLimit = null
    }
  })

  test('`mostItems` lowers the limit parameter and its default', async () => {
    service().conditions.mostItems = 2
    try {
      for (const query of ['since=20240101', 'since=20240101&limit=50000', 'since=20240101&limit=2'])
        for (const version of ['v2', 'v2.1']) {
          const value = answered('item', await service().call({ path: `/${version}/item?${query}` }))
          expect(value).toMatchObject({ start: '0', count: '2', total: '3' })
        }
      expect(
        answered('item', await service().call({ path: '/v2.1/item?since=20240101&idx=2&limit=9' })),
      ).toMatchObject({ start: '2', count: '1', total: '3' })
    } finally {
      service().conditions.mostItems = noConditions.mostItems
    }
  })

  test('a search without a selector finds all items if that is enabled', async () => {
    complaints(await service().call({ path: '/v2.1/item' }), 400)
    service().conditions.searchWithoutSelector = true
    try {
      for (const query of ['', '?q=&upc=', '?limit=5', '?v=false&profile=listing'])
        for (const version of ['v2', 'v2.1']) {
          const value = answered('item', await service().call({ path: `/${version}/item${query}` }))
          expect(value).toMatchObject({ count: '3', total: '3' })
        }
      expect(answered('item', await service().call({ path: '/v2.1/item?v=true' }))).toMatchObject({
        total: '1',
      })
      // Invalid parameters are still refused.
      expect(complaints(await service().call({ path: '/v2.1/item?upc=x' }), 400)).toEqual(['upc'])
    } finally {
      service().conditions.searchWithoutSelector = false
    }
  })

  test('concurrent calls do not exceed the limit together', async () => {
    service().conditions.dailyItemLimit = 7
    try {
      const search = { path: '/v2.1/item?since=20240101&limit=2' }
      const answers = await Promise.all(Array.from({ length: 12 }, () => service().callAsThird(search)))
      // Three calls of two records; a fourth would exceed seven.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      for (const answer of answers.filter(({ status }) => status !== 200)) complaints(answer, 406)
      expect((await service().callAsThird({ path: '/v2.1/item/100' })).status).toBe(200)
    } finally {
      service().conditions.dailyItemLimit = null
    }
  })

  test('the error rate answers 500, and a lost acknowledgement keeps the feed stored', async () => {
    service().conditions.errorRate = 1
    try {
      complaints(await service().call({ path: '/v2/brand' }), 500)
    } finally {
      service().conditions.errorRate = 0
    }
    service().conditions.lostAcknowledgementRate = 1
    try {
      const lost = post('/v2.1/feed/items', itemFeed(sampleItem(77)), { 'Idempotency-Key': 'lost' })
      await expect(service().call(lost)).rejects.toThrow(/socket hang up/)
      service().conditions.lostAcknowledgementRate = 0
      await service().settle()
      expect(await service().itemsByCode(gtinOf(77))).toHaveLength(1)
      // The same key returns the lost acknowledgement and creates no second feed.
      const { feedId } = answered('createItems', await service().call(lost))
      const status = answered('itemFeedStatus', await service().call({ path: `/v2.1/feed/items/${feedId}` }))
      expect(status).toMatchObject({ feedStatus: 'PROCESSED', itemsSucceeded: '1' })
    } finally {
      service().conditions.lostAcknowledgementRate = 0
    }
  })
})
