/**
 * Hosts that a connection may fetch pictures from, beside the service itself, as a person names them: `images.example`
 * for https, `images.example:8443` for https at that port, `http://images.example` for http as well. One that is
 * written as an address of this computer or its network is meant as it is written, port and all.
 */

/** The form a host is kept in; `undefined` for what names none. A path behind it is left away. */
export function mediaHostOf(typed: string): string | undefined {
  const text = typed.trim()
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  // A browser takes a space in a host, and writes it as %20.
  if (/[\s%]/.test(text.split('/', 3).join('/')) || text === '' || !URL.canParse(full)) return undefined
  const { protocol, host, username, password } = new URL(full)
  if ((protocol !== 'https:' && protocol !== 'http:') || host === '' || username !== '' || password !== '')
    return undefined
  return protocol === 'http:' ? `http://${host}` : host
}

/** Several, each once. */
export const mediaHostsOf = (typed: readonly string[]): string[] => [
  ...new Set(typed.flatMap((text) => mediaHostOf(text) ?? [])),
]

/** What to say of a host that is none. */
export const notAMediaHost = (typed: string): string =>
  `"${typed}" is no host: write images.example, images.example:8443, or http://images.example for plain http.`

/**
 * Whether one of the hosts stands for an address. `exactly`: as it is written, with its port; else a name without a
 * port stands for https at any.
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

/** Pictures of one host that could not be fetched for one reason. */
export interface PictureTrouble {
  /** Where their addresses lead; '' for what is no address. */
  host: string
  reason: string
  count: number
  /** The host to be allowed, in the form it is kept in, when that is what is missing. */
  allow?: string
}

const pictures = (count: number): string => `${count} ${count === 1 ? 'picture' : 'pictures'}`

/** One sentence for each host and reason, with what to do; the most first, those beyond `most` together. */
export function pictureTroubleWords(
  troubles: readonly PictureTrouble[],
  most = Number.POSITIVE_INFINITY,
): string[] {
  const words = troubles.slice(0, most).map(({ host, reason, count, allow }) => {
    const where = host === '' ? '' : ` at ${host}`
    const said = `${pictures(count)}${where} could not be fetched: ${reason}`
    return allow === undefined
      ? said
      : `${said} To allow it: desk connect --media-host ${allow}, or Settings, Connection.`
  })
  const rest = troubles.slice(most).reduce((sum, { count }) => sum + count, 0)
  return rest === 0 ? words : [...words, `${pictures(rest)} more could not be fetched: desk status says why.`]
}
