import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import type { Desk, OpenWorkspace } from '../app/desk.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Grants } from '../platform/granted-files.ts'
import { createClosedRouter } from './desk-procedures.ts'
import { type FaceLimits, faceLimits } from './face-limits.ts'
import { withPageHeaders } from './page-headers.ts'
import { createRouter } from './router.ts'
import { createScreens } from './screens.ts'
import { createUploads } from './uploads.ts'

export interface FaceOptions {
  /** The built screens. */
  renderer: string
  /** What the person chose, of a host that has one session: the desktop's window. */
  grants: Grants
  /** The host's own question before a folder that was typed is used; without it the page's button is the answer. */
  confirm?: FaceSession['confirm']
  /** In place of the usual. */
  limits?: FaceLimits
}

/** @param session of a host that has many; else the one of the options */
export type Face = (request: Request, session?: FaceSession) => Promise<Response>

type Answer = (request: Request, session: FaceSession) => Promise<Response>

/**
 * Everything behind the face, as one function from request to answer: the typed calls (`/rpc`), pictures, uploads
 * and the screens themselves, of whichever workspace is open. Whoever calls it has made sure that the request comes
 * from our own page. While another workspace is being opened, requests wait for it.
 */
export function createFace(
  desk: Desk,
  { renderer, grants, confirm, limits = faceLimits }: FaceOptions,
): Face {
  const only: FaceSession = { grants, addressOf: (path) => path, ...(confirm && { confirm }) }
  const screens = createScreens(desk, renderer)
  let made: { of: OpenWorkspace | undefined; cause: string | undefined; answer: Answer } | undefined
  return async (request, session = only) => {
    await desk.settled()
    const of = desk.current()
    const cause = of ? undefined : desk.trouble()?.message
    if (!made || made.of !== of || made.cause !== cause)
      made = { of, cause, answer: of ? faceOf(desk, of, screens, limits) : closedFace(desk, screens) }
    return withPageHeaders(await made.answer(request, session))
  }
}

const noProcedure = (): Response => new Response('No such procedure', { status: 404 })

/** While no workspace is open: the screens, and what it takes to open one. */
function closedFace(desk: Desk, screens: (request: Request) => Promise<Response>): Answer {
  const rpc = new RPCHandler<FaceSession>(createClosedRouter(desk))
  const app = new Hono<{ Bindings: FaceSession }>()
  app.use('/rpc/*', async (context) => {
    const { response } = await rpc.handle(context.req.raw, { prefix: '/rpc', context: context.env })
    return response ?? noProcedure()
  })
  app.get('*', (context) => screens(context.req.raw))
  return async (request, session) => app.fetch(request, session)
}

function faceOf(
  desk: Desk,
  workspace: OpenWorkspace,
  screens: (request: Request) => Promise<Response>,
  limits: FaceLimits,
): Answer {
  const { services } = workspace
  const uploads = createUploads(join(services.directory, 'uploads'), limits)
  services.onClose(() => void uploads.close().catch(() => {}))
  const rpc = new RPCHandler<FaceSession>(createRouter(desk, workspace, uploads))
  const app = new Hono<{ Bindings: FaceSession }>()

  app.use('/rpc/*', async (context) => {
    const { response } = await rpc.handle(context.req.raw, { prefix: '/rpc', context: context.env })
    return response ?? noProcedure()
  })
  app.get('/pictures/:sha256{[0-9a-f]{64}}/:variant?', async (context) => {
    const { sha256, variant } = context.req.param()
    const picture = await services.media.file(sha256, variant ?? 'original')
    if (!picture) return context.text('No such picture', 404)
    // The address names the content: it never changes.
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        'content-type': picture.mimeType,
        'cache-control': 'private, max-age=31536000, immutable',
      },
    })
  })
  app.get('/exports/:id/:name', (context) => {
    const file = services.exports.download(context.req.param('id'))
    if (!file) return context.text('This file is not there any more. Export it again.', 404)
    // Read as fast as the browser takes it.
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
