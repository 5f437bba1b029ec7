/** Custom schemes. Chromium knows nothing of them: a page on one lives at `https://<host>.<scheme>.invalid`. */
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { type Json, send } from './chromium.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>
const schemes = new Map<string, SchemeHandler>()

export const toPage = (url: string): string =>
  url.replace(/^([a-z][\w+.-]*):\/\/([^/]+)/, (whole, scheme, host) =>
    schemes.has(scheme) ? `https://${host}.${scheme}.invalid` : whole,
  )
export const fromPage = (url: string): string =>
  url.replace(/^https:\/\/([^/]+)\.([\w+.-]+)\.invalid/, '$2://$1')

export const protocol = {
  registerSchemesAsPrivileged(): void {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
  handle: (scheme: string, handler: SchemeHandler): void => void schemes.set(scheme, handler),
  unhandle: (scheme: string): void => void schemes.delete(scheme),
}

class Session extends EventEmitter {
  protocol = protocol
  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
}
export const defaultSession = new Session()
export const session = { defaultSession, fromPartition: (): Session => defaultSession }

async function bodyOf(requestId: string, request: Json, sessionId: string): Promise<{ body?: BodyInit }> {
  if (!request['hasPostData']) return {}
  const inline: Json[] | undefined = request['postDataEntries']
  if (inline?.every(({ bytes }) => typeof bytes === 'string'))
    return { body: Buffer.concat(inline.map(({ bytes }) => Buffer.from(bytes, 'base64'))) }
  const { postData } = await send('Network.getRequestPostData', { requestId }, sessionId)
  return { body: postData }
}

/** Answers a request that Chromium paused because it goes to a custom scheme. */
export async function serve({ requestId, networkId, request }: Json, sessionId: string): Promise<void> {
  try {
    const url = fromPage(request.url)
    const handler = schemes.get(new URL(url).protocol.slice(0, -1))
    if (!handler) throw new Error(`No handler for ${url}`)
    const body = await bodyOf(networkId ?? requestId, request, sessionId)
    const answer = await handler(
      new Request(url, { method: request.method, headers: request.headers, ...body }),
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }))
    await send(
      'Fetch.fulfillRequest',
      { requestId, responseCode: answer.status, responseHeaders, body: bytes.toString('base64') },
      sessionId,
    )
  } catch {
    await send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, sessionId)
  }
}
