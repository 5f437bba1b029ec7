import {
  type ApiVersion,
  apiVersions,
  type Endpoint,
  type ErrorStatus,
  maxBody,
} from '../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../../src-shared/api/endpoints.ts'
import type { ServiceConditions } from '../../local-api/server/service-conditions.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../feed-payloads.ts'

/** Placeholders for the identifiers of an item feed and a Content+ feed that the caller has sent. */
export const sentItems = 'SENT-ITEMS'
export const sentContent = 'SENT-CONTENT'

/** A valid call of each endpoint: its path after the version, and its body. */
export const goodCalls: Record<EndpointName, [path: string, body?: Uint8Array]> = {
  manufacturer: ['/manufacturer/m1'],
  brand: ['/brand'],
  distributor: ['/distributor'],
  retailer: ['/retailer/r1'],
  item: ['/item?q=tea'],
  contentPlusStatus: [`/feed/contentplus/${sentContent}`],
  publishContentPlus: [
    '/feed/contentplus/',
    contentPlusFeed({ id: '101', retailer: [{ id: 'r1', sellCopy: 'Buy' }] }),
  ],
  createItems: ['/feed/items', itemFeed(sampleItem(1))],
  updateItem: [`/feed/items/${gtinOf(1)}`, itemFeed(sampleItem(1))],
  refreshItems: ['/feed/items/refresh', itemFeed(sampleItem(1))],
  itemFeedStatus: [`/feed/items/${sentItems}`],
}

/** A valid call of an endpoint, or one that differs from it in one respect, and the expected result. */
export interface EndpointCase {
  endpoint: EndpointName
  version: ApiVersion
  /** What is special about it. */
  what: string
  status: 200 | ErrorStatus
  method: string
  /** The path after the version. */
  path: string
  body?: Uint8Array
  headers?: Record<string, string>
  conditions?: Partial<ServiceConditions>
  /** Headers the answer must have. */
  answered?: Record<string, string>
  /** The names in the problem document; not checked when absent. */
  complaints?: string[]
}

const noCredentials = { username: '', password: '' }
const tooLarge = new Uint8Array(maxBody + 1).fill(32)

/** Every endpoint in every version, with each result that any call can have. */
export const endpointCases: EndpointCase[] = endpointNames.flatMap((endpoint) =>
  apiVersions.flatMap((version): EndpointCase[] => {
    const { method, versions, parameters, errors }: Endpoint = endpoints[endpoint]
    const [path, body] = goodCalls[endpoint]
    const isRead = method === 'GET'
    const good: Omit<EndpointCase, 'what' | 'status'> = {
      endpoint,
      version,
      method,
      path,
      ...(body && { body, headers: { 'Content-Type': 'application/xml' } }),
    }
    if (!versions.includes(version)) return [{ ...good, what: 'not in this version', status: 404 }]
    const withQuery = (query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
    const numbers = parameters.filter(({ type }) => type === 'integer').map(({ name }) => name)
    const cases: (EndpointCase | false | undefined)[] = [
      { ...good, what: 'a valid call', status: 200 },
      isRead && { ...good, what: 'HEAD', method: 'HEAD', status: 200 },
      { ...good, what: 'an extra slash', path: `${path.replace(/\/?(?=\?|$)/, '//')}`, status: 404 },
      { ...good, what: 'no credentials', headers: { ...good.headers, ...noCredentials }, status: 403 },
      { ...good, what: 'a wrong password', headers: { ...good.headers, password: 'wrong' }, status: 403 },
      { ...good, what: 'DELETE', method: 'DELETE', status: 405 },
      {
        ...good,
        what: 'maintenance',
        conditions: { maintenance: true },
        answered: { 'retry-after': '120' },
        status: 503,
      },
      { ...good, what: 'an error rate of one', conditions: { errorRate: 1 }, status: 500 },
      ...numbers.map((name) => ({
        ...good,
        what: `${name} that is not a number`,
        path: withQuery(`${name}=-1`),
        complaints: [name],
        status: 400 as const,
      })),
      numbers.length > 0 && {
        ...good,
        what: 'its numeric parameters',
        path: withQuery(numbers.map((name) => `${name}=1`).join('&')),
        status: 200,
      },
      body && { ...good, what: 'a body that is not XML', body: Buffer.from('{}'), status: 400 },
      body && { ...good, what: 'a body beyond 16 MB', body: tooLarge, status: 413 },
      errors.includes(406) && {
        ...good,
        what: 'a daily limit that is reached',
        conditions: { dailyItemLimit: 0 },
        status: 406,
      },
    ]
    return cases.filter((one): one is EndpointCase => Boolean(one))
  }),
)
