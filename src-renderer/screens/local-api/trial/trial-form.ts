import { useQuery } from '@tanstack/react-query'
import {
  type ApiVersion,
  apiVersions,
  type Endpoint,
  type Parameter,
} from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { callPath, findRoute } from '../../../../src-shared/api/route.ts'
import { rpc } from '../../../rpc/client.ts'
import { sectionPath } from '../use-local-api.ts'
import { type Examples, feedKindOf, newGtin, sampleBody } from './sample-bodies.ts'

/** The state of the call form. */
export interface TrialForm {
  version: ApiVersion
  /** Value of the path variable; '' if there is none. */
  identifier: string
  /** Typed values by parameter: one value, or several for a repeatable parameter. */
  query: Record<string, readonly string[]>
  /** XML of a feed; '' if the call has no body. */
  body: string
}

/** Parameters with which the first call succeeds. */
const startingQueries: Partial<Record<EndpointName, Record<string, string[]>>> = {
  manufacturer: { limit: ['10'] },
  brand: { limit: ['10'] },
  distributor: { limit: ['10'] },
  retailer: { limit: ['10'] },
  item: { since: ['20200101'], limit: ['5'] },
}

/**
 * Initial values of the form.
 * @param addressed the call in the URL, which replaces the default first call
 */
export function startingForm(
  name: EndpointName,
  examples: Examples,
  addressed: AddressedCall | undefined,
): TrialForm {
  const kind = feedKindOf(name)
  const { versions } = endpoints[name] as Endpoint
  const requestedVersion = addressed?.version
  return {
    version: requestedVersion && versions.includes(requestedVersion) ? requestedVersion : 'v2.1',
    identifier: addressed?.identifier ?? (name === 'updateItem' ? examples.code : ''),
    query: addressed?.query ?? startingQueries[name] ?? {},
    body: kind ? sampleBody(kind, { ...examples, ...codeOf(addressed) }, newGtin()) : '',
  }
}

/** The product code for the sample body of an update: the one in its path. */
const codeOf = (addressed: AddressedCall | undefined) =>
  addressed?.identifier ? { code: addressed.identifier } : {}

/** The parameters of an endpoint in a version. */
export const parametersOf = (name: EndpointName, version: ApiVersion): Parameter[] =>
  (endpoints[name] as Endpoint).parameters.filter(
    ({ versions }) => versions === undefined || versions.includes(version),
  )

/** Whether the path requires an identifier. */
export const needsIdentifier = (name: EndpointName): boolean => /[^[/]\/\{/.test(endpoints[name].path)

/** The parameters to send: those of the version that have a value. */
export function sentQuery(name: EndpointName, form: TrialForm): Record<string, string[]> {
  const known = new Set(parametersOf(name, form.version).map((parameter) => parameter.name))
  return Object.fromEntries(
    Object.entries(form.query)
      .map(([parameter, values]) => [parameter, values.filter((value) => value !== '')] as const)
      .filter(([parameter, values]) => known.has(parameter) && values.length > 0),
  )
}

/** Path and query of the call; undefined while a required identifier is missing. */
export function targetOf(name: EndpointName, form: TrialForm): string | undefined {
  const identifier = form.identifier.trim()
  if (identifier === '' && needsIdentifier(name)) return undefined
  return callPath(name, {
    version: form.version,
    query: sentQuery(name, form),
    identifier: identifier || undefined,
  })
}

/** A call in a URL of the screen: `/local-api/try/item?version=v2&id=4&q=milk`. */
export interface AddressedCall {
  version?: ApiVersion
  identifier?: string
  query: Record<string, string[]>
}

/** Names in the URL that are not parameters of the call. No parameter of the service has these names. */
const versionName = 'version'
const identifierName = 'id'

/** URL for repeating a logged request; undefined if it matched no endpoint. */
export function trialPathOf({ method, target }: { method: string; target: string }): string | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const route = findRoute(path)
  const name = route?.candidates.find((candidate) => endpoints[candidate].method === declaredMethod(method))
  if (!route || !name) return undefined
  const parameters = new URLSearchParams(query)
  parameters.set(versionName, route.version)
  if (route.identifier) parameters.set(identifierName, route.identifier)
  return `${sectionPath('try', name)}?${parameters}`
}

/** The method under which an endpoint is declared. HEAD is answered like GET. */
const declaredMethod = (method: string): string => (method === 'HEAD' ? 'GET' : method)

/** The call in a URL; undefined if there is none. */
export function readTrialAddress(name: EndpointName, search: string): AddressedCall | undefined {
  const parameters = new URLSearchParams(search)
  if (parameters.size === 0) return undefined
  const version = apiVersions.find((known) => known === parameters.get(versionName))
  const identifier = parameters.get(identifierName)
  const query: Record<string, string[]> = {}
  for (const { name: known } of endpoints[name].parameters) {
    const values = parameters.getAll(known)
    if (values.length > 0) query[known] = values
  }
  return { version: version || undefined, identifier: identifier || undefined, query }
}

/** Identifiers from the open catalog; undefined while loading. For an empty catalog they are invented. */
export function useExamples(): Examples | undefined {
  const items = useQuery(rpc.catalog.search.queryOptions({ input: { offset: 0, limit: 1 } }))
  const manufacturers = useQuery(
    rpc.catalog.lookup.queryOptions({ input: { kind: 'manufacturer', limit: 1 } }),
  )
  const retailers = useQuery(rpc.catalog.lookup.queryOptions({ input: { kind: 'retailer', limit: 1 } }))
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if ([items, manufacturers, retailers, workspace].some(({ isPending }) => isPending)) return undefined
  const item = items.data?.rows[0]
  return {
    itemId: item?.id ?? '1',
    code: item?.code || newGtin(() => 0),
    manufacturerId: manufacturers.data?.entries[0]?.id ?? '1',
    retailerId: retailers.data?.entries[0]?.id ?? '1',
    namespaceBase: workspace.data?.connection?.namespaceBase,
  }
}
