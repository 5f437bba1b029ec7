import { expect, test } from 'vitest'
import { answered } from '../testing/contract-answers.ts'
import { describeContract } from '../testing/contract-service.ts'

describeContract((service) => {
  const ids = (value: Record<string, unknown>) => (value['item'] as { id: string }[]).map(({ id }) => id)

  test.each<[string, string[]]>([
    ['q=tea', ['102']],
    ['q=SMOKED', ['101', '102']],
    ['q=creme+brulee', ['100']],
    ['q=six+por', ['100']],
    ['q=golden', ['100', '102']],
    ['q=smoked+tea', ['102']],
    ['q=por+six', []],
    ['q=nothing', []],
    [`q=${encodeURIComponent('tea" OR name:* NEAR(')}`, []],
    ['q=-', []],
    ['m=m2', ['101', '102']],
    ['b=b1', ['100', '102']],
    ['m=m2&b=b1', ['102']],
    ['m=nobody', []],
    ['upc=036000291452', ['100']],
    ['upc=0+36000-29145+2', ['100']],
    ['upc=36000291452', ['100']],
    ['upc=00036000291452', ['100']],
    ['upc=96385074', ['101']],
    ['upc=04252614', ['102']],
    ['upc=4210000526', []],
    ['upc=036000291453', []],
    ['since=20240301', ['101', '102']],
    ['since=20240229&until=20240229', ['100']],
    ['until=20240301', ['100', '101']],
    ['before=20240301', ['100', '101']],
    ['since=20240302', ['102']],
    ['since=20990101', []],
    ['since=20240101&v=true', ['102']],
    ['since=20240101&v=false', ['100', '101', '102']],
    ['since=20240101&q=&m=', ['100', '101', '102']],
    ['since=20240101&idx=1', ['101', '102']],
    ['since=20240101&idx=1&limit=1', ['101']],
    ['since=20240101&idx=7', []],
    ['since=20240101&limit=0', []],
    ['since=20240101&limit=5000', ['100', '101', '102']],
    ['since=20240101&limit=99999999999999999999', ['100', '101', '102']],
    ['since=20240101&profile=', ['100', '101', '102']],
  ])('%s', async (query, expected) => {
    for (const version of ['v2', 'v2.1']) {
      const value = answered('item', await service().call({ path: `/${version}/item?${query}` }))
      expect(ids(value)).toEqual(expected)
      expect(value['count']).toBe(String(expected.length))
    }
  })

  test('counts all that match, whatever the page', async () => {
    const value = answered('item', await service().call({ path: '/v2.1/item?since=20240101&idx=2&limit=1' }))
    expect(value).toMatchObject({ start: '2', count: '1', total: '3' })
  })

  test('answers one item by its identifier, with the bytes that are stored', async () => {
    const answer = await service().call({ path: '/v2.1/item/100' })
    expect(answered('item', answer)).toMatchObject({
      start: '0',
      count: '1',
      total: '1',
      item: [{ id: '100' }],
    })
    expect(answer.text).toContain(
      '<name>Crème brûlée mix</name><marketingDescription>Just add milk</marketingDescription>',
    )
  })

  /** Call, the elements it holds, and those it must not hold. */
  test.each<[string, string, string]>([
    [
      '/v2.1/item/100',
      'marketingDescription ecommerceDescription attributes packageImporter grocery',
      'media',
    ],
    ['/v2/item/100', 'name attributes', 'media ecommerceDescription manufacturerEcommerceDescription'],
    ['/v2.1/item/100?profile=complete', 'attributes packageDistributor', 'media'],
    [
      '/v2.1/item/100?profile=standard',
      'products grocery',
      'media attributes packageDistributor packageImporter',
    ],
    ['/v2.1/item/100?profile=standard&pi=b', 'products', 'media'],
    [
      '/v2.1/item/100?profile=listing',
      'name upcs brand manufacturer lastUpdated',
      'categories grocery created',
    ],
    [
      '/v2.1/item/100?profile=analytics',
      'categories packageData nutritions',
      'ingredients warnings attributes',
    ],
    ['/v2.1/item/100?pi=b', 'media', ''],
    ['/v2.1/item/100?pi=', 'name', 'media'],
    ['/v2.1/item/100?epf=600&epf=50&ef=png&eip=72', 'media', ''],
    ['/v2/item/100?allImg=Y', 'media', 'ecommerceDescription'],
    ['/v2.1/item/100?allImg=Y&esi=true', 'name', 'media'],
  ])('GET %s holds what its version, profile and image parameters say', async (path, present, absent) => {
    const answer = await service().call({ path })
    answered('item', answer)
    const holds = (element: string) => new RegExp(`<${element}[ />]`).test(answer.text)
    for (const element of present.split(' ')) expect(holds(element), element).toBe(true)
    for (const element of absent.split(' ').filter(Boolean)) expect(holds(element), element).toBe(false)
  })
})
