/** Who may ask the loopback page for what is on it: the browsers that were let in by a link, each with a session. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock, withTimeLimit } from '../../platform/clock.ts'
import { createGrants, type FaceSession } from '../../platform/face-session.ts'
import type { Face } from '../../rpc/face.ts'
import { withPageHeaders } from '../../rpc/page.ts'
import { faceLimits } from '../../rpc/uploads.ts'

const minute = 60_000
/** At a time. Of more links the oldest holds no longer; of more sessions, the one that was idle longest. */
const mostLinks = 16
const mostSessions = 64
/** A session that nobody used for so long is over. */
const idleTime = 30 * 24 * 60 * minute
/** How long the address of an export can be fetched from. */
const addressTime = 60 * minute

/** What a browser that was let in holds. */
interface Pass {
  /** Sent as a header with every call. */
  session: string
  /** In the addresses of pictures, which cannot send one; good for nothing else. */
  pictureKey: string
}

interface Kept extends FaceSession {
  hash: Buffer
  pictureKeyHash: Buffer
  usedAt: number
}

export interface Sessions {
  /** A token that lets one browser in, once. @param lasts in milliseconds; without it, until it is used */
  link(lasts?: number): string
  /** Undefined when the token was used, has expired, or never was one. */
  enter(token: string): Pass | undefined
  find(session: string): FaceSession | undefined
  isPictureKey(key: string): boolean
  /** Whether an address with its query was given out, and holds still. */
  isGivenOut(address: URL): boolean
}

const secret = (): string => randomBytes(24).toString('base64url')
const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

export function createSessions(clock: Clock = systemClock): Sessions {
  const addressSecret = randomBytes(32)
  let links: { hash: Buffer; until: number }[] = []
  let sessions: Kept[] = []

  /** Looks at every one: how long it takes tells nothing of any. */
  const matching = <T>(all: readonly T[], hash: (one: T) => Buffer, value: string): T | undefined => {
    const wanted = hashOf(value)
    return all.filter((one) => timingSafeEqual(hash(one), wanted))[0]
  }
  const current = (): Kept[] => {
    sessions = sessions.filter(({ usedAt }) => clock.now() - usedAt < idleTime)
    return sessions
  }
  const proofOf = (path: string, until: string): string =>
    createHmac('sha256', addressSecret).update(`${until} ${path}`).digest('base64url')

  return {
    link(lasts = Number.POSITIVE_INFINITY) {
      const token = secret()
      links = [...links, { hash: hashOf(token), until: clock.now() + lasts }].slice(-mostLinks)
      return token
    },
    enter(token) {
      links = links.filter(({ until }) => clock.now() < until)
      const link = matching(links, ({ hash }) => hash, token)
      if (!link) return undefined
      links = links.filter((one) => one !== link)
      const pass = { session: secret(), pictureKey: secret() }
      const kept: Kept = {
        hash: hashOf(pass.session),
        pictureKeyHash: hashOf(pass.pictureKey),
        usedAt: clock.now(),
        grants: createGrants(),
        addressOf(path) {
          const until = String(clock.now() + addressTime)
          return `${path}?${new URLSearchParams({ until, proof: proofOf(path, until) })}`
        },
      }
      sessions = [...current().toSorted((one, other) => one.usedAt - other.usedAt), kept].slice(-mostSessions)
      return pass
    },
    find(session) {
      const found = matching(current(), ({ hash }) => hash, session)
      if (found) found.usedAt = clock.now()
      return found
    },
    isPictureKey: (key) => matching(current(), ({ pictureKeyHash }) => pictureKeyHash, key) !== undefined,
    isGivenOut({ pathname, searchParams }) {
      const until = searchParams.get('until') ?? ''
      const proof = hashOf(searchParams.get('proof') ?? '')
      return timingSafeEqual(hashOf(proofOf(pathname, until)), proof) && clock.now() < Number(until)
    },
  }
}

/** The body that brings a token: its characters, and milliseconds until all of it is there. */
const mostTokenCharacters = 1024
const tokenPatience = 10_000

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  withPageHeaders(
    new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } }),
  )
const notLetIn = (): Response =>
  plain(401, 'This page has not been let in. Open it by the link of Catalog Desk’s terminal.', {
    'www-authenticate': 'Bearer',
    connection: 'close',
  })

/**
 * Keeps the loopback page to the person who started it. The screens are for everyone, for there is nothing in them;
 * what they show is asked for with a session's token in a header, which no other page knows and no browser adds by
 * itself, as it does with cookies to every port of this computer. The token is had for the one of a link, which stands
 * behind `#` and so is in no request: fetching a link, as previews do, spends nothing.
 */
export function guardFace(
  sessions: Sessions,
  { face, screens }: { face: Face; screens: (request: Request) => Promise<Response> },
): (request: Request) => Promise<Response> {
  /** For pictures and downloads, which are asked for without a session: no file is chosen in it. */
  const nobody = { grants: createGrants(), addressOf: (path: string) => path }

  async function enter(request: Request): Promise<Response> {
    const stalled = () => new Error('The token did not arrive.')
    const token = await withTimeLimit(readToken(request), tokenPatience, stalled).catch(() => undefined)
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
      if (!session) return notLetIn()
      return (pathname === '/uploads' ? undefined : wrongLength(request)) ?? face(request, session)
    }
    if (pathname.startsWith('/pictures/'))
      return sessions.isPictureKey(searchParams.get('key') ?? '') ? face(request, nobody) : notLetIn()
    if (pathname.startsWith('/exports/'))
      return sessions.isGivenOut(address) ? face(request, nobody) : notLetIn()
    return screens(request)
  }
}

/** A call is read whole before it is answered, so it says beforehand how long it is. */
function wrongLength({ headers }: Request): Response | undefined {
  const length = headers.get('content-length')
  if (length === null) return plain(411, 'A call says how long it is.', { connection: 'close' })
  if (Number(length) <= faceLimits.callBytes) return undefined
  return plain(413, `A call is at most ${faceLimits.callBytes} bytes long.`, { connection: 'close' })
}

async function readToken(request: Request): Promise<string | undefined> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const part of request.body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.length > mostTokenCharacters) return undefined
    }
    const { token }: { token?: unknown } = JSON.parse(text)
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}
