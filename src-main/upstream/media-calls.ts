import { mediaHostOf, namesHostOf } from '../../src-shared/media/media-hosts.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Clock } from '../platform/clock.ts'
import { retryAfter } from '../platform/retry.ts'
import { unlessEnded } from '../platform/unless-ended.ts'
import { type CallLimits, type HttpStream, openHttpCalls } from './http-call.ts'
import { guardAddresses, type LookupAll, PrivateAddressError } from './private-address.ts'
import { requireSuccess } from './require-success.ts'
import { UpstreamError } from './upstream-error.ts'

/** The most redirects on the way to a picture. */
const maxRedirects = 5
const redirects = [301, 302, 303, 307, 308]

interface MediaCallsOptions {
  /** The service's base address. */
  address: string
  /** The headers with the credentials, sent to the service's own origin only. */
  credentials: Record<string, string>
  limits: CallLimits
  clock: Clock
  lookup?: LookupAll | undefined
}
interface MediaCall {
  headers: Record<string, string>
  /** The hosts that may be asked beside the service's own origin; any when absent. */
  hosts?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

interface MediaRefusal {
  reason: string
  /** The host that a person could name to allow the address, where that is possible. */
  host?: string
}

/** Why an address must not be asked, as a record could name any machine of this network; undefined for an allowed one. */
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

/** Fetches pictures by their full address, from the service and the hosts that the connection allows. */
export function openMediaCalls(options: MediaCallsOptions) {
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
      // A private address that the connection itself names is allowed; a name that leads to such an address is not.
      if (!namesHostOf(hosts, url, { exactly: true })) await unlessEnded(signal, guard.judge(url))
      return await http.stream({ method: 'GET', url: url.href, headers, signal })
    } catch (error) {
      const forbidden = privateAddressOf(error)
      throw forbidden ? new UpstreamError('refused', forbidden.message, { cause: error }) : error
    }
  }

  return {
    /** Follows redirects, and checks each address like the first. Answers 200, 206 or 304. @throws UpstreamError */
    async get(url: string, { headers, hosts, signal }: MediaCall): Promise<HttpStream> {
      let target = url
      // After a redirect away from the service, no further request carries credentials, not even one to the service.
      let atHome = true
      for (let hop = 0; ; hop++) {
        const refused = hosts ? mediaRefusal(target, address, hosts) : undefined
        if (refused)
          throw new UpstreamError(
            'refused',
            hop === 0 ? refused.reason : `${say`A redirect was refused.`} ${refused.reason}`,
            { refusedHost: refused.host },
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
        if (hop === maxRedirects)
          throw new UpstreamError('refused', say`The address is redirected more than ${maxRedirects} times.`)
        target = new URL(location, target).href
      }
    },
    close: http.close,
  }
}

function ofService({ status, headers }: HttpStream, url: string, clock: Clock): unknown {
  try {
    const asked = {
      call: `GET ${url}`,
      namesOne: true,
      now: clock.now(),
      said: { isProblemDocument: false, problems: [] },
    }
    requireSuccess({ status, headers }, asked)
  } catch (error) {
    return error
  }
  return new Error(`Status ${status} was judged a success`)
}

/** The failure of another host, which concerns this picture only, never the service or its credentials. */
function ofOther({ status, headers }: HttpStream, host: string, clock: Clock): UpstreamError {
  if (status === 404 || status === 410)
    return new UpstreamError('not-found', say`The host ${host} does not have the picture.`, { status })
  const retryAt = retryAfter(headers['retry-after'], clock.now())
  return new UpstreamError(
    status >= 500 || status === 429 ? 'server' : 'refused',
    say`The host ${host} did not give the picture (${status}).`,
    { status, retryAt },
  )
}

function privateAddressOf(error: unknown): PrivateAddressError | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof PrivateAddressError) return current
  return undefined
}
