import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer, type Plugin } from 'vite'
import { pageConfig } from '../../../electron.vite.config.ts'
import { newNonce, nonceMark, pagePolicy, withPageHeaders } from '../../rpc/page.ts'
import { guardPage } from '../headless/page/guard-page.ts'
import { refusalOf, refuse } from '../headless/page/request-checks.ts'
import { admitByLink, createSessions } from '../headless/page/sessions.ts'
import { projectDirectory } from './build.ts'
import type { DevelopmentHost } from './dev-host.ts'

/**
 * The base path of the page's modules, because the path of `src-renderer/rpc` would otherwise collide with
 * the calls.
 */
const modules = '/@page/'
/** Milliseconds within which changes are combined (debounce). */
const debounce = 200
const backend = ['src-main', 'src-shared'].map((folder) => join(projectDirectory, folder))

export type DevelopmentPage = Awaited<ReturnType<typeof developmentPage>>

/**
 * Serves the page from its sources, and forwards calls of signed-in browsers. Only this server has a session
 * with the host, so browsers stay signed in when the host restarts.
 * @param port 0 picks a free one
 */
export async function developmentPage(host: DevelopmentHost, port: number) {
  const sessions = createSessions()
  let listening = port

  /** Forwards a call to the host with this server's session. */
  async function forward(request: Request): Promise<Response> {
    const running = await host.ready().catch(() => undefined)
    if (!running) return new Response('The backend did not start; its terminal says why.', { status: 503 })
    const { address, pass } = running
    const { pathname, search } = new URL(request.url)
    const query = pathname.startsWith('/pictures/') ? `?key=${pass.pictureKey}` : search
    const headers = new Headers(request.headers)
    for (const name of ['host', 'connection', 'transfer-encoding']) headers.delete(name)
    if (headers.has('authorization')) headers.set('authorization', `Bearer ${pass.session}`)
    if (headers.has('origin')) headers.set('origin', address)
    const { method, body, signal } = request
    return fetch(new URL(pathname + query, address), { method, headers, body, signal, duplex: 'half' }).catch(
      // The host is restarting; the page retries.
      () => new Response(null, { status: 503 }),
    )
  }

  async function screens(request: Request): Promise<Response> {
    const html = await readFile(join(pageConfig.root, 'index.html'), 'utf8')
    const nonce = newNonce()
    const text = (await server.transformIndexHtml(new URL(request.url).pathname, html)).replaceAll(
      nonceMark,
      nonce,
    )
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': developmentPolicy(nonce),
    }
    return withPageHeaders(new Response(text, { headers }))
  }

  const guarded = guardPage(admitByLink(sessions), { handler: forward, screens })
  const answer = getRequestListener(
    // The host signs the addresses of its exports and checks them itself.
    (request) =>
      new URL(request.url).pathname.startsWith('/exports/') ? forward(request) : guarded(request),
    { overrideGlobalObjects: false },
  )

  const page: Plugin = {
    name: 'catalog-desk-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const refusal = refusalOf(request, listening)
        if (refusal) refuse(request, response, refusal)
        else if (request.url?.startsWith(modules)) next()
        else void answer(request, response)
      })
      let timer: NodeJS.Timeout | undefined
      server.watcher.add(backend)
      server.watcher.on('all', (_event, path) => {
        if (!backend.some((folder) => path.startsWith(folder + sep)) || path.includes('.test.')) return
        clearTimeout(timer)
        timer = setTimeout(async () => {
          await host.restart()
          server.ws.send({ type: 'full-reload' })
        }, debounce)
      })
    },
  }
  const server = await createServer({
    ...pageConfig,
    base: modules,
    configFile: false,
    appType: 'custom',
    // Packages are resolved before the first page: one found later would reload the page.
    optimizeDeps: { entries: ['**/*.{ts,tsx}', '!**/*.test.{ts,tsx}', '!**/testing/**'] },
    logLevel: 'warn',
    clearScreen: false,
    plugins: [...pageConfig.plugins, page],
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  listening = address.port
  return {
    /** A new address to open; its token signs in one browser. */
    link: (): string => `http://127.0.0.1:${listening}/#token=${sessions.link()}`,
    close: (): Promise<void> => server.close(),
  }
}

/** The content security policy of the built page, plus the inline script of React's hot replacement. */
const developmentPolicy = (nonce: string): string =>
  pagePolicy(nonce).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
