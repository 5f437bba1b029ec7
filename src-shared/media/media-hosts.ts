/**
 * Hosts that a connection may fetch pictures from in addition to the service, as a person types them:
 * `images.example` for https, `images.example:8443` for https at that port, `http://images.example` for
 * http as well. An address of this computer or its network covers only exactly that address and port.
 */
import { counted, say } from '../texts/say.ts'

/** The stored form of a host, without a path; `undefined` for a text that is not a host. */
export function mediaHostOf(typed: string): string | undefined {
  const text = typed.trim()
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  // URL parsers accept a space in a host and encode it as %20.
  if (/[\s%]/.test(text.split('/', 3).join('/')) || text === '' || !URL.canParse(full)) return undefined
  const { protocol, host, username, password } = new URL(full)
  if ((protocol !== 'https:' && protocol !== 'http:') || host === '' || username !== '' || password !== '')
    return undefined
  return protocol === 'http:' ? `http://${host}` : host
}

/** The stored form of several hosts, without duplicates. */
export const mediaHostsOf = (typed: readonly string[]): string[] => [
  ...new Set(typed.flatMap((text) => mediaHostOf(text) ?? [])),
]

/** The error message for a text that is not a host. */
export const notAMediaHost = (typed: string): string =>
  say`"${typed}" is not a host: write images.example, images.example:8443, or http://images.example for plain http.`

/**
 * Whether one of the hosts covers a URL. `exactly`: the ports must be equal; otherwise a name without a
 * port covers https at any port.
 */
export function namesHostOf(
  hosts: readonly string[],
  { protocol, host, hostname }: URL,
  { exactly = false } = {},
): boolean {
  return hosts.some((named) => {
    const isHttp = named.startsWith('http://')
    const of = isHttp ? named.slice('http://'.length) : named
    if (protocol !== 'https:' && !(protocol === 'http:' && isHttp)) return false
    return of === host || (!exactly && !isHttp && of === hostname)
  })
}

/** Pictures of one host that failed for the same reason. */
export interface PictureTrouble {
  /** The host of the addresses; '' for texts that are not an address. */
  host: string
  reason: string
  count: number
  /** The stored form of the host, if allowing it is all that is needed. */
  allow?: string
}

/**
 * One sentence per host and reason, with advice, the highest count first; those beyond `most` are combined
 * in one sentence.
 */
export function pictureTroubleWords(
  troubles: readonly PictureTrouble[],
  most = Number.POSITIVE_INFINITY,
): string[] {
  const words = troubles.slice(0, most).map(({ host, reason, count, allow }) => {
    const sentence =
      host === ''
        ? say`${counted(count, 'picture')} could not be fetched: ${reason}`
        : say`${counted(count, 'picture')} at ${host} could not be fetched: ${reason}`
    return allow === undefined
      ? sentence
      : `${sentence} ${say`To allow it: desk connect --media-host ${allow}, or Settings, Connection.`}`
  })
  const rest = troubles.slice(most).reduce((sum, { count }) => sum + count, 0)
  return rest === 0
    ? words
    : [...words, say`${counted(rest, 'more picture')} could not be fetched. Run desk status for the reason.`]
}
