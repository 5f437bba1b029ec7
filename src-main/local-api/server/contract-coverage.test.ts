/**
 * The contract tables cover every row of the specification: every endpoint in every version, every parameter
 * with every allowed value and (where possible) an invalid one, every status of an endpoint, every root
 * element. The tables run in both roles (`describeContract`), so every row is tested in both.
 */
import { expect, test } from 'vitest'
import {
  type ApiVersion,
  apiVersions,
  type DocumentName,
  type Endpoint,
} from '../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../../../src-shared/api/endpoints.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { type TabledCall, tabledCalls } from '../../testing/contract-cases/tabled-calls.ts'
import { contractRoles } from '../../testing/local-api/contract-service.ts'

const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const calls = tabledCalls()

/**
 * A row of the specification for an endpoint in a version, as text, and the test whether a call covers it.
 */
type Row = [line: string, isCase: (call: TabledCall) => boolean]

function rowsOf(name: EndpointName, version: ApiVersion): Row[] {
  const { versions, parameters, errors } = endpointOf(name)
  const here = (call: TabledCall) => call.endpoint === name && call.version === version
  const endsWith = (status: number): Row => [
    `${name} in ${version} ends with ${status}`,
    (call) => here(call) && call.status === status,
  ]
  if (!versions.includes(version)) return [endsWith(404)]
  return [
    endsWith(200),
    // The tables cannot fill a disk; `e2e/command-line/full-disk-uploads.test.ts` does.
    ...errors.filter((status) => status !== 507).map(endsWith),
    ...parameters
      .filter((parameter) => parameter.versions?.includes(version) ?? true)
      .flatMap((parameter): Row[] => {
        const { type, allowed = type === 'flag' ? ['true', 'false'] : undefined } = parameter
        const given = (call: TabledCall) => call.query.getAll(parameter.name).filter(Boolean)
        const good = (call: TabledCall) => here(call) && call.status === 200
        const line = `${name} in ${version} with ${parameter.name}`
        return [
          ...(allowed
            ? allowed.map(
                (value): Row => [`${line}=${value}`, (call) => good(call) && given(call).includes(value)],
              )
            : [[line, (call) => good(call) && given(call).length > 0] satisfies Row]),
          ...(parameter.repeatable
            ? [[`${line} repeated`, (call) => good(call) && new Set(given(call)).size > 1] satisfies Row]
            : []),
          ...(type === 'text'
            ? []
            : [
                [
                  `${line} that is wrong`,
                  (call) => here(call) && call.status === 400 && call.complaints.includes(parameter.name),
                ] satisfies Row,
              ]),
        ]
      }),
  ]
}

const rootRows = (Object.keys(documents) as DocumentName[]).map((document): Row => {
  const { root } = documents[document]
  return [
    `the root ${root} (${document})`,
    (call) => {
      const { request, response } = endpointOf(call.endpoint)
      if (document === 'problem') return call.status !== 200
      return call.status === 200 && (response === document || request === document)
    },
  ]
})

const rows = [
  ...endpointNames.flatMap((name) => apiVersions.flatMap((version) => rowsOf(name, version))),
  ...rootRows,
]

test('a case of the contract tables covers every row of the specification', () => {
  const untried = rows.filter(([, isCase]) => !calls.some(isCase)).map(([line]) => line)
  expect(untried).toEqual([])
  console.info(
    `Contract tables: ${calls.length} calls in each of ${contractRoles.length} roles, ${calls.length * contractRoles.length} in all, for ${rows.length} rows of the specification.`,
  )
})
