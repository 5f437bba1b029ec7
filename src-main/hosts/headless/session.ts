import { withTimeLimit } from '../../platform/clock.ts'
import { createGrants } from '../../platform/face-session.ts'
import type { Face } from '../../rpc/face.ts'
import { withPageHeaders } from '../../rpc/page.ts'
import { faceLimits } from '../../rpc/uploads.ts'
import type { Sessions } from './sessions.ts'

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
