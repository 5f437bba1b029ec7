/** Controls access to the loopback page: browsers signed in by a link, each with a session. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock, withTimeLimit } from '../../../platform/clock.ts'
import { createGrants, type PageSession } from '../../../platform/page-session.ts'
import { withPageHeaders } from '../../../rpc/page.ts'
import type { PageHandler } from '../../../rpc/page-handler.ts'
import { pageLimits } from '../../../rpc/uploads.ts'

const minute = 60_000
/**
 * Maximum number of links and sessions; a further one removes the oldest link, or the session idle for
 * longest.
 */
const maxLinks = 16
const maxSessions = 64
/** Milliseconds after which an unused session expires. */
const idleTime = 30 * 24 * 60 * minute
/** Milliseconds for which an export can be fetched from its address. */
const addressTime = 60 * minute

/** The secrets of a signed-in browser. */
export interface Pass {
  /** Sent by the browser in a header of every call. */
  session: string
  /** Part of the addresses of pictures, whose requests have no such header; valid for pictures only. */
  pictureKey: string
}

interface StoredSession extends PageSession {
  hash: Buffer
  pictureKeyHash: Buffer
  usedAt: number
}

const secret = (): string => randomBytes(24).toString('base64url')
const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(clock: Clock = systemClock) {
  const addressSecret = randomBytes(32)
  let links: { hash: Buffer; until: number }[] = []
  let sessions: StoredSession[] = []

  /** Compares with every entry in constant time, so that the duration reveals nothing about any of them. */
  const matching = <T>(all: readonly T[], hash: (one: T) => Buffer, value: string): T | undefined => {
    const wanted = hashOf(value)
    return all.filter((one) => timingSafeEqual(hash(one), wanted))[0]
  }
  const current = (): StoredSession[] => {
    sessions = sessions.filter(({ usedAt }) => clock.now() - usedAt < idleTime)
    return sessions
  }
  const proofOf = (path: string, until: string): string =>
    createHmac('sha256', addressSecret).update(`${until} ${path}`).digest('base64url')

  return {
    /** Creates a token that signs in one browser, once. @param lasts in milliseconds; unlimited if omitted */
    link(lasts: number = Number.POSITIVE_INFINITY): string {
      const token = secret()
      links = [...links, { hash: hashOf(token), until: clock.now() + lasts }].slice(-maxLinks)
      return token
    },
    /** Exchanges a token for a pass; undefined when the token is used, expired or unknown. */
    enter(token: string): Pass | undefined {
      links = links.filter(({ until }) => clock.now() < until)
      const link = matching(links, ({ hash }) => hash, token)
      if (!link) return undefined
      links = links.filter((one) => one !== link)
      const pass = { session: secret(), pictureKey: secret() }
      const stored: StoredSession = {
        hash: hashOf(pass.session),
        pictureKeyHash: hashOf(pass.pictureKey),
        usedAt: clock.now(),
        grants: createGrants(),
        addressOf(path) {
          const until = String(clock.now() + addressTime)
          return `${path}?${new URLSearchParams({ until, proof: proofOf(path, until) })}`
        },
      }
      sessions = [...current().toSorted((one, other) => one.usedAt - other.usedAt), stored].slice(
        -maxSessions,
      )
      return pass
    },
    find(session: string): PageSession | undefined {
      const found = matching(current(), ({ hash }) => hash, session)
      if (found) found.usedAt = clock.now()
      return found
    },
    isPictureKey: (key: string): boolean =>
      matching(current(), ({ pictureKeyHash }) => pictureKeyHash, key) !== undefined,
    /** Whether `addressOf` created this address, including its query, and the address is still valid. */
    isGivenOut({ pathname, searchParams }: URL): boolean {
      const until = searchParams.get('until') ?? ''
      const proof = hashOf(searchParams.get('proof') ?? '')
      return timingSafeEqual(hashOf(proofOf(pathname, until)), proof) && clock.now() < Number(until)
    },
  }
}

/**
 * Limits of a token request: its length in characters, and the time for its complete body in milliseconds.
 */
const maxTokenCharacters = 1024
const maxTokenTime = 10_000

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  withPageHeaders(
    new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } }),
  )
const notSignedIn = (): Response =>
  plain(401, 'This page has no session. Open it with the link that Catalog Desk printed in the terminal.', {
    'www-authenticate': 'Bearer',
    connection: 'close',
  })

/**
 * Restricts the loopback page to the person who started the host. The screens contain no data and are served
 * to anybody. Data requires a session in a header: no other page knows the session, and browsers do not add
 * the header by themselves, as they do with cookies for every port of this computer. The token of a link is
 * after the `#`, so no request contains it: a program that only fetches a link, such as a preview, does not
 * use it up.
 */
export function guardPage(
  sessions: Sessions,
  { handler, screens }: { handler: PageHandler; screens: (request: Request) => Promise<Response> },
): (request: Request) => Promise<Response> {
  /**
   * The session for pictures and downloads, whose requests have no session header; no file can be granted in
   * it.
   */
  const publicSession = { grants: createGrants(), addressOf: (path: string) => path }

  async function enter(request: Request): Promise<Response> {
    const stalled = () => new Error('The token did not arrive.')
    const token = await withTimeLimit(readToken(request), maxTokenTime, stalled).catch(() => undefined)
    const pass = token === undefined ? undefined : sessions.enter(token)
    return pass
      ? withPageHeaders(Response.json(pass))
      : plain(403, 'This link was used already, or has expired.', { connection: 'close' })
  }

  return async (request) => {
    const address = new URL(request.url)
    const { pathname, searchParams } = address
    if (pathname === '/session') return enter(request)
    if (pathname.startsWith('/rpc/') || pathname === '/uploads') {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      const session = sessions.find(token)
      if (!session) return notSignedIn()
      return (pathname === '/uploads' ? undefined : wrongLength(request)) ?? handler(request, session)
    }
    if (pathname.startsWith('/pictures/'))
      return sessions.isPictureKey(searchParams.get('key') ?? '')
        ? handler(request, publicSession)
        : notSignedIn()
    if (pathname.startsWith('/exports/'))
      return sessions.isGivenOut(address) ? handler(request, publicSession) : notSignedIn()
    return screens(request)
  }
}

/**
 * Refuses a call without a length, or one that is too large for memory, because calls are read as a whole.
 */
function wrongLength({ headers }: Request): Response | undefined {
  const length = headers.get('content-length')
  if (length === null)
    return plain(411, 'A request must have a Content-Length header.', { connection: 'close' })
  if (Number(length) <= pageLimits.callBytes) return undefined
  return plain(413, `A call is at most ${pageLimits.callBytes} bytes long.`, { connection: 'close' })
}

async function readToken(request: Request): Promise<string | undefined> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const part of request.body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.length > maxTokenCharacters) return undefined
    }
    const { token }: { token?: unknown } = JSON.parse(text)
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}
