/** The address of our own page, and what may ask for it: only that page itself. */
export const scheme = 'app'
const host = 'desk'
export const origin = `${scheme}://${host}`
export const home = `${origin}/`

const methods = ['GET', 'HEAD', 'POST']

/** Whether an address is one of our own page: this scheme, this host, and neither port nor name of a user. */
export function isOurs(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === ''
}

/** What was made in our page (a list to save), by the address it has there. */
export const isMadeByUs = (address: string): boolean =>
  address.startsWith('blob:') && isOurs(address.slice('blob:'.length))

const refusal = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

/** Wraps the face for the app's own scheme: answers what may not pass, else hands over. */
export const guardScheme =
  (face: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    if (!isOurs(request.url)) return refusal(404, 'Unknown host')
    if (!methods.includes(request.method))
      return refusal(405, 'Unknown method', { allow: methods.join(', ') })
    const from = request.headers.get('origin')
    if (from !== null && from !== origin) return refusal(403, 'Unknown origin')
    // `none`: the window itself opens the page.
    const site = request.headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin' && site !== 'none') return refusal(403, 'Unknown site')
    return face(request)
  }
