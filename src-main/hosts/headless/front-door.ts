import type { IncomingMessage } from 'node:http'
import { requestTarget } from '../../local-api/index.ts'

/** A request that is not looked at any further: status and words. */
export interface Refusal {
  status: number
  why: string
  /** A person sees it, in the place of the page they opened: it wants words for a person. */
  isPage?: true
  headers?: Record<string, string>
}

/** Where a browser puts a page within another one. */
const frames = ['iframe', 'frame', 'fencedframe', 'object', 'embed']
const reading = ['GET', 'HEAD']
/** What may be done at an address; the longest beginning counts. */
const methods: [beginning: string, allowed: string[]][] = [
  ['/rpc/', ['POST']],
  ['/uploads', ['POST']],
  ['/session', ['POST']],
  ['/', reading],
]

/** Host and port as our own page writes them. */
export const ownHosts = (port: number): string[] =>
  ['127.0.0.1', 'localhost'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])])

/**
 * What no session changes: a request that is not for us, or that no page of ours sent. Other servers on this computer
 * are the same site to a browser, other names can be made to lead to us, and a page of either can send what it likes;
 * but it cannot say that it is ours.
 * @param port the one the page is served on
 */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  return wrongHost(request, port) ?? wrongTarget(request) ?? wrongSender(request, port)
}

function wrongHost({ headersDistinct, url }: IncomingMessage, port: number): Refusal | undefined {
  const hosts = headersDistinct['host'] ?? []
  if (hosts.length !== 1) return { status: 400, why: 'A request names one host.' }
  if (/^https:/i.test(url ?? '')) return { status: 403, why: 'Unknown host' }
  const { authority } = requestTarget(url)
  const named = authority === undefined ? hosts : [...hosts, authority]
  const isOurs = named.every((host) => ownHosts(port).includes(host.toLowerCase()))
  return isOurs ? undefined : { status: 403, why: 'Unknown host' }
}

function wrongTarget({ headers, method = '', url }: IncomingMessage): Refusal | undefined {
  const { pathname } = requestTarget(url)
  if (headers.upgrade !== undefined) return { status: 400, why: 'There are no web sockets here.' }
  const [, allowed = reading] = methods.find(([beginning]) => pathname.startsWith(beginning)) ?? []
  if (!allowed.includes(method))
    return { status: 405, why: 'This cannot be done here.', headers: { allow: allowed.join(', ') } }
  if (!pathname.startsWith('/') || !isPlainPath(pathname))
    return { status: 400, why: 'This is no address of a page.' }
  return undefined
}

/** Percent-encoded UTF-8 without what a path may be misread by. */
function isPlainPath(pathname: string): boolean {
  try {
    const segments = pathname.split('/').map(decodeURIComponent)
    return !segments.some((segment) => segment === '.' || segment === '..' || /[\0\\]/.test(segment))
  } catch {
    return false
  }
}

function wrongSender({ headers, method }: IncomingMessage, port: number): Refusal | undefined {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
  const isNavigation = mode === 'navigate' && dest === 'document'
  if (origin !== undefined && !ownHosts(port).some((host) => origin === `http://${host}`))
    return { status: 403, why: 'Unknown origin' }
  // Every browser that says where a request comes from also says the origin of a POST.
  if (method === 'POST' && site !== undefined && origin === undefined)
    return { status: 403, why: 'Unknown origin' }
  if (typeof dest === 'string' && frames.includes(dest))
    return { status: 403, why: 'This page is shown in no frame.' }
  if (site === undefined || site === 'same-origin' || (site === 'none' && isNavigation)) return undefined
  return { status: 403, why: 'This request comes from another page.', ...(isNavigation && { isPage: true }) }
}
