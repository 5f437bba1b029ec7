/** A call as it is being filled in: what it starts as, and what of it is sent. */
import type { ApiVersion, Endpoint, Parameter } from '../../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../../src-shared/api/endpoints.ts'
import { callPath } from '../../../../src-shared/api/route.ts'
import { type Examples, feedKindOf, newGtin, sampleBody } from './sample-bodies.ts'
import type { AddressedCall } from './trial-address.ts'

export interface TrialForm {
  version: ApiVersion
  /** The path's variable; empty: none. */
  identifier: string
  /** Values as typed, by parameter; one entry unless the parameter may be repeated. */
  query: Record<string, readonly string[]>
  /** The XML of a feed; empty where none is sent. */
  body: string
}

/** Parameters that let a call succeed at once. */
const startingQueries: Partial<Record<EndpointName, Record<string, string[]>>> = {
  manufacturer: { limit: ['10'] },
  brand: { limit: ['10'] },
  distributor: { limit: ['10'] },
  retailer: { limit: ['10'] },
  item: { since: ['20200101'], limit: ['5'] },
}

/** @param addressed what the address says, in place of the usual start */
export function startingForm(
  name: EndpointName,
  examples: Examples,
  addressed: AddressedCall | undefined,
): TrialForm {
  const kind = feedKindOf[name]
  const { versions } = endpoints[name] as Endpoint
  const wanted = addressed?.version
  return {
    version: wanted && versions.includes(wanted) ? wanted : 'v2.1',
    identifier: addressed?.identifier ?? (name === 'updateItem' ? examples.code : ''),
    query: addressed?.query ?? startingQueries[name] ?? {},
    body: kind ? sampleBody(kind, { ...examples, ...codeOf(addressed) }, newGtin()) : '',
  }
}

/** An update holds the code its path names. */
const codeOf = (addressed: AddressedCall | undefined) =>
  addressed?.identifier ? { code: addressed.identifier } : {}

/** The parameters an endpoint knows in a version. */
export const parametersOf = (name: EndpointName, version: ApiVersion): Parameter[] =>
  (endpoints[name] as Endpoint).parameters.filter(
    ({ versions }) => versions === undefined || versions.includes(version),
  )

/** Whether the path must name something. */
export const needsIdentifier = (name: EndpointName): boolean => /[^[/]\/\{/.test(endpoints[name].path)

/** The parameters that are sent: those the version knows and that have a value. */
export function sentQuery(name: EndpointName, form: TrialForm): Record<string, string[]> {
  const known = new Set(parametersOf(name, form.version).map((parameter) => parameter.name))
  return Object.fromEntries(
    Object.entries(form.query)
      .map(([parameter, values]) => [parameter, values.filter((value) => value !== '')] as const)
      .filter(([parameter, values]) => known.has(parameter) && values.length > 0),
  )
}

/** Path and query of the call; undefined while the path lacks what it must name. */
export function targetOf(name: EndpointName, form: TrialForm): string | undefined {
  const identifier = form.identifier.trim()
  if (identifier === '' && needsIdentifier(name)) return undefined
  return callPath(name, {
    version: form.version,
    query: sentQuery(name, form),
    ...(identifier === '' ? {} : { identifier }),
  })
}
