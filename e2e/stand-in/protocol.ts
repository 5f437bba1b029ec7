/**
 * Custom schemes, which Chromium does not support: a page of one is loaded from
 * `https://<host>.<scheme>.invalid`.
 */
import { app } from './app.ts'
import { type Json, send } from './chromium.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>
const known = new Set<string>()

export const toPage = (url: string): string =>
  url.replace(/^([a-z][\w+.-]*):\/\/([^/]+)/, (whole, scheme, host) =>
    known.has(scheme) ? `https://${host}.${scheme}.invalid` : whole,
  )
export const fromPage = (url: string): string =>
  url.replace(/^(blob:)?https:\/\/([^/]+)\.([\w+-]+)\.invalid/, '$1$3://$2')

/** The scheme handlers of one session. */
export class Protocol {
  #handlers = new Map<string, SchemeHandler>()
  registerSchemesAsPrivileged(): void {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  }
  handle(scheme: string, handler: SchemeHandler): void {
    known.add(scheme)
    this.#handlers.set(scheme, handler)
  }
  unhandle(scheme: string): void {
    this.#handlers.delete(scheme)
  }
  handlerOf = (url: string): SchemeHandler | undefined =>
    this.#handlers.get(new URL(url).protocol.slice(0, -1))
}

async function bodyOf(requestId: string, request: Json, sessionId: string): Promise<{ body?: BodyInit }> {
  if (!request['hasPostData']) return {}
  const inline: Json[] | undefined = request['postDataEntries']
  if (inline?.every(({ bytes }) => typeof bytes === 'string'))
    return { body: Buffer.concat(inline.map(({ bytes }) => Buffer.from(bytes, 'base64'))) }
  const { postData } = await send('Network.getRequestPostData', { requestId }, sessionId)
  return { body: postData }
}

/**
 * The headers as a custom scheme may have them: Chromium promises neither Origin nor Sec-Fetch headers there,
 * so nothing may need them.
 */
const headersOf = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !/^(origin|sec-fetch-.*)$/i.test(name))
    .map(([name, value]) => [name, /^referer$/i.test(name) ? fromPage(value) : value])

/** Fulfills a request to a custom scheme that Chromium paused. */
export async function serve(
  { requestId, networkId, request }: Json,
  protocol: Protocol,
  sessionId: string,
): Promise<void> {
  try {
    const url = fromPage(request.url)
    const handler = protocol.handlerOf(url)
    if (!handler) throw new Error(`No handler for ${url}`)
    const body = await bodyOf(networkId ?? requestId, request, sessionId)
    const answer = await handler(
      new Request(url, { method: request.method, headers: headersOf(request.headers), ...body }),
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
