import { expect, test } from 'vitest'
import { guardScheme, isMadeByUs, isOurs } from './app-scheme.ts'

test.each(['app://desk/', 'app://desk/catalog/8.1?tab=xml#a', 'app://desk'])('%s is our page', (address) => {
  expect(isOurs(address)).toBe(true)
})

test.each([
  'app://desk.example/',
  'app://deskother/',
  'app://desk:80/',
  'app://me@desk/',
  'app://other/desk/',
  'app:desk',
  'https://desk/',
  'https://app//desk/',
  'blob:app://desk/1',
  'javascript:"app://desk/"',
  ' ',
  '',
])('%s is not our page', (address) => {
  expect(isOurs(address)).toBe(false)
})

test('recognizes blob addresses of our page', () => {
  expect(isMadeByUs('blob:app://desk/1a2b')).toBe(true)
  expect(isMadeByUs('blob:https://desk/1a2b')).toBe(false)
  expect(isMadeByUs('app://desk/1a2b')).toBe(false)
})

const handler = guardScheme(async (request) => new Response(new URL(request.url).pathname))
const status = async (address: string, init: RequestInit = {}): Promise<number> =>
  (await handler(new Request(address, init))).status

test('answers requests of our page', async () => {
  const answer = await handler(
    new Request('app://desk/rpc/catalog/search', { method: 'POST', headers: { origin: 'app://desk' } }),
  )
  expect(await answer.text()).toBe('/rpc/catalog/search')
  expect(await status('app://desk/', { headers: { 'sec-fetch-site': 'none' } })).toBe(200)
  expect(await status('app://desk/', { method: 'HEAD' })).toBe(200)
})

test.each(['GET', 'HEAD', 'POST'])(
  'answers %s of our page without Origin and Sec-Fetch headers',
  async (method) => {
    expect(await status('app://desk/rpc/catalog/search', { method })).toBe(200)
  },
)

test('answers 404 for another host of the scheme', async () => {
  expect(await status('app://other/')).toBe(404)
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses the method %s', async (method) => {
  expect(await status('app://desk/', { method })).toBe(405)
})

test.each(['null', 'https://other.example', 'app://other', 'app://desk.other'])(
  'refuses a request with the origin %s',
  async (origin) => {
    expect(await status('app://desk/rpc/x', { method: 'POST', headers: { origin } })).toBe(403)
  },
)

test.each(['cross-site', 'same-site', 'anything'])(
  'refuses a request with sec-fetch-site: %s',
  async (site) => {
    expect(await status('app://desk/', { headers: { 'sec-fetch-site': site } })).toBe(403)
  },
)
