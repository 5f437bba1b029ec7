import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import { toFileError } from '../platform/file-error.ts'
import type { Grants } from '../platform/granted-files.ts'
import type { Desk, OpenWorkspace } from '../services/desk.ts'
import { computerSettingsIn } from '../workspace/computer-settings.ts'
import { createClosedRouter } from './desk-procedures.ts'
import { createRouter } from './router.ts'
import { serveStaticFiles } from './static-files.ts'

export interface FaceOptions {
  /** The built screens. */
  renderer: string
  /** What the person chose, where there is one session only: the desktop's window. */
  grants: Grants
}

type Answer = (request: Request) => Promise<Response>

/**
 * Everything behind the face, as one function from request to answer: the typed calls (`/rpc`), pictures, uploads
 * and the screens themselves, of whichever workspace is open. Whoever calls it has made sure that the request comes
 * from our own page. While another workspace is being opened, requests wait for it.
 */
export function createFace(desk: Desk, { renderer, grants: _grants }: FaceOptions): Answer {
  let made: { of: OpenWorkspace | undefined; cause: string | undefined; answer: Answer } | undefined
  return async (request) => {
    await desk.settled()
    const of = desk.current()
    const cause = desk.trouble()?.message
    if (!made || made.of !== of || made.cause !== cause)
      made = { of, cause, answer: of ? faceOf(desk, of, renderer) : closedFace(desk, renderer) }
    return made.answer(request)
  }
}

const serveScreens = (desk: Desk, renderer: string) => {
  const settings = computerSettingsIn(desk.home)
  return serveStaticFiles(renderer, async () => (await settings.read()).theme)
}

/** While no workspace is open: the screens, and what it takes to open one. */
function closedFace(desk: Desk, renderer: string): Answer {
  const rpc = new RPCHandler(createClosedRouter(desk))
  const screens = serveScreens(desk, renderer)
  const app = new Hono()
  app.use('/rpc/*', async (context) => {
    const { response } = await rpc.handle(context.req.raw, { prefix: '/rpc' })
    return response ?? context.text('No such procedure', 404)
  })
  app.get('*', (context) => screens(context.req.path))
  return async (request) => app.fetch(request)
}

function faceOf(desk: Desk, workspace: OpenWorkspace, renderer: string): Answer {
  const { services } = workspace
  const rpc = new RPCHandler(createRouter(desk, workspace))
  // Where a file sent from a browser is put for the import; emptied at every start.
  const uploadsFolder = join(services.directory, 'uploads')
  const screens = serveScreens(desk, renderer)
  const uploads = rm(uploadsFolder, { recursive: true, force: true })
  const app = new Hono()

  app.use('/rpc/*', async (context) => {
    const { response } = await rpc.handle(context.req.raw, { prefix: '/rpc' })
    return response ?? context.text('No such procedure', 404)
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
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
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
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      },
    })
  })
  app.post('/uploads', async (context) => {
    await uploads
    const body = context.req.raw.body
    if (!body) return context.text('The upload is empty', 400)
    const folder = join(uploadsFolder, crypto.randomUUID())
    const file = join(folder, basename(context.req.query('name') ?? '') || 'upload')
    try {
      await mkdir(folder, { recursive: true })
      await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      return context.text((toFileError(error) as Error).message, 507)
    }
    return context.json({ file })
  })
  app.get('*', (context) => screens(context.req.path))
  return async (request) => app.fetch(request)
}
