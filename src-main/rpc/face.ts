import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import type { Services } from '../services.ts'
import { createRouter } from './router.ts'
import { serveStaticFiles } from './static-files.ts'

export interface FaceOptions {
  /** The built screens. */
  renderer: string
  /** Where a file sent from a browser is put for the import; emptied at every start. */
  uploads: string
}

/**
 * Everything behind the face, as one function from request to answer: the typed calls (`/rpc`), pictures, uploads
 * and the screens themselves. Whoever calls it has made sure that the request comes from our own page.
 */
export function createFace(
  services: Services,
  options: FaceOptions,
): (request: Request) => Promise<Response> {
  const rpc = new RPCHandler(createRouter(services))
  const screens = serveStaticFiles(options.renderer)
  const uploads = rm(options.uploads, { recursive: true, force: true })
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
  app.post('/uploads', async (context) => {
    await uploads
    const body = context.req.raw.body
    if (!body) return context.text('The upload is empty', 400)
    const folder = join(options.uploads, crypto.randomUUID())
    await mkdir(folder, { recursive: true })
    const file = join(folder, basename(context.req.query('name') ?? '') || 'upload')
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
    return context.json({ file })
  })
  app.get('*', (context) => screens(context.req.path))
  return async (request) => app.fetch(request)
}
