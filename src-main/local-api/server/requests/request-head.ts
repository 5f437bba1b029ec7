import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { ApiError } from '../answers/api-error.ts'

/** Headers that must not come twice, since nobody could tell which value counts. */
const single = ['host', 'origin', 'username', 'password', 'idempotency-key', 'content-type']
/** Headers of a request, at most. */
const maxHeaders = 200

/**
 * The target of a request. Refuses a request with a header given twice, with a host name that is not ours, or from
 * another origin.
 * @throws ApiError 400 or 403
 */
export function checkedTarget(
  request: IncomingMessage,
  { port, protocol }: { port: number; protocol: 'http' | 'https' },
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
  // Programs that speak HTTP/1.0 name no host; no browser does so. They need credentials, for pictures too.
  const isHostless = request.httpVersion === '1.0' && headers.host === undefined
  if (isHostless) headers.host = `127.0.0.1:${port}`
  const { host = '', origin } = headers
  for (const one of target.authority === undefined ? [host] : [host, target.authority]) {
    const refused = refusal({ host: one, origin }, port, protocol)
    if (refused) throw new ApiError(403, refused)
  }
  return { ...target, isHostless }
}

/** What a request line asks for. */
interface RequestTarget {
  /** The host in the absolute form, which programs with a proxy setting use (RFC 9112, 3.2.2). */
  authority?: string
  /** Percent-encoded, as written. */
  pathname: string
  query: URLSearchParams
}

/** @param url path and query, or a whole address, as in the request line */
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
 * Why a request is refused that a page in a browser may have sent: by a host name that is not ours (DNS rebinding), or
 * from another origin. Undefined when the request is fine.
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
