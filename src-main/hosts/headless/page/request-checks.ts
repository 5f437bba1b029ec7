/** Checks requests to the loopback page, and answers those that are refused. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestTarget } from '../../../local-api/index.ts'
import { defaultHeaders, pageHeaders } from '../../../rpc/page.ts'

/** A refused request: status and reason. */
interface Refusal {
  status: number
  why: string
  /** Whether a person sees the refusal instead of the page, so that it needs an explanation for people. */
  isPage?: boolean
  headers?: Record<string, string>
}

/** Values of Sec-Fetch-Dest for a page embedded in another one. */
const frames = ['iframe', 'frame', 'fencedframe', 'object', 'embed']
const reading = ['GET', 'HEAD']
/** The allowed methods by path; the first matching prefix counts. */
const methods: [beginning: string, allowed: string[]][] = [
  ['/rpc/', ['POST']],
  ['/uploads', ['POST']],
  ['/session', ['POST']],
  ['/', reading],
]

/** Host and port as our own page sends them. */
const ownHosts = (port: number): string[] =>
  ['127.0.0.1', 'localhost'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])])

/**
 * Refuses requests that are not for us, or that were not sent by our page, regardless of any session. For a
 * browser, other servers on this computer are the same site, and other host names can resolve to us. A page
 * of either can send arbitrary requests, but cannot forge their origin.
 * @param port the port of the page
 * @param publicAddress a further origin at which the page is reached, through a proxy
 */
export function refusalOf(
  request: IncomingMessage,
  port: number,
  publicAddress?: string,
): Refusal | undefined {
  const origins = ownHosts(port).map((host) => `http://${host}`)
  if (publicAddress !== undefined) origins.push(publicAddress)
  return wrongHost(request, origins) ?? wrongTarget(request) ?? wrongSender(request, origins)
}

function wrongHost(
  { headersDistinct, url }: IncomingMessage,
  origins: readonly string[],
): Refusal | undefined {
  const hosts = headersDistinct['host'] ?? []
  if (hosts.length !== 1) return { status: 400, why: 'A request names one host.' }
  if (/^https:/i.test(url ?? '')) return { status: 403, why: 'Unknown host' }
  const { authority } = requestTarget(url)
  const named = authority === undefined ? hosts : [...hosts, authority]
  const hostsOfPage = origins.map((origin) => origin.slice(origin.indexOf('//') + 2))
  const isOurs = named.every((host) => hostsOfPage.includes(host.toLowerCase()))
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

/** Whether the path is valid percent-encoded UTF-8 without ambiguous segments. */
function isPlainPath(pathname: string): boolean {
  try {
    const segments = pathname.split('/').map(decodeURIComponent)
    return !segments.some((segment) => segment === '.' || segment === '..' || /[\0\\]/.test(segment))
  } catch {
    return false
  }
}

function wrongSender({ headers, method }: IncomingMessage, origins: readonly string[]): Refusal | undefined {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
  const isNavigation = mode === 'navigate' && dest === 'document'
  if (origin !== undefined && !origins.includes(origin)) return { status: 403, why: 'Unknown origin' }
  // Every browser that sends Sec-Fetch-Site also sends the origin of a POST.
  if (method === 'POST' && site !== undefined && origin === undefined)
    return { status: 403, why: 'Unknown origin' }
  if (typeof dest === 'string' && frames.includes(dest))
    return { status: 403, why: 'This page is shown in no frame.' }
  if (site === undefined || site === 'same-origin' || (site === 'none' && isNavigation)) return undefined
  return { status: 403, why: 'This request comes from another page.', isPage: isNavigation }
}

/** Answers a refused request: with a plain text, or with a page for a person. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, why, isPage, headers }: Refusal,
): void {
  const { type, text, policy } = isPage
    ? { type: 'text/html', ...refusalPage }
    : { type: 'text/plain', text: why, policy: defaultHeaders['content-security-policy'] }
  response.writeHead(status, {
    ...pageHeaders,
    ...defaultHeaders,
    ...headers,
    'content-security-policy': policy,
    'content-type': `${type}; charset=utf-8`,
    // The rest of the body is not read.
    connection: 'close',
  })
  request.resume()
  response.end(request.method === 'HEAD' ? undefined : text)
}

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
    color: light-dark(#1c2024, #e6e8eb); background: light-dark(#f6f7f8, #16181d) }
  main { max-width: 27rem; margin: 1.5rem; padding: 1.5rem 1.75rem; border-radius: 12px;
    border: 1px solid light-dark(#dfe3e6, #33373d); background: light-dark(#fff, #1d2026) }
  h1 { margin: 0 0 .5rem; font-size: 1.2rem }
  p { margin: .5rem 0 0 }
  .name { margin: 0 0 1rem; font-size: .8rem; color: light-dark(#60676e, #9ba1a8) }
`
const sha256 = createHash('sha256').update(style).digest('base64')

/**
 * A small page shown instead of ours when another page opened it. Any page can do that, but must not be able
 * to read or control our page. The explanation is only shown to a person who navigated.
 */
const refusalPage = {
  /** Its content security policy. */
  policy: `default-src 'none'; style-src 'sha256-${sha256}'; frame-ancestors 'none'`,
  text: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Opened by another page · Catalog Desk</title>
<style>${style}</style>
<main>
<p class="name">Catalog Desk</p>
<h1>Opened from another page</h1>
<p>Catalog Desk opens only by its own link, not from other pages.</p>
<p>Copy the link from its terminal into the address bar of a new tab. Press Enter in the terminal for a new link.</p>
</main>
</html>
`,
}
