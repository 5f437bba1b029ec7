/**
 * The contract of the local API over real HTTP, against a real workspace: one row a case. Every 200 is judged by
 * libxml2 with the committed schemas, every other answer must be a problem document.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatuses } from '../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../src-shared/api/endpoints.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { type DocumentDescription, parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import type { ApiAnswer, ApiCall } from '../testing/api-caller.ts'
import { type ContractSandbox, openContractSandbox } from '../testing/contract-sandbox.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { judge } from '../testing/schema-judge.ts'

let sandbox: ContractSandbox
beforeAll(async () => {
  sandbox = await openContractSandbox()
})
afterAll(() => sandbox?.close())

/** The answer's value, after both judges have found nothing wrong with it. */
function answered(endpoint: EndpointName, answer: ApiAnswer) {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const name = endpoints[endpoint].response
  judge(name, answer.body)
  const { value, problems } = parseDocument(documents[name] as DocumentDescription, answer.body)
  expect(problems).toEqual([])
  return value as Record<string, unknown>
}

/** The names an error complains about, after its form was checked. */
function complaints(answer: ApiAnswer, status: number): string[] {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+xml; charset=utf-8')
  judge('problem', answer.body)
  const { value } = parseDocument(documents.problem, answer.body)
  expect(value).toMatchObject({
    status: String(status),
    title: errorStatuses[status as keyof typeof errorStatuses].title,
    detail: expect.stringMatching(/\S/),
  })
  return (value?.['invalid-param'] ?? []).map(({ name = '' }) => name)
}

const xml = { 'Content-Type': 'application/xml' }
const post = (path: string, body: Uint8Array, headers: Record<string, string> = {}): ApiCall => ({
  method: 'POST',
  path,
  body,
  headers: { ...xml, ...headers },
})
const put = (path: string, body: Uint8Array): ApiCall => ({ ...post(path, body), method: 'PUT' })
const allOf = { resultsPerPage: '2147483647', startIndex: '0' }
const named = (...entries: [string, string][]) => entries.map(([id, name]) => ({ id, name }))

describe('lookups', () => {
  test.each<[string, EndpointName, object]>([
    [
      '/v2/manufacturer',
      'manufacturer',
      {
        ...allOf,
        numberOfResults: '2',
        manufacturer: named(['m1', 'Northwind Mills'], ['m2', 'Ålesund Fisk & Co']),
      },
    ],
    ['/v2.1/manufacturer', 'manufacturer', { numberOfResults: '2' }],
    ['/v2.1/manufacturer/', 'manufacturer', { numberOfResults: '2' }],
    [
      '/v2.1/manufacturer/m2',
      'manufacturer',
      { numberOfResults: '1', manufacturer: named(['m2', 'Ålesund Fisk & Co']) },
    ],
    ['/v2/brand', 'brand', { ...allOf, brand: named(['b2', 'Fjord <fresh>'], ['b1', 'Golden Field']) }],
    ['/v2.1/brand/b1/', 'brand', { brand: named(['b1', 'Golden Field']) }],
    ['/v2/distributor', 'distributor', { ...allOf, distributor: named(['d1', 'Harbour Logistics']) }],
    ['/v2.1/distributor', 'distributor', { numberOfResults: '1' }],
    [
      '/v2.1/retailer',
      'retailer',
      { ...allOf, retailer: named(['r1', 'Corner Shop'], ['r2', 'Market Hall']) },
    ],
    ['/v2.1/retailer/r2', 'retailer', { retailer: named(['r2', 'Market Hall']) }],
    [
      '/v2.1/retailer?limit=1',
      'retailer',
      { numberOfResults: '2', resultsPerPage: '1', startIndex: '0', retailer: named(['r1', 'Corner Shop']) },
    ],
    ['/v2.1/retailer?idx=1', 'retailer', { startIndex: '1', retailer: named(['r2', 'Market Hall']) }],
    [
      '/v2.1/retailer?idx=1&limit=5',
      'retailer',
      { resultsPerPage: '5', retailer: named(['r2', 'Market Hall']) },
    ],
    ['/v2.1/retailer?idx=2', 'retailer', { numberOfResults: '2', startIndex: '2', retailer: [] }],
    ['/v2.1/retailer?limit=0', 'retailer', { resultsPerPage: '0', retailer: [] }],
    ['/v2.1/retailer?idx=&limit=', 'retailer', { ...allOf, numberOfResults: '2' }],
    ['/v2.1/retailer?unknown=1', 'retailer', { numberOfResults: '2' }],
  ])('%s', async (path, endpoint, facts) => {
    expect(answered(endpoint, await sandbox.call({ path }))).toMatchObject(facts)
  })
})

describe('item search', () => {
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
      const value = answered('item', await sandbox.call({ path: `/${version}/item?${query}` }))
      expect(ids(value)).toEqual(expected)
      expect(value['count']).toBe(String(expected.length))
    }
  })

  test('counts all that match, whatever the page', async () => {
    const value = answered('item', await sandbox.call({ path: '/v2.1/item?since=20240101&idx=2&limit=1' }))
    expect(value).toMatchObject({ start: '2', count: '1', total: '3' })
  })

  test('answers one item by its identifier, with the bytes that are stored', async () => {
    const answer = await sandbox.call({ path: '/v2.1/item/100' })
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

  test.each<[string, string, string[], string[]]>([
    [
      'v2.1',
      '',
      [
        'ecommerceDescription',
        'manufacturerEcommerceDescription',
        'attributes',
        'packageImporter',
        'grocery',
      ],
      ['media'],
    ],
    [
      'v2',
      '',
      ['marketingDescription', 'attributes'],
      ['media', 'ecommerceDescription', 'manufacturerEcommerceDescription'],
    ],
    ['v2.1', '?profile=complete', ['attributes', 'packageDistributor'], ['media']],
    [
      'v2.1',
      '?profile=standard',
      ['marketingDescription', 'products', 'grocery', 'packageData'],
      ['media', 'attributes', 'packageDistributor', 'packageImporter'],
    ],
    [
      'v2.1',
      '?profile=listing',
      ['name', 'upcs', 'brand', 'manufacturer', 'lastUpdated'],
      ['marketingDescription', 'categories', 'packageData', 'grocery', 'warnings', 'created'],
    ],
    [
      'v2.1',
      '?profile=analytics',
      ['name', 'categories', 'packageData', 'nutritions'],
      ['marketingDescription', 'ingredients', 'warnings', 'attributes'],
    ],
    ['v2.1', '?pi=b', ['media'], []],
    ['v2', '?allImg=Y', ['media'], ['ecommerceDescription']],
    ['v2.1', '?allImg=Y&esi=true', [], ['media']],
    ['v2.1', '?pi=', [], ['media']],
    ['v2.1', '?epf=600&epf=50&ef=png&eip=72', ['media'], []],
  ])(
    '%s/item/100%s holds what its version, profile and image parameters say',
    async (version, query, present, absent) => {
      const answer = await sandbox.call({ path: `/${version}/item/100${query}` })
      answered('item', answer)
      for (const element of present) expect(answer.text).toContain(`<${element}`)
      for (const element of absent) expect(answer.text).not.toContain(`<${element}`)
    },
  )
})

describe('errors', () => {
  test.each<[string, ApiCall, number, string[]]>([
    ['no selector', { path: '/v2.1/item' }, 400, ['q, m, b, upc, since, until, before']],
    ['only empty selectors', { path: '/v2.1/item?q=&upc=' }, 400, ['q, m, b, upc, since, until, before']],
    ['a negative start', { path: '/v2.1/item?q=a&idx=-1' }, 400, ['idx']],
    ['a limit in words', { path: '/v2/item?q=a&limit=ten' }, 400, ['limit']],
    ['a day that does not exist', { path: '/v2.1/item?since=20240230' }, 400, ['since']],
    ['another form of day', { path: '/v2.1/item?until=2024-03-01' }, 400, ['until']],
    ['days the wrong way round', { path: '/v2.1/item?since=20240302&until=20240301' }, 400, ['since']],
    ['two different ends', { path: '/v2.1/item?until=20240302&before=20240301' }, 400, ['before']],
    ['letters in a code', { path: '/v2.1/item?upc=12A' }, 400, ['upc']],
    ['a code of 15 digits', { path: '/v2.1/item?upc=123456789012345' }, 400, ['upc']],
    ['an unknown profile', { path: '/v2.1/item?q=a&profile=full' }, 400, ['profile']],
    ['a flag in other words', { path: '/v2.1/item?q=a&v=yes' }, 400, ['v']],
    [
      'bad image parameters',
      { path: '/v2/item?q=a&pi=x&ptga=1&pip=0&ef=gif&eip=-1&ep=1&epl=2&epf=3&epr=4&esi=1&allImg=1' },
      400,
      ['pi', 'ptga', 'pip', 'epf', 'epl', 'epr', 'ep', 'ef', 'eip', 'esi', 'allImg'],
    ],
    ['a bad parameter beside an identifier', { path: '/v2.1/item/100?limit=x' }, 400, ['limit']],
    ['a negative lookup page', { path: '/v2/brand?idx=-1&limit=-1' }, 400, ['idx', 'limit']],
    ['a bad window', { path: '/v2.1/feed/items?offset=5&limit=4' }, 400, ['limit']],
    ['a window in words', { path: '/v2.1/feed/contentplus/x?offset=a' }, 400, ['offset']],
    ['no credentials', { path: '/v2/brand', headers: { username: '', password: '' } }, 403, []],
    ['no password', { path: '/v2/brand', headers: { password: '' } }, 403, []],
    ['a wrong password', { path: '/v2/brand', headers: { password: 'wrong' } }, 403, []],
    ['a wrong user', { path: '/v2/brand', headers: { username: 'nobody' } }, 403, []],
    ["another user's password", { path: '/v2/brand', headers: { username: 'other' } }, 403, []],
    [
      'credentials before method and parameters',
      { method: 'DELETE', path: '/v2/brand?idx=x', headers: { password: 'wrong' } },
      403,
      [],
    ],
    ['a foreign Host', { path: '/v2/brand', headers: { Host: 'evil.example' } }, 403, []],
    ['a Host without the port', { path: '/v2/brand', headers: { Host: 'localhost' } }, 403, []],
    ['a foreign Origin', { path: '/v2/brand', headers: { Origin: 'https://evil.example' } }, 403, []],
    ['an opaque Origin', { path: '/v2/brand', headers: { Origin: 'null' } }, 403, []],
    [
      'a foreign Origin before everything else',
      { path: '/nowhere', headers: { Origin: 'https://evil.example' } },
      403,
      [],
    ],
    ['no such path, before credentials', { path: '/v2/nowhere', headers: { password: 'wrong' } }, 404, []],
    ['an unknown version', { path: '/v3/item?q=a' }, 404, []],
    ['BYOC', { path: '/v2.1/byoc' }, 404, []],
    ['retailers in v2', { path: '/v2/retailer' }, 404, []],
    ['feeds in v2', post('/v2/feed/items', itemFeed(sampleItem(1))), 404, []],
    ['a distributor by identifier', { path: '/v2.1/distributor/d1' }, 404, []],
    ['two trailing slashes', { path: '/v2.1/brand//' }, 404, []],
    ['an unknown manufacturer', { path: '/v2/manufacturer/nobody' }, 404, []],
    ['an unknown brand', { path: '/v2/brand/nobody' }, 404, []],
    ['an unknown retailer', { path: '/v2.1/retailer/nobody' }, 404, []],
    ['an unknown item', { path: '/v2.1/item/nothing' }, 404, []],
    ['an unknown item feed', { path: '/v2.1/feed/items/nothing' }, 404, []],
    ['an unknown Content+ feed', { path: '/v2.1/feed/contentplus/nothing' }, 404, []],
    ['a picture that is not signed', { path: '/media/pictures/one.jpg' }, 403, []],
    [
      'another content type',
      post('/v2.1/feed/items', itemFeed(sampleItem(1)), { 'Content-Type': 'text/plain' }),
      400,
      ['Content-Type'],
    ],
    [
      'no content type',
      post('/v2.1/feed/items', itemFeed(sampleItem(1)), { 'Content-Type': '' }),
      400,
      ['Content-Type'],
    ],
    [
      'a compressed body',
      post('/v2.1/feed/items', itemFeed(sampleItem(1)), { 'Content-Encoding': 'gzip' }),
      400,
      ['Content-Encoding'],
    ],
    ['no body', post('/v2.1/feed/items', new Uint8Array()), 400, ['body']],
    ['a body that is not XML', post('/v2.1/feed/items', Buffer.from('{"items":[]}')), 400, ['items']],
    [
      'a DOCTYPE',
      post('/v2.1/feed/items/refresh', Buffer.from('<!DOCTYPE items [<!ENTITY a "a">]><items/>')),
      400,
      ['items'],
    ],
    [
      'a Content+ feed at the item path',
      post('/v2.1/feed/items', contentPlusFeed({ id: '100', retailer: [] })),
      400,
      ['contentPlus'],
    ],
    [
      'an item feed at the Content+ path',
      post('/v2.1/feed/contentplus/', itemFeed(sampleItem(1))),
      400,
      ['items'],
    ],
    [
      'an item in no schema',
      post('/v2.1/feed/items', itemFeed(sampleItem(1, { privateLabelItem: 'perhaps' }))),
      400,
      ['items/item[1]/privateLabelItem'],
    ],
    [
      'an update of another item',
      put(`/v2.1/feed/items/${gtinOf(2)}`, itemFeed(sampleItem(1))),
      400,
      ['items/item[1]/productCodes'],
    ],
    [
      'an update of two items',
      put(`/v2.1/feed/items/${gtinOf(1)}`, itemFeed(sampleItem(1), sampleItem(2))),
      400,
      ['items/item'],
    ],
  ])('%s', async (_name, call, status, names) => {
    expect(complaints(await sandbox.call(call), status)).toEqual(names)
  })

  test.each<[string, string, string]>([
    ['DELETE', '/v2/brand', 'GET, HEAD'],
    ['POST', '/v2.1/item', 'GET, HEAD'],
    ['OPTIONS', '/v2.1/item', 'GET, HEAD'],
    ['PUT', '/v2.1/feed/items', 'GET, HEAD, POST'],
    ['POST', '/v2.1/feed/items/123', 'GET, HEAD, PUT'],
    ['GET', '/v2.1/feed/items/refresh', 'POST'],
    ['GET', '/v2.1/feed/contentplus', 'POST'],
    ['PATCH', '/v2.1/feed/contentplus/1', 'GET, HEAD'],
    ['DELETE', '/media/pictures/one.jpg', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const answer = await sandbox.call({ method, path })
    complaints(answer, 405)
    expect(answer.headers.allow).toBe(allow)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('HEAD is answered like GET, without a body', async () => {
    const get = await sandbox.call({ path: '/v2.1/item?q=tea' })
    const head = await sandbox.call({ method: 'HEAD', path: '/v2.1/item?q=tea' })
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(await sandbox.call({ method: 'HEAD', path: '/v2.1/item' })).toMatchObject({
      status: 400,
      text: '',
    })
  })

  test('a body beyond 16 MB is 413, declared or not', async () => {
    const tooLarge = Buffer.alloc(16 * 1024 * 1024 + 1, ' ')
    complaints(await sandbox.call(post('/v2.1/feed/items', tooLarge)), 413)
    complaints(
      await sandbox.call(post('/v2.1/feed/items', tooLarge, { 'Transfer-Encoding': 'chunked' })),
      413,
    )
  })

  test.each(['127.0.0.1', 'localhost', '[::1]'])('is called %s', async (name) => {
    const headers = { Host: `${name}:${sandbox.port}`, Origin: `http://${name}:${sandbox.port}` }
    answered('brand', await sandbox.call({ path: '/v2/brand', headers }))
  })
})

describe('conditions', () => {
  test('maintenance is 503 for every call, but not before credentials', async () => {
    sandbox.conditions.maintenance = true
    try {
      const answer = await sandbox.call({ path: '/v2/brand?idx=x' })
      complaints(answer, 503)
      expect(answer.headers['retry-after']).toBe('120')
      complaints(await sandbox.call({ path: '/v2/brand', headers: { password: 'wrong' } }), 403)
    } finally {
      sandbox.conditions.maintenance = false
    }
  })

  test('the daily limit counts records of 200 answers, for each user, until midnight UTC', async () => {
    const search = { path: '/v2.1/item?since=20240101&limit=2' }
    const realNow = sandbox.clock.now
    sandbox.clock.now = () => Date.UTC(2026, 5, 1, 23, 0, 0)
    sandbox.conditions.dailyItemLimit = 5
    try {
      expect((await sandbox.call(search)).status).toBe(200)
      expect((await sandbox.call({ ...search, method: 'HEAD' })).status).toBe(200)
      expect((await sandbox.call({ path: '/v2.1/item?limit=x' })).status).toBe(400)
      expect((await sandbox.call(search)).status).toBe(200)
      const beyond = await sandbox.call(search)
      complaints(beyond, 406)
      expect(beyond.headers['retry-after']).toBe('3600')
      // What was refused counted nothing: one more record is still allowed.
      expect((await sandbox.call({ path: '/v2.1/item/100' })).status).toBe(200)
      complaints(await sandbox.call({ path: '/v2.1/item/100' }), 406)
      complaints(await sandbox.call({ path: '/v2.1/item?limit=x' }), 406)
      expect((await sandbox.callAsOther(search)).status).toBe(200)
      expect((await sandbox.call({ path: '/v2.1/brand' })).status).toBe(200)
      sandbox.clock.now = () => Date.UTC(2026, 5, 2)
      expect((await sandbox.call(search)).status).toBe(200)
    } finally {
      sandbox.clock.now = realNow
      sandbox.conditions.dailyItemLimit = undefined
    }
  })

  test('the error rate answers 500, a lost acknowledgement leaves the feed stored', async () => {
    sandbox.conditions.errorRate = 1
    try {
      complaints(await sandbox.call({ path: '/v2/brand' }), 500)
    } finally {
      sandbox.conditions.errorRate = 0
    }
    sandbox.conditions.lostAcknowledgementRate = 1
    try {
      const lost = post('/v2.1/feed/items', itemFeed(sampleItem(77)), { 'Idempotency-Key': 'lost' })
      await expect(sandbox.call(lost)).rejects.toThrow(/socket hang up/)
      sandbox.conditions.lostAcknowledgementRate = 0
      await sandbox.ingestion.idle()
      expect(await sandbox.itemsByCode(gtinOf(77))).toHaveLength(1)
      // The same key brings the acknowledgement that was lost, and no second feed.
      const { feedId } = answered('createItems', await sandbox.call(lost))
      const status = answered('itemFeedStatus', await sandbox.call({ path: `/v2.1/feed/items/${feedId}` }))
      expect(status).toMatchObject({ feedStatus: 'PROCESSED', itemsSucceeded: '1' })
    } finally {
      sandbox.conditions.lostAcknowledgementRate = 0
    }
  })
})

describe('pictures', () => {
  const pictureOf = async () => {
    const { text } = await sandbox.call({ path: '/v2.1/item/100?pi=o' })
    const url = /<url>(?<url>[^<]*)<\/url>/.exec(text)?.groups?.['url']?.replaceAll('&amp;', '&') ?? ''
    expect(url).toMatch(new RegExp(`^http://127.0.0.1:${sandbox.port}/media/pictures/one.jpg\\?`))
    return url.slice(url.indexOf('/media/'))
  }
  const open = { username: '', password: '' }

  test('are opened by their signed address alone, with the headers a cache needs', async () => {
    const answer = await sandbox.call({ path: await pictureOf(), headers: open })
    expect(answer).toMatchObject({
      status: 200,
      text: '0123456789',
      headers: {
        etag: '"one"',
        'content-type': 'image/jpeg',
        'accept-ranges': 'bytes',
        'content-length': '10',
      },
    })
    expect(answer.headers['cache-control']).toContain('max-age=')
  })

  test.each<[Record<string, string>, number, string, string | undefined]>([
    [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ Range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    [{ Range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    [{ Range: 'bytes=0-100' }, 206, '0123456789', 'bytes 0-9/10'],
    [{ Range: 'bytes=10-' }, 416, '', 'bytes */10'],
    [{ Range: 'bytes=-0' }, 416, '', 'bytes */10'],
    [{ Range: 'bytes=4-2' }, 200, '0123456789', undefined],
    [{ Range: 'bytes=0-1,3-4' }, 200, '0123456789', undefined],
    [{ Range: 'bytes=2-4', 'If-Range': '"other"' }, 200, '0123456789', undefined],
    [{ Range: 'bytes=2-4', 'If-Range': '"one"' }, 206, '234', 'bytes 2-4/10'],
    [{ 'If-None-Match': '"one"' }, 304, '', undefined],
    [{ 'If-None-Match': '"two", W/"one"' }, 304, '', undefined],
    [{ 'If-None-Match': '"two"' }, 200, '0123456789', undefined],
  ])('%j is %i', async (headers, status, text, range) => {
    const answer = await sandbox.call({ path: await pictureOf(), headers: { ...open, ...headers } })
    expect(answer).toMatchObject({ status, text })
    expect(answer.headers['content-range']).toBe(range)
  })

  test('HEAD sends their headers only; a changed or expired address is 403', async () => {
    const path = await pictureOf()
    const head = await sandbox.call({ method: 'HEAD', path, headers: open })
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '10' } })
    complaints(await sandbox.call({ path: path.replace('one', 'two') }), 403)
    complaints(await sandbox.call({ path: path.replace(/expires=\d+/, 'expires=99999999999') }), 403)
    const realNow = sandbox.clock.now
    sandbox.clock.now = () => realNow() + 48 * 3600 * 1000
    try {
      complaints(await sandbox.call({ path }), 403)
    } finally {
      sandbox.clock.now = realNow
    }
  })
})

describe('feeds', () => {
  /** Sends a feed and polls it as a client does, until it says it is processed. */
  async function follow(
    endpoint: EndpointName,
    call: ApiCall,
    status: 'itemFeedStatus' | 'contentPlusStatus',
  ) {
    const { feedId } = answered(endpoint, await sandbox.call(call))
    const path =
      status === 'itemFeedStatus' ? `/v2.1/feed/items/${feedId}` : `/v2.1/feed/contentplus/${feedId}`
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
    expect(answered('itemFeedStatus', await sandbox.call({ path: '/v2.1/feed/items' }))['feedId']).toBe(
      newest,
    )
    expect(await sandbox.itemsByCode(gtinOf(31))).toEqual([])
  })

  test('a key used for another feed is refused', async () => {
    const headers = { 'Idempotency-Key': 'mine' }
    answered('createItems', await sandbox.call(post('/v2.1/feed/items', itemFeed(sampleItem(40)), headers)))
    const other = await sandbox.call(post('/v2.1/feed/items', itemFeed(sampleItem(41)), headers))
    expect(complaints(other, 400)).toEqual(['Idempotency-Key'])
  })
})
