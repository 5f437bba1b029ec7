import { mediaHostOf, namesHostOf } from '../../src-shared/media/media-hosts.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Clock } from '../platform/clock.ts'
import { rejectOnAbort } from '../platform/reject-on-abort.ts'
import { retryAfter } from '../platform/retry.ts'
import type { CallLimits } from './call-limits.ts'
import { type HttpStream, openHttpCalls } from './http-call.ts'
import { directNetwork, type Network } from './network/network.ts'
import { guardAddresses, type LookupAll, PrivateAddressError } from './private-address.ts'
import { requireSuccess } from './require-success.ts'
import { UpstreamError } from './upstream-error.ts'

/** Maximum number of redirects to a picture. */
const maxRedirects = 5
const redirects = [301, 302, 303, 307, 308]

interface MediaCallsOptions {
  /** The service's base address. */
  address: string
  /** Headers with the credentials; sent to the service's own origin only. */
  credentials: Record<string, string>
  limits: CallLimits
  clock: Clock
  network?: Network | undefined
  lookup?: LookupAll | undefined
}
interface MediaCall {
  headers: Record<string, string>
  /** Hosts allowed in addition to the service's own origin; any when absent. */
  hosts?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

interface MediaRefusal {
  reason: string
  /** The host to add to the media hosts to allow the address, if that is possible. */
  host?: string
}

/**
 * Returns why a picture address is refused; undefined for an allowed one. Without the check, a record could
 * point to any machine in this network.
 */
function mediaRefusal(
  url: string,
  serviceAddress: string,
  hosts: readonly string[],
): MediaRefusal | undefined {
  if (!URL.canParse(url)) return { reason: say`It is not a web address.` }
  const at = new URL(url)
  if (at.origin === new URL(serviceAddress).origin || namesHostOf(hosts, at)) return undefined
  const host = mediaHostOf(at.origin)
  if (at.protocol !== 'https:')
    return {
      reason: say`Pictures from other hosts are fetched over https only, unless the connection names the host with http://.`,
      ...(at.protocol === 'http:' && host !== undefined && { host }),
    }
  return {
    reason: say`The host ${at.host} is not one of the connection’s media hosts. Add it in Settings if you trust it.`,
    host,
  }
}

/** Downloads pictures by their full URL, from the service and the hosts that the connection allows. */
export function openMediaCalls(options: MediaCallsOptions) {
  const { address, credentials, clock, network = directNetwork } = options
  const service = new URL(address)
  const guard = guardAddresses(address, options.lookup)
  const http = openHttpCalls(options.limits, { network, lookup: guard.lookup })

  const request = async (
    url: URL,
    headers: Record<string, string>,
    hosts: readonly string[],
    signal?: AbortSignal,
  ): Promise<HttpStream> => {
    try {
      // A private address that the connection lists itself is allowed; a name that resolves to one is not.
      if (!namesHostOf(hosts, url, { exactly: true })) {
        const isProxied = (await network.proxyOf(url.href)) !== undefined
        await rejectOnAbort(signal, isProxied ? guard.judgeBehindProxy(url) : guard.judge(url))
      }
      return await http.stream({ method: 'GET', url: url.href, headers, signal })
    } catch (error) {
      const forbidden = privateAddressOf(error)
      throw forbidden ? new UpstreamError('refused', forbidden.message, { cause: error }) : error
    }
  }

  return {
    /** Checks an address without a call. @throws UpstreamError if it must not be requested */
    check(url: string, hosts: readonly string[]): void {
      const refusal = mediaRefusal(url, address, hosts)
      if (refusal) throw new UpstreamError('refused', refusal.reason, { refusedHost: refusal.host })
    },
    /**
     * Follows redirects and checks each URL like the first. Returns 200, 206 or 304. @throws UpstreamError
     */
    async get(url: string, { headers, hosts, signal }: MediaCall): Promise<HttpStream> {
      let target = url
      // After a redirect away from the service, no further request carries credentials, not even one back to
      // the service.
      let stayedOnService = true
      for (let hop = 0; ; hop++) {
        const refusal = hosts ? mediaRefusal(target, address, hosts) : undefined
        if (refusal)
          throw new UpstreamError(
            'refused',
            hop === 0 ? refusal.reason : `${say`A redirect was refused.`} ${refusal.reason}`,
            { refusedHost: refusal.host },
          )
        const at = new URL(target)
        const own = at.origin === service.origin
        stayedOnService &&= own
        const answer = await request(
          at,
          { ...headers, ...(stayedOnService ? credentials : {}) },
          hosts ?? [],
          signal,
        )
        if ([200, 206, 304].includes(answer.status)) return answer
        answer.discard()
        const location = redirects.includes(answer.status) ? answer.headers['location'] : undefined
        if (location === undefined || !URL.canParse(location, target))
          throw own ? serviceError(answer, target, clock) : otherHostError(answer, at.host, clock)
        if (hop === maxRedirects)
          throw new UpstreamError('refused', say`The address is redirected more than ${maxRedirects} times.`)
        target = new URL(location, target).href
      }
    },
    close: http.close,
  }
}

function serviceError({ status, headers }: HttpStream, url: string, clock: Clock): unknown {
  try {
    const context = {
      call: `GET ${url}`,
      namesOne: true,
      now: clock.now(),
      problem: { isProblemDocument: false, problems: [] },
    }
    requireSuccess({ status, headers }, context)
  } catch (error) {
    return error
  }
  return new Error(`Status ${status} was judged a success`)
}

/** The error for another host. It concerns this picture only, not the service or its credentials. */
function otherHostError({ status, headers }: HttpStream, host: string, clock: Clock): UpstreamError {
  if (status === 404 || status === 410)
    return new UpstreamError('not-found', say`The host ${host} does not have the picture.`, { status })
  const retryAt = retryAfter(headers['retry-after'], clock.now())
  return new UpstreamError(
    status >= 500 || status === 429 ? 'server' : 'refused',
    say`The host ${host} did not return the picture (${status}).`,
    { status, retryAt },
  )
}

function privateAddressOf(error: unknown): PrivateAddressError | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof PrivateAddressError) return current
  return undefined
}
