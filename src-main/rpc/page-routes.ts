/** Routes of the user interface: typed calls (`/rpc`), pictures, exported files, uploads, and the screens. */

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import { PlainError } from '../../src-shared/plain-error.ts'
import { refusalStatus, refusalsHeader } from '../../src-shared/rpc/refusals.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Desk, OpenWorkspace } from '../app/desk.ts'
import type { PageSession } from '../platform/page-session.ts'
import { createClosedRouter } from './desk-procedures.ts'
import { createRouter } from './router.ts'
import { createUploads, type PageLimits } from './uploads.ts'

/** Handles one request of one session. */
export type Answer = (request: Request, session: PageSession) => Promise<Response>

type Screens = (request: Request) => Promise<Response>

/** A refusal as an answer that a browser does not log as an error; any other answer unchanged. */
function withPlainRefusal(response: Response): Response {
  if (response.status !== refusalStatus) return response
  const headers = new Headers(response.headers)
  headers.set(refusalsHeader, String(refusalStatus))
  return new Response(response.body, { status: 200, headers })
}

/** An app that handles the typed calls; other routes are added to it. */
function withCalls(rpc: RPCHandler<PageSession>) {
  const app = new Hono<{ Bindings: PageSession }>()
  app.use('/rpc/*', async (context) => {
    const { response } = await rpc.handle(context.req.raw, { prefix: '/rpc', context: context.env })
    if (!response) return new Response('No such procedure', { status: 404 })
    return context.req.header(refusalsHeader) === undefined ? response : withPlainRefusal(response)
  })
  return app
}

/** The user interface while no workspace is open: the screens, and the calls to open one. */
export function closedPage(desk: Desk, screens: Screens): Answer {
  const app = withCalls(new RPCHandler<PageSession>(createClosedRouter(desk)))
  app.get('*', (context) => screens(context.req.raw))
  return async (request, session) => app.fetch(request, session)
}

/** The message of an error that has one for a person. @throws any other error */
function messageOfPlainError(error: unknown): string {
  if (error instanceof PlainError) return error.message
  throw error
}

/** The user interface of the open workspace. */
export function openPage(desk: Desk, workspace: OpenWorkspace, screens: Screens, limits: PageLimits): Answer {
  const { services } = workspace
  const uploads = createUploads(join(services.directory, 'uploads'), limits)
  services.onClose(() => void uploads.close().catch(() => {}))
  const app = withCalls(new RPCHandler<PageSession>(createRouter(desk, workspace, uploads)))
  app.get('/pictures/:sha256{[0-9a-f]{64}}/:variant?', async (context) => {
    const { sha256, variant } = context.req.param()
    const picture = await services.media.file(sha256, variant ?? 'original').catch(messageOfPlainError)
    if (typeof picture === 'string') return context.text(picture, 503)
    if (!picture) return context.text('No such picture', 404)
    // The address contains the content hash, so the response never changes.
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        'content-type': picture.mimeType,
        'cache-control': 'private, max-age=31536000, immutable',
      },
    })
  })
  app.get('/exports/:id/:name', (context) => {
    const file = services.exports.download(context.req.param('id'))
    if (!file) return context.text(say`This file is not there any more. Export it again.`, 404)
    // The file is read as fast as the browser receives it.
    const body = Readable.toWeb(createReadStream(file.path)) as globalThis.ReadableStream<Uint8Array>
    return new Response(body, {
      headers: {
        'content-type': file.mimeType,
        'content-length': String(file.bytes),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      },
    })
  })
  app.post('/uploads', (context) =>
    uploads.receive(context.req.raw, (file) => context.env.grants.grant(file, 'import')),
  )
  app.get('*', (context) => screens(context.req.raw))
  return async (request, session) => app.fetch(request, session)
}
