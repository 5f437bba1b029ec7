import {
  type Block,
  code,
  heading,
  list,
  type Page,
  paragraph,
  table,
  type Words,
} from '../reference/page.ts'
import {
  type DocumentName,
  type Endpoint,
  type ErrorStatus,
  errorStatuses,
  type Parameter,
} from './endpoint.ts'
import { endpointNames, endpoints } from './endpoints.ts'

/**
 * The reference page of the local API, generated from the endpoint declarations.
 * @param pageOf returns the file that describes a document, for links
 */
export const apiReference = (pageOf: (document: DocumentName) => string): Page => ({
  title: 'The local API',
  blocks: [
    paragraph(
      'Every request has the headers `username` and `password`. Every body is XML. Feeds are sent with `Content-Type: application/xml`. HEAD works like GET, without a body. Paths start with the version: `/v2.1/brand`.',
    ),
    paragraph(
      'A feed sent with an `Idempotency-Key` header can be resent after a lost response: the same key with the same bytes returns the same `feedId`. Addresses of pictures are signed and expire after a day or slightly more; they need neither of the two headers.',
    ),
    paragraph(
      'If this program has a copy of a service, `Age` is the number of seconds since the copy was last known to be complete, and `Last-Modified` on records is the time of the service’s latest change of a record.',
    ),
    paragraph(
      'Lists and records without pictures have an `ETag`; a request with it in `If-None-Match` returns 304 until the catalog changes.',
    ),
    table(
      ['#', 'Method', 'Path', 'Versions', ''],
      endpointNames.map((name) => {
        const { number, method, path, versions, title } = endpoints[name]
        return [String(number), method, code(path), versions.join(', '), title]
      }),
    ),
    ...endpointNames.flatMap((name) => endpointSection(endpoints[name], pageOf)),
    heading('Errors'),
    paragraph(
      'The body of an error is `application/problem+xml`: a `problem` in the namespace `urn:ietf:rfc:7807` with `type`, `title`, `status`, `detail`, `instance`, and one `invalid-param` (`name`, `reason`) for each faulty parameter or element.',
    ),
    table(
      ['Status', 'Title', 'Meaning'],
      Object.entries(errorStatuses).map(([status, { title, meaning }]) => [status, title, meaning]),
    ),
  ],
})

function endpointSection(endpoint: Endpoint, pageOf: (document: DocumentName) => string): Block[] {
  const { number, method, path, title, summary, pathParameters, parameters } = endpoint
  const link = (document: DocumentName) => ({ text: document, href: pageOf(document) })
  const errors = endpoint.errors.map(
    (status: ErrorStatus) => `${status} ${errorStatuses[status].title.toLowerCase()}`,
  )
  return [
    heading(`${number}. ${title}`),
    paragraph(`${code(`${method} ${path}`)} in ${endpoint.versions.join(' and ')}. ${summary}`),
    list([
      ...(endpoint.request ? [['Body: ', link(endpoint.request)]] : []),
      [`Response: ${endpoint.success} with `, link(endpoint.response)],
      `Errors: ${errors.join(', ')}`,
      ...(endpoint.oneOf
        ? [`At least one of ${endpoint.oneOf.map(code).join(', ')} must have a value.`]
        : []),
      ...pathParameters.map(({ name, meaning }) => `${code(`{${name}}`)} in the path: ${meaning}`),
    ]),
    ...(parameters.length > 0
      ? [table(['Parameter', 'Type', 'Meaning', 'When absent'], parameters.map(parameterRow))]
      : []),
  ]
}

const typeNames: Record<Parameter['type'], string> = {
  text: 'text',
  code: 'product code',
  day: 'YYYYMMDD',
  integer: 'integer',
  size: 'integer',
  choice: 'word',
  flag: 'true, false',
}

function parameterRow(parameter: Parameter): Words[] {
  const { name, type, meaning, allowed, repeatable, versions, minimum } = parameter
  const kind = [
    allowed ? allowed.join(', ') : typeNames[type],
    ...(minimum ? [`from ${minimum}`] : []),
    ...(repeatable ? ['repeatable'] : []),
    ...(versions ? [`${versions.join(', ')} only`] : []),
  ]
  return [code(name), kind.join('; '), meaning, parameter.default ?? parameter.absent ?? '']
}
