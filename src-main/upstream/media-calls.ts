import { mediaHostOf, namesHostOf } from '../../src-shared/media/media-hosts.ts'
import type { Clock } from '../platform/clock.ts'
import { retryAfter } from '../platform/retry.ts'
import { type CallLimits, type HttpStream, openHttpCalls } from './http-call.ts'
import { guardAddresses, type LookupAll, PrivateAddressError } from './private-address.ts'
import { requireSuccess, UpstreamError } from './upstream-error.ts'

/** A picture that is further away than this is not fetched. */
const mostRedirects = 5
const redirects = [301, 302, 303, 307, 308]

interface MediaCallsOptions {
  /** The service's base address. */
  address: string
  /** The headers that say who asks; for the service's own origin only. */
  credentials: Record<string, string>
  limits: CallLimits
  clock: Clock
  lookup?: LookupAll | undefined
}
interface MediaCall {
  headers: Record<string, string>
  /** The hosts that may be asked beside the service's own origin; absent: any. */
  hosts?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

interface MediaCalls {
  /** Follows redirects, each hop judged like the first. Answers 200, 206 or 304. @throws UpstreamError */
  get(url: string, call: MediaCall): Promise<HttpStream>
  close(): Promise<void>
}

interface MediaRefusal {
  reason: string
  /** The host to be named, where that would allow it. */
  host?: string
}

/** Why an address must not be asked; undefined when it may. A record could name any machine of this network. */
function mediaRefusal(
  url: string,
  serviceAddress: string,
  hosts: readonly string[],
): MediaRefusal | undefined {
  if (!URL.canParse(url)) return { reason: 'It is not a web address.' }
  const at = new URL(url)
  if (at.origin === new URL(serviceAddress).origin || namesHostOf(hosts, at)) return undefined
  const host = mediaHostOf(at.origin)
  if (at.protocol !== 'https:')
    return {
      reason:
        'Pictures from other hosts are fetched over https only, unless the connection names the host with http://.',
      ...(at.protocol === 'http:' && host !== undefined && { host }),
    }
  return {
    reason: `The host ${at.host} is not one of the connection’s media hosts. Add it in Settings if you trust it.`,
    host,
  }
}

/** Pictures by their full address, from the service and from the hosts it names. */
export function openMediaCalls(options: MediaCallsOptions): MediaCalls {
  const { address, credentials, clock } = options
  const service = new URL(address)
  const guard = guardAddresses(address, options.lookup)
  const http = openHttpCalls(options.limits, { lookup: guard.lookup })

  const ask = async (
    url: URL,
    headers: Record<string, string>,
    hosts: readonly string[],
    signal?: AbortSignal,
  ): Promise<HttpStream> => {
    try {
      // An address that the connection names itself is meant; a name that leads into this network is not.
      if (!namesHostOf(hosts, url, { exactly: true })) await guard.judge(url)
      return await http.stream({ method: 'GET', url: url.href, headers, signal })
    } catch (error) {
      const forbidden = privateAddressOf(error)
      throw forbidden ? new UpstreamError('refused', forbidden.message, { cause: error }) : error
    }
  }

  return {
    async get(url, { headers, hosts, signal }) {
      let target = url
      // Once an answer has led away from the service, nothing says any more who asks, not even back home.
      let atHome = true
      for (let hop = 0; ; hop++) {
        const refused = hosts ? mediaRefusal(target, address, hosts) : undefined
        if (refused)
          throw new UpstreamError(
            'refused',
            hop === 0 ? refused.reason : `A redirect was refused. ${refused.reason}`,
            refused.host === undefined ? {} : { refusedHost: refused.host },
          )
        const at = new URL(target)
        const own = at.origin === service.origin
        atHome &&= own
        const answer = await ask(at, { ...headers, ...(atHome ? credentials : {}) }, hosts ?? [], signal)
        if ([200, 206, 304].includes(answer.status)) return answer
        answer.discard()
        const location = redirects.includes(answer.status) ? answer.headers['location'] : undefined
        if (location === undefined || !URL.canParse(location, target))
          throw own ? ofService(answer, target, clock) : ofOther(answer, at.host, clock)
        if (hop === mostRedirects)
          throw new UpstreamError('refused', `The address is redirected more than ${mostRedirects} times.`)
        target = new URL(location, target).href
      }
    },
    close: http.close,
  }
}

function ofService({ status, headers }: HttpStream, url: string, clock: Clock): unknown {
  try {
    const asked = { call: `GET ${url}`, namesOne: true, now: clock.now(), said: { problems: [] } }
    requireSuccess({ status, headers }, asked)
  } catch (error) {
    return error
  }
  return new Error(`Status ${status} was judged a success`)
}

/** Of another host: what it says is of this picture only, never of the service or its credentials. */
function ofOther({ status, headers }: HttpStream, host: string, clock: Clock): UpstreamError {
  if (status === 404 || status === 410)
    return new UpstreamError('not-found', `The host ${host} does not have the picture.`, { status })
  const retryAt = retryAfter(headers['retry-after'], clock.now())
  return new UpstreamError(
    status >= 500 || status === 429 ? 'server' : 'refused',
    `The host ${host} did not give the picture (${status}).`,
    { status, retryAt },
  )
}

function privateAddressOf(error: unknown): PrivateAddressError | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof PrivateAddressError) return current
  return undefined
}
