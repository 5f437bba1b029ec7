import { expect, test } from 'vitest'
import { gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { callOf, follow, put } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  const ask = (path: string, ifNoneMatch?: string, method = 'GET') =>
    service().call(
      callOf(`${method} ${path}`, ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
    )

  test.each([
    '/v2/brand',
    '/v2.1/manufacturer?limit=1',
    '/v2/distributor',
    '/v2.1/retailer/r1',
    '/v2/item/100',
    '/v2.1/item?q=tea&profile=listing',
    '/v2.1/item?q=nothing',
  ])('GET %s is 304 until something changes', async (path) => {
    const first = await ask(path)
    const tag = first.headers.etag ?? ''
    expect(tag).toMatch(/^W\/"[^"]+"$/)
    for (const [tags, method] of [
      [tag, 'GET'],
      [`"other", ${tag.slice(2)}`, 'GET'],
      [tag, 'HEAD'],
    ]) {
      const again = await ask(path, tags, method)
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.etag).toBe(tag)
      expect(again.headers['content-length']).toBeUndefined()
      expect(again.headers['last-modified']).toBe(first.headers['last-modified'])
    }
    expect(await ask(path, '"other"')).toMatchObject({ status: 200, text: first.text })
  })

  test('ignores a tag of another address, of an error, or with pictures', async () => {
    const tag = (await ask('/v2.1/item/100')).headers.etag
    expect((await ask('/v2.1/item/101', tag)).status).toBe(200)
    expect((await ask('/v2.1/item/nothing', tag)).status).toBe(404)
    expect((await ask('/v2.1/item/100?limit=x', tag)).status).toBe(400)
    expect((await ask('/v2.1/item/100?pi=b')).headers.etag).toBeUndefined()
    expect((await ask('/v2.1/item/100', '*')).status).toBe(200)
  })

  test('304 counts no items, and is checked after the limit', async () => {
    const path = '/v2.1/item/100'
    const tag = (await ask(path)).headers.etag
    try {
      // The third user has no usage yet; the limit is one record a day.
      service().conditions.dailyItemLimit = 1
      const third = (ifNoneMatch?: string) =>
        service().callAsThird(
          callOf(`GET ${path}`, ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
        )
      expect((await third(tag)).status).toBe(304)
      expect((await third()).status).toBe(200)
      expect((await third(tag)).status).toBe(406)
    } finally {
      service().conditions.dailyItemLimit = null
    }
  })

  test('a change of the catalog invalidates every tag', async () => {
    const created = itemFeed(sampleItem(1))
    await follow(
      service(),
      'createItems',
      callOf('POST /v2.1/feed/items', { 'Content-Type': 'application/xml' }, created),
    )
    await service().settle()
    const path = `/v2.1/item?upc=${gtinOf(1)}`
    const before = await ask(path)
    expect((await ask(path, before.headers.etag)).status).toBe(304)
    const update = itemFeed(sampleItem(1, { ecommerceDescription: [{ text: 'Told again' }] }))
    await follow(service(), 'updateItem', put(`/v2.1/feed/items/${gtinOf(1)}`, update))
    await service().settle()
    const after = await ask(path, before.headers.etag)
    expect(after.status).toBe(200)
    expect(after.text).toContain('Told again')
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})
