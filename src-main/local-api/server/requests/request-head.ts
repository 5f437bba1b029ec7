import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { ApiError } from '../answers/api-error.ts'

/** Headers that must not occur twice, since it would be unclear which value applies. */
const single = ['host', 'origin', 'username', 'password', 'idempotency-key', 'content-type']
/** The maximum number of headers of a request. */
const maxHeaders = 200

/**
 * The target of a request. Refuses a request that repeats one of the headers above, has a foreign host name,
 * or comes from another origin.
 * @throws ApiError 400 or 403
 */
export function checkedTarget(
  request: IncomingMessage,
  { port, protocol, publicAddress }: OwnAddress,
): RequestTarget & { isHostless: boolean } {
  const { rawHeaders, headers } = request
  if (rawHeaders.length / 2 > maxHeaders)
    throw new ApiError(400, `There are more than ${maxHeaders} headers. Send fewer.`)
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (single.includes(name) && seen.has(name))
      throw new ApiError(400, `The header ${name} is given twice. Send it once.`)
    seen.add(name)
  }
  const target = requestTarget(request.url)
  // HTTP/1.0 clients may send no Host header; no browser does so. They need credentials, for pictures too.
  const isHostless = request.httpVersion === '1.0' && headers.host === undefined
  if (isHostless) headers.host = `127.0.0.1:${port}`
  const { host = '', origin } = headers
  for (const one of target.authority === undefined ? [host] : [host, target.authority]) {
    const isPublic = publicAddress !== undefined && one.toLowerCase() === new URL(publicAddress).host
    const isOwnOrigin = origin === undefined || origin === publicAddress
    const refused = isPublic && isOwnOrigin ? undefined : refusal({ host: one, origin }, port, protocol)
    if (refused) throw new ApiError(403, refused)
  }
  return { ...target, isHostless }
}

/** Where requests are for this server. */
interface OwnAddress {
  port: number
  protocol: 'http' | 'https'
  /** The address at which other computers reach this server, through a proxy here; without a path. */
  publicAddress?: string | undefined
}

/** The base address by which the caller reaches this server; its `Host` has been checked. */
export const calledAddress = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { protocol, publicAddress }: Omit<OwnAddress, 'port'>,
): string =>
  publicAddress !== undefined && headers.host?.toLowerCase() === new URL(publicAddress).host
    ? publicAddress
    : `${protocol}://${headers.host}`

/** The target of a request line. */
interface RequestTarget {
  /** The host of the absolute form, which clients with a proxy setting use (RFC 9112, 3.2.2). */
  authority?: string
  /** Percent-encoded, as written. */
  pathname: string
  query: URLSearchParams
}

/** @param url path and query, or an absolute address, as in the request line */
export function requestTarget(url = ''): RequestTarget {
  const { authority, rest = '' } = /^https?:\/\/(?<authority>[^/?]*)(?<rest>[\s\S]*)/i.exec(url)?.groups ?? {
    rest: url,
  }
  const [pathname = '', ...query] = rest.split('?')
  return {
    authority,
    pathname,
    query: new URLSearchParams(query.join('?')),
  }
}

/**
 * The reason for refusing a request that a page in a browser may have sent: with a foreign host name (DNS
 * rebinding), or from another origin. Undefined when the request is allowed.
 */
function refusal(headers: IncomingHttpHeaders, port: number, protocol: 'http' | 'https' = 'http') {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  const defaultPort = protocol === 'https' ? 443 : 80
  const hosts = names.flatMap((name) => [`${name}:${port}`, ...(port === defaultPort ? [name] : [])])
  const { host = '', origin } = headers
  if (!hosts.includes(host.toLowerCase()))
    return `The Host header must be one of ${hosts.join(', ')}: this service answers programs on this computer only.`
  if (origin !== undefined && !hosts.some((own) => origin === `${protocol}://${own}`))
    return 'Requests that carry an Origin of another site are refused: this service is not for web pages.'
  return undefined
}
