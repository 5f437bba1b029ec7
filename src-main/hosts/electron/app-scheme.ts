/** The address of our own page, and the check that requests come only from that page. */
export const scheme = 'app'
const host = 'desk'
/** No `corsEnabled`, so that no page of another origin can request anything. */
export const privileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  stream: true,
  codeCache: true,
}
export const origin = `${scheme}://${host}`
export const home = `${origin}/`

const methods = ['GET', 'HEAD', 'POST']

/** Whether an address belongs to our own page: our scheme, our host, no port and no user name. */
export function isOurs(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === ''
}

/** Whether an address names something that our page made, such as a list to save. */
export const isMadeByUs = (address: string): boolean =>
  address.startsWith('blob:') && isOurs(address.slice('blob:'.length))

const refusal = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

/**
 * Wraps the handler of the page for the app's own scheme: refuses requests that are known not to be from our
 * page, and forwards the others. Chromium may send neither Origin nor Sec-Fetch-Site on such a scheme, so
 * nothing depends on them: other pages cannot make a request, because the scheme is handled only in the
 * session of our page, allows no other origin (`privileges`), and the guards keep every other page and frame
 * out of that session.
 */
export const guardScheme =
  (handler: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    if (!isOurs(request.url)) return refusal(404, 'Unknown host')
    if (!methods.includes(request.method))
      return refusal(405, 'Unknown method', { allow: methods.join(', ') })
    const from = request.headers.get('origin')
    if (from !== null && from !== origin) return refusal(403, 'Unknown origin')
    // `none`: the window itself opens the page.
    const site = request.headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin' && site !== 'none') return refusal(403, 'Unknown site')
    return handler(request)
  }
