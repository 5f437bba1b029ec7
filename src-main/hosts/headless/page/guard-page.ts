/** Controls access to the page: what needs a session, and how a browser gets one. */
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { withTimeLimit } from '../../../platform/clock.ts'
import { createGrants } from '../../../platform/page-session.ts'
import { withPageHeaders } from '../../../rpc/page.ts'
import type { PageHandler } from '../../../rpc/page-handler.ts'
import { pageLimits } from '../../../rpc/uploads.ts'
import type { SignedIn as Pass } from '../../../team/index.ts'
import type { Admission } from './sessions.ts'

/**
 * Limits of a request for a session: its length in characters, and the time for its complete body in
 * milliseconds.
 */
const maxEntryCharacters = 4096
const maxEntryTime = 10_000

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  withPageHeaders(
    new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } }),
  )
const notSignedIn = ({ signIn }: Admission): Response =>
  plain(
    401,
    signIn
      ? 'This page has no session. Sign in.'
      : 'This page has no session. Open it with the link that Catalog Desk printed in the terminal.',
    { 'www-authenticate': 'Bearer', connection: 'close' },
  )

/**
 * Restricts the loopback page to those who are admitted. The screens contain no data and are served
 * to anybody. Data requires a session in a header: no other page knows the session, and browsers do not add
 * the header by themselves, as they do with cookies for every port of this computer. The token of a link is
 * after the `#`, so no request contains it: a program that only fetches a link, such as a preview, does not
 * use it up.
 */
export function guardPage(
  admission: Admission,
  { handler, screens }: { handler: PageHandler; screens: (request: Request) => Promise<Response> },
): (request: Request) => Promise<Response> {
  /**
   * The session for pictures and downloads, whose requests have no session header; no file can be granted in
   * it.
   */
  const publicSession = { grants: createGrants(), addressOf: (path: string) => path }

  async function enter(request: Request): Promise<Response> {
    const stalled = () => new Error('The credentials did not arrive.')
    const { token, name, password } = await withTimeLimit(readEntry(request), maxEntryTime, stalled).catch(
      (): Entry => ({}),
    )
    if (admission.signIn && name !== undefined && password !== undefined)
      return admission.signIn(name, password).then(passAnswer, refusalAnswer)
    const pass = token === undefined ? undefined : await admission.enter(token)
    return pass
      ? passAnswer(pass)
      : plain(403, 'This link was used already, or has expired.', { connection: 'close' })
  }

  return async (request) => {
    const address = new URL(request.url)
    const { pathname, searchParams } = address
    if (pathname === '/session') return enter(request)
    if (pathname.startsWith('/rpc/') || pathname === '/uploads') {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      const session = await admission.find(token)
      if (!session) return notSignedIn(admission)
      return (pathname === '/uploads' ? undefined : wrongLength(request)) ?? handler(request, session)
    }
    if (pathname.startsWith('/pictures/'))
      return (await admission.isPictureKey(searchParams.get('key') ?? ''))
        ? handler(request, publicSession)
        : notSignedIn(admission)
    if (pathname.startsWith('/exports/'))
      return admission.isGivenOut(address) ? handler(request, publicSession) : notSignedIn(admission)
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

const passAnswer = (pass: Pass): Response => withPageHeaders(Response.json(pass))

/** The answer for a refused sign-in, with the reason for the person. @throws a defect */
function refusalAnswer(error: unknown): Response {
  if (!(error instanceof PlainError)) throw error
  return withPageHeaders(Response.json({ code: error.code, message: error.message }, { status: 403 }))
}

/** What a browser sends to get a session: the token of a link, or name and password. */
interface Entry {
  token?: string | undefined
  name?: string | undefined
  password?: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

async function readEntry(request: Request): Promise<Entry> {
  let body = ''
  const decoder = new TextDecoder()
  for await (const part of request.body ?? []) {
    body += decoder.decode(part, { stream: true })
    if (body.length > maxEntryCharacters) return {}
  }
  const { token, name, password } = Object(JSON.parse(body)) as Record<string, unknown>
  return { token: text(token), name: text(name), password: text(password) }
}
