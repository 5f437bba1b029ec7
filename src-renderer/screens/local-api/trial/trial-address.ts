/** A call as an address of the screen: `/local-api/try/item?version=v2&id=4&q=milk`. */
import { type ApiVersion, apiVersions } from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { findRoute } from '../../../../src-shared/api/route.ts'
import { sectionPath } from '../sections.ts'

export interface AddressedCall {
  version?: ApiVersion
  identifier?: string
  query: Record<string, string[]>
}

/** Names in the address that are not parameters of a call. No parameter of the service is called so. */
const versionName = 'version'
const identifierName = 'id'

/** Where a request of the log can be made again; undefined when it went to no endpoint. */
export function trialPathOf({ method, target }: { method: string; target: string }): string | undefined {
  const [path = '', query = ''] = target.split('?', 2)
  const route = findRoute(path)
  const name = route?.candidates.find((candidate) => endpoints[candidate].method === asked(method))
  if (!route || !name) return undefined
  const parameters = new URLSearchParams(query)
  parameters.set(versionName, route.version)
  if (route.identifier) parameters.set(identifierName, route.identifier)
  return `${sectionPath('try', name)}?${parameters}`
}

/** HEAD is answered like GET. */
const asked = (method: string): string => (method === 'HEAD' ? 'GET' : method)

/** The call an address holds; undefined when it holds none. */
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
  return { ...(version ? { version } : {}), ...(identifier ? { identifier } : {}), query }
}
