/** Paths of the API: the endpoints that match a path, and the path of an endpoint. */
import { type ApiVersion, apiVersions, type Endpoint } from './endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'

export interface Route {
  version: ApiVersion
  /** The endpoints on this path, one per method. */
  candidates: EndpointName[]
  /** Decoded value of the path variable; a path has one at most. */
  identifier?: string
}

interface Pattern {
  name: EndpointName
  fixed: string[]
  variable: 'none' | 'optional' | 'required'
}

const templateShape = /^(?<fixed>(?:\/[a-z]+)+)\/?(?<optional>\[\/\{\w+\}\])?(?<required>\{\w+\})?$/

const patterns: Pattern[] = endpointNames.map((name) => {
  const groups = templateShape.exec(endpoints[name].path)?.groups
  if (!groups?.['fixed']) throw new Error(`The path template of ${name} has an unknown shape`)
  return {
    name,
    fixed: groups['fixed'].split('/').slice(1),
    variable: groups['optional'] ? 'optional' : groups['required'] ? 'required' : 'none',
  }
})

/**
 * The route of a request path; undefined when no endpoint of that version has it (404). One trailing slash
 * is allowed. A fixed segment has priority over a variable: `/feed/items/refresh` is not a feed named
 * "refresh". Segments are compared decoded (RFC 3986, 6.2.2): `/v2%2E1/br%61nd` is `/v2.1/brand`, and `%2F`
 * does not separate segments.
 *
 * @param path the path after the base address, percent-encoded, without the query
 */
export function findRoute(path: string): Route | undefined {
  const segments = path.replace(/\/$/, '').split('/').slice(1).map(decode)
  const version = apiVersions.find((known) => known === segments[0])
  if (!version) return undefined
  const rest = segments.slice(1)
  const inVersion = patterns.filter(({ name }) => (endpoints[name] as Endpoint).versions.includes(version))

  const exact = inVersion.filter(({ fixed, variable }) => variable !== 'required' && equal(fixed, rest))
  if (exact.length > 0) return { version, candidates: exact.map(({ name }) => name) }

  const identifier = rest.at(-1)
  if (!identifier) return undefined
  const named = inVersion.filter(
    ({ fixed, variable }) => variable !== 'none' && equal(fixed, rest.slice(0, -1)),
  )
  return named.length > 0 ? { version, candidates: named.map(({ name }) => name), identifier } : undefined
}

/**
 * The path and query of a call, e.g. `/v2.1/item?q=tea&limit=100`, without the base address. Undefined and
 * empty parameters are omitted; an array repeats its parameter.
 */
export function callPath(
  name: EndpointName,
  call: {
    version?: ApiVersion
    identifier?: string
    query?: Record<string, string | number | boolean | readonly (string | number)[] | undefined>
  } = {},
): string {
  const { path } = endpoints[name]
  const { version = 'v2.1', identifier, query = {} } = call
  const pathname =
    identifier === undefined
      ? path.replace(/\[[^[\]]*\]/, '')
      : path.replace(/[[\]]/g, '').replace(/\{\w+\}/, encodeURIComponent(identifier))
  if (pathname.includes('{')) throw new Error(`${name} needs the identifier its path ${path} names`)
  const search = new URLSearchParams()
  for (const [parameter, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') search.append(parameter, String(one))
  }
  return `/${version}${pathname}${search.size > 0 ? `?${search}` : ''}`
}

const equal = (a: readonly string[], b: readonly (string | undefined)[]) =>
  a.length === b.length && a.every((segment, index) => segment === b[index])

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
