import { apiVersions, type ErrorStatus } from '../../../src-shared/api/endpoint.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../feed-payloads.ts'

const badImages = 'pi=x&ptga=1&pip=0&ef=gif&eip=-1&ep=1&epl=2&epf=3&epr=4&esi=1&allImg=1'
const everyImageName = ['pi', 'ptga', 'pip', 'epf', 'epl', 'epr', 'ep', 'ef', 'eip', 'esi', 'allImg']
const selectors = 'q, m, b, upc, since, until, before'
const wrong = { password: 'wrong' }

/** Headers in addition to, or instead of, the correct credentials. */
type Headers = Record<string, string>
type RefusedCall = [what: string, line: string, status: ErrorStatus, names: string[], headers?: Headers]

/**
 * Searches that are refused in both versions: what is wrong, the query, and the names in the problem
 * document.
 */
const refusedSearches: [what: string, query: string, names: string[]][] = [
  ['no selector but a page', '?limit=5', [selectors]],
  ['no selector', '', [selectors]],
  ['only empty selectors', '?q=&upc=', [selectors]],
  ['a negative start', '?q=a&idx=-1', ['idx']],
  ['a start that is not a number', '?q=a&idx=first', ['idx']],
  ['a limit that is not a number', '?q=a&limit=ten', ['limit']],
  ['a day that does not exist', '?since=20240230', ['since']],
  ['a day in another format', '?until=2024-03-01', ['until']],
  ['an alias with a bad day', '?before=2024', ['before']],
  ['days in the wrong order', '?since=20240302&until=20240301', ['since']],
  ['two different ends', '?until=20240302&before=20240301', ['before']],
  ['two different values', '?m=m1&m=m2', ['m']],
  ['letters in a code', '?upc=12A', ['upc']],
  ['a code of 15 digits', '?upc=123456789012345', ['upc']],
  ['an unknown profile', '?q=a&profile=full', ['profile']],
  ['33 words', `?q=${'tea+'.repeat(33)}`, ['q']],
  ['words of 501 characters', `?q=${'t'.repeat(501)}`, ['q']],
  ['thousands of different words', `?${Array.from({ length: 150 }, (_, n) => `q=${n}`).join('&')}`, ['q']],
  ['a flag that is not true or false', '?q=a&v=yes', ['v']],
]

/** What is wrong, the request, the status, and the names in the problem document. */
export const refusedCalls: RefusedCall[] = [
  ...refusedSearches.flatMap(([what, query, names]) =>
    apiVersions.map(
      (version): RefusedCall => [`${what} in ${version}`, `GET /${version}/item${query}`, 400, names],
    ),
  ),
  ['bad image parameters', `GET /v2/item?q=a&${badImages}`, 400, everyImageName],
  ['bad image parameters in v2.1', `GET /v2.1/item?q=a&${badImages}`, 400, everyImageName.slice(0, 9)],
  ['a bad parameter beside an identifier', 'GET /v2.1/item/100?limit=x', 400, ['limit']],
  ['a negative lookup page', 'GET /v2/brand?idx=-1&limit=-1', 400, ['idx', 'limit']],
  ['a bad window', 'GET /v2.1/feed/items?offset=5&limit=4', 400, ['limit']],
  ['a window that is not a number', 'GET /v2.1/feed/contentplus/x?offset=a', 400, ['offset']],
  ['no credentials', 'GET /v2/brand', 403, [], { username: '', password: '' }],
  ['no password', 'GET /v2/brand', 403, [], { password: '' }],
  ['a wrong password', 'GET /v2/brand', 403, [], wrong],
  ['a wrong user', 'GET /v2/brand', 403, [], { username: 'nobody' }],
  ["another user's password", 'GET /v2/brand', 403, [], { username: 'other' }],
  ['wrong credentials, checked before method and parameters', 'DELETE /v2/brand?idx=x', 403, [], wrong],
  ['a foreign Host', 'GET /v2/brand', 403, [], { Host: 'evil.example' }],
  ['a Host without the port', 'GET /v2/brand', 403, [], { Host: 'localhost' }],
  ['a foreign Origin', 'GET /v2/brand', 403, [], { Origin: 'https://evil.example' }],
  ['an opaque Origin', 'GET /v2/brand', 403, [], { Origin: 'null' }],
  [
    'a foreign Origin, checked before everything else',
    'GET /nowhere',
    403,
    [],
    { Origin: 'https://evil.example' },
  ],
  ['a picture that is not signed', 'GET /media/pictures/one.jpg', 403, []],
  ['an unknown path, checked before credentials', 'GET /v2/nowhere', 404, [], wrong],
  ['an unknown version', 'GET /v3/item?q=a', 404, []],
  ['no version', 'GET /item?q=a', 404, []],
  ['BYOC', 'GET /v2.1/byoc', 404, []],
  ['retailers in v2', 'GET /v2/retailer', 404, []],
  ['feeds in v2', 'POST /v2/feed/items', 404, []],
  ['a distributor by identifier', 'GET /v2.1/distributor/d1', 404, []],
  ['two trailing slashes', 'GET /v2.1/brand//', 404, []],
  ['an unknown manufacturer', 'GET /v2/manufacturer/nobody', 404, []],
  ['an unknown brand', 'GET /v2/brand/nobody', 404, []],
  ['an unknown retailer', 'GET /v2.1/retailer/nobody', 404, []],
  ['an unknown item', 'GET /v2.1/item/nothing', 404, []],
  ['no item feed yet', 'GET /v2.1/feed/items', 404, []],
  ['an unknown item feed', 'GET /v2.1/feed/items/nothing', 404, []],
  ['an unknown Content+ feed', 'GET /v2.1/feed/contentplus/nothing', 404, []],
]

const oats = itemFeed(sampleItem(1))
const twoItems = itemFeed(sampleItem(1), sampleItem(2))
const invalidFlag = itemFeed(sampleItem(1, { privateLabelItem: 'perhaps' }))
const content = contentPlusFeed({ id: '100', retailer: [] })
const doctype = Buffer.from('<!DOCTYPE items [<!ENTITY a "a">]><items/>')
const noNamespace = Buffer.from('<items><item/></items>')
const flag = 'items/item[1]/privateLabelItem'
const codes = 'items/item[1]/productCodes'

/**
 * What is wrong, the request, its body, and the first name in the problem document; the status is always 400.
 */
export const refusedBodies: [
  what: string,
  line: string,
  body: Uint8Array,
  name: string,
  headers?: Headers,
][] = [
  ['another content type', 'POST /v2.1/feed/items', oats, 'Content-Type', { 'Content-Type': 'text/plain' }],
  ['no content type', 'POST /v2.1/feed/items', oats, 'Content-Type', { 'Content-Type': '' }],
  [
    'another charset',
    'POST /v2.1/feed/items',
    oats,
    'Content-Type',
    { 'Content-Type': 'text/xml; charset=latin1' },
  ],
  ['a compressed body', 'POST /v2.1/feed/items', oats, 'Content-Encoding', { 'Content-Encoding': 'gzip' }],
  ['no body', 'POST /v2.1/feed/items', new Uint8Array(), 'body'],
  ['a body that is not XML', 'POST /v2.1/feed/items', Buffer.from('{"items":[]}'), 'items'],
  ['a DOCTYPE', 'POST /v2.1/feed/items/refresh', doctype, 'items'],
  ['no namespace', 'POST /v2.1/feed/items', noNamespace, 'items'],
  ['a Content+ feed at the item path', 'POST /v2.1/feed/items', content, 'contentPlus'],
  ['an item feed at the Content+ path', 'POST /v2.1/feed/contentplus/', oats, 'items'],
  ['a value the schema forbids, created', 'POST /v2.1/feed/items', invalidFlag, flag],
  ['a value the schema forbids, refreshed', 'POST /v2.1/feed/items/refresh', invalidFlag, flag],
  ['a value the schema forbids, updated', `PUT /v2.1/feed/items/${gtinOf(1)}`, invalidFlag, flag],
  ['an update of another item', `PUT /v2.1/feed/items/${gtinOf(2)}`, oats, codes],
  ['an update with an invalid product code', 'PUT /v2.1/feed/items/abc', oats, codes],
  ['an update of two items', `PUT /v2.1/feed/items/${gtinOf(1)}`, twoItems, 'items/item'],
]

/**
 * A request with a method its path does not have, and the `Allow` header of the answer; the status is always
 * 405.
 */
export const refusedMethods: [line: string, allow: string][] = [
  ['DELETE /v2/brand', 'GET, HEAD'],
  ['POST /v2.1/item', 'GET, HEAD'],
  ['OPTIONS /v2.1/item', 'GET, HEAD'],
  ['PUT /v2.1/feed/items', 'GET, HEAD, POST'],
  ['POST /v2.1/feed/items/123', 'GET, HEAD, PUT'],
  ['GET /v2.1/feed/items/refresh', 'POST'],
  ['GET /v2.1/feed/contentplus', 'POST'],
  ['PATCH /v2.1/feed/contentplus/1', 'GET, HEAD'],
  ['DELETE /media/pictures/one.jpg', 'GET, HEAD'],
]
