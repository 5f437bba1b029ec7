import { type ApiVersion, apiVersions } from '../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../../src-shared/api/endpoints.ts'
import { findRoute } from '../../../src-shared/api/route.ts'
import { endpointCases } from './endpoint-cases.ts'
import { contentPlusCases, feedLine, itemFeedCases } from './ingestion-cases.ts'
import { recordCases, searchCases } from './item-cases.ts'
import { lookupCases } from './lookup-cases.ts'
import { mediaCases, scaleCases } from './media-cases.ts'
import { refusedBodies, refusedCalls, refusedMethods } from './refused-cases.ts'

/** A call of the contract tables, and what it is a case of. */
export interface TabledCall {
  endpoint: EndpointName
  version: ApiVersion
  query: URLSearchParams
  status: number
  /** The names in its problem document. */
  complaints: string[]
}

const get = (path: string) => `GET ${path}`
const inBoth = (path: string) => apiVersions.map((version) => get(`/${version}${path}`))

/** Every call of the tables whose path belongs to an endpoint, in the version it names. */
export function tabledCalls(): TabledCall[] {
  const good = [
    ...lookupCases.map(([, path]) => get(path)),
    ...searchCases.flatMap(([query]) => inBoth(`/item?${query}`)),
    ...recordCases.map(([path]) => get(path)),
    ...mediaCases.flatMap(([versions, query]) =>
      versions.map((version) => get(`/${version}/item/100?${query}`)),
    ),
    ...scaleCases.map(([path]) => get(path)),
    ...itemFeedCases.map(([, endpoint, items]) => feedLine(endpoint, items)),
    ...contentPlusCases.map(() => 'POST /v2.1/feed/contentplus/'),
  ].map((line) => tabled(line, 200))
  const refused = [
    ...refusedCalls.map(([, line, status, names]) => tabled(line, status, names)),
    ...refusedBodies.map(([, line, , name]) => tabled(line, 400, [name])),
    ...refusedMethods.map(([line]) => tabled(line, 405)),
  ]
  const ofEndpoints = endpointCases.map(
    ({ endpoint, version, path, status, complaints = [] }): TabledCall => ({
      endpoint,
      version,
      query: new URLSearchParams(path.split('?')[1]),
      status,
      complaints,
    }),
  )
  return [...[...good, ...refused].filter((call) => call !== undefined), ...ofEndpoints]
}

/** Returns undefined where the path belongs to no endpoint: pictures, and paths that do not exist. */
function tabled(line: string, status: number, complaints: string[] = []): TabledCall | undefined {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', query = ''] = target.split('?')
  const route = findRoute(path)
  const endpoint = route?.candidates.find((name) => endpoints[name].method === method) ?? route?.candidates[0]
  if (!route || !endpoint || !endpointNames.includes(endpoint)) return undefined
  return { endpoint, version: route.version, query: new URLSearchParams(query), status, complaints }
}
