import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markdownOf } from '../reference/page.ts'
import { apiVersions, type Endpoint } from './endpoint.ts'
import { endpointNames, endpoints } from './endpoints.ts'
import { apiReference } from './reference.ts'
import { callPath, findRoute } from './route.ts'

describe('findRoute', () => {
  it.each([
    ['/v2/manufacturer', ['manufacturer'], undefined],
    ['/v2.1/manufacturer/', ['manufacturer'], undefined],
    ['/v2/brand/17', ['brand'], '17'],
    ['/v2/brand/17/', ['brand'], '17'],
    ['/v2/distributor', ['distributor'], undefined],
    ['/v2.1/retailer/r%2F1', ['retailer'], 'r/1'],
    ['/v2/item/5', ['item'], '5'],
    ['/v2.1/feed/contentplus', ['publishContentPlus'], undefined],
    ['/v2.1/feed/contentplus/', ['publishContentPlus'], undefined],
    ['/v2.1/feed/contentplus/F1', ['contentPlusStatus'], 'F1'],
    ['/v2.1/feed/items', ['createItems', 'itemFeedStatus'], undefined],
    ['/v2.1/feed/items/123', ['updateItem', 'itemFeedStatus'], '123'],
    ['/v2.1/feed/items/refresh', ['refreshItems'], undefined],
    ['/v2.1/feed/items/re%66resh', ['refreshItems'], undefined],
    ['/v2%2E1/%62rand/%31%37', ['brand'], '17'],
  ])('%s', (path, candidates, identifier) => {
    expect(findRoute(path)).toEqual({
      version: /^\/v2(\.|%2E)1/.test(path) ? 'v2.1' : 'v2',
      candidates,
      ...(identifier === undefined ? {} : { identifier }),
    })
  })
  it.each([
    '',
    '/',
    '/v2',
    '/v3/item',
    '/V2/item',
    '/v2/Item',
    '/v2/retailer',
    '/v2/feed/items',
    '/v2/distributor/5',
    '/v2.1/item/5/6',
    '/v2.1//item',
    '/v2.1/item//',
    '/v2.1/item/%zz',
    '/v2.1/item%2F5',
    '/v2.1/%zz/5',
    '/v2.1/feed',
    '/v2.1/byoc',
    '/v2.1/constructor',
    '/v2.1/feed/items/refresh/1',
  ])('finds no route for %j', (path) => expect(findRoute(path)).toBeUndefined())
})

describe('callPath', () => {
  it('round-trips to its endpoint with any identifier', () => {
    const identifiers = fc
      .string({ minLength: 1, unit: 'grapheme' })
      // "refresh" is a fixed path, and a URL cannot name the dot segments.
      .filter((text) => !['refresh', '.', '..'].includes(text))
    fc.assert(
      fc.property(
        fc.constantFrom(...endpointNames),
        fc.constantFrom(...apiVersions),
        identifiers,
        (name, version, id) => {
          const endpoint: Endpoint = endpoints[name]
          fc.pre(endpoint.versions.includes(version))
          const named = endpoint.pathParameters.length > 0
          const path = callPath(name, named ? { version, identifier: id } : { version })
          const route = findRoute(new URL(path, 'http://127.0.0.1').pathname)
          expect(route?.candidates).toContain(name)
          expect(route?.identifier).toBe(named ? id : undefined)
        },
      ),
    )
  })
  it('writes the query without empty parameters', () => {
    expect(
      callPath('item', { query: { q: 'green tea', b: '', m: undefined, limit: 10, epf: [50, 100] } }),
    ).toBe('/v2.1/item?q=green+tea&limit=10&epf=50&epf=100')
  })
  it('throws when a required identifier is absent', () => {
    expect(() => callPath('contentPlusStatus')).toThrow(/identifier/)
  })
})

describe('the declarations', () => {
  it('are the eleven endpoints of the specification, in its order', () => {
    expect(endpointNames.map((name) => endpoints[name].number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
  it('are all in the reference, with their parameters', () => {
    const reference = markdownOf(apiReference((document) => `${document}.md`))
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      expect(reference).toContain(endpoint.path)
      for (const parameter of endpoint.parameters) expect(reference).toContain(`| \`${parameter.name}\` |`)
    }
  })
})
