import { randomBytes, timingSafeEqual } from 'node:crypto'
import { refusalPage } from './refusal-page.ts'

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

export interface SessionGuard {
  /** The address to open; its token lets exactly one browser in. */
  link(): string
  /** Wraps the face: answers what may not pass, else hands over. */
  guard(face: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>
}

/**
 * Keeps the loopback page to the person who started it. The printed link carries a one-time token that is exchanged
 * for a cookie; every other request needs that cookie, our own Host and, where one is sent, our own Origin. A token
 * dies when the session it opened first does something, so that a link preview that merely fetches it spends nothing.
 * @param port the port the page is served on; known only after listening, hence a function
 */
export function createSessionGuard(port: () => number): SessionGuard {
  const tokens = new Set<string>()
  /** Session to the token that opened it. */
  const sessions = new Map<string, string>()
  const hosts = (): string[] => ['127.0.0.1', 'localhost'].map((name) => `${name}:${port()}`)
  const cookieName = (): string => `catalog-desk-${port()}`

  const sessionOf = (request: Request): string | undefined => {
    const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/)
    const value = cookies
      .find((cookie) => cookie.startsWith(`${cookieName()}=`))
      ?.slice(cookieName().length + 1)
    return value === undefined ? undefined : [...sessions.keys()].find((session) => same(session, value))
  }
  const enter = (token: string): Response => {
    const known = [...tokens].find((candidate) => same(candidate, token))
    if (!known)
      return refusalPage(
        'This link was used already',
        'Each link opens Catalog Desk in one browser, once.',
        'Press Enter in the terminal where Catalog Desk runs, or start it again, and open the new link.',
      )
    const session = randomBytes(24).toString('base64url')
    sessions.set(session, known)
    const cookie = `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000`
    return plain(303, '', { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' })
  }

  return {
    link() {
      const token = randomBytes(24).toString('base64url')
      tokens.add(token)
      return `http://127.0.0.1:${port()}/?token=${token}`
    },
    guard: (face) => async (request) => {
      const url = new URL(request.url)
      const origin = request.headers.get('origin')
      if (!hosts().includes(request.headers.get('host') ?? '')) return plain(403, 'Unknown host')
      if (origin && !hosts().some((host) => origin === `http://${host}`)) return plain(403, 'Unknown origin')
      const token = url.searchParams.get('token')
      if (token && request.method === 'GET') return enter(token)
      const session = sessionOf(request)
      if (!session)
        return refusalPage(
          'This browser has not been let in',
          'Catalog Desk shows a catalog only to the person who started it.',
          'Open it with the link it printed when it started. Press Enter in its terminal for a new one.',
        )
      if (url.pathname.startsWith('/rpc/')) tokens.delete(sessions.get(session) ?? '')
      return face(request)
    },
  }
}
