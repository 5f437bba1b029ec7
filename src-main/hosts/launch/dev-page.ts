import { readFile } from 'node:fs/promises'
import {
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, sep } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { face } from '../../../electron.vite.config.ts'
import { newNonce, nonceMark, pageHeaders, pagePolicy } from '../../rpc/page.ts'
import { refusalOf } from '../headless/page/front-door.ts'
import { createSessions } from '../headless/page/sessions.ts'
import { projectDirectory } from './build.ts'
import type { DevelopmentHost } from './dev-host.ts'

/** The path over the face's modules, since the path of `src-renderer/rpc` would otherwise be that of the calls. */
const modules = '/@face/'
/** How soon after one another changes count as one, in milliseconds. */
const together = 200
const backend = ['src-main', 'src-shared'].map((folder) => join(projectDirectory, folder))

/** The page of `npm run dev`. */
export interface DevelopmentPage {
  /** A fresh address to open; its token lets one browser in. */
  link(): string
  close(): Promise<void>
}

/**
 * Serves the face from its sources, and passes on the calls of the browsers it let in. This server alone has a session
 * with the host, so browsers stay let in when the host restarts.
 * @param port 0 picks a free one
 */
export async function developmentPage(host: DevelopmentHost, port: number): Promise<DevelopmentPage> {
  const sessions = createSessions()
  let listening = port

  async function answerPage(pathname: string, response: ServerResponse): Promise<void> {
    const html = await readFile(join(face.root, 'index.html'), 'utf8')
    const nonce = newNonce()
    const text = (await server.transformIndexHtml(pathname, html)).replaceAll(nonceMark, nonce)
    response.writeHead(200, {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': developmentPolicy(nonce),
    })
    response.end(text)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const refuse = (status: number, why: string) => void response.writeHead(status).end(why)
    const refusal = refusalOf(request, listening)
    if (refusal) return refuse(refusal.status, refusal.why)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/session') {
      const pass = sessions.enter(await tokenOf(request))
      if (!pass) return refuse(403, 'This link was used already.')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pass))
      return
    }
    const isCall = pathname.startsWith('/rpc/') || pathname === '/uploads'
    const isPicture = pathname.startsWith('/pictures/')
    if (!isCall && !isPicture && !pathname.startsWith('/exports/'))
      return pathname.startsWith(modules) ? next() : answerPage(pathname, response)
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    const isLetIn = isPicture
      ? sessions.isPictureKey(searchParams.get('key') ?? '')
      : !isCall || sessions.find(bearer) !== undefined
    if (!isLetIn) return refuse(401, 'This page has not been let in.')
    const behind = await host.ready().catch(() => undefined)
    if (!behind) return refuse(503, 'The backend did not start; its terminal says why.')
    const { address, pass } = behind
    passOn(
      request,
      response,
      new URL(isPicture ? `${pathname}?key=${pass.pictureKey}` : (request.url ?? ''), address),
      {
        authorization: isCall ? `Bearer ${pass.session}` : undefined,
        origin: request.headers.origin === undefined ? undefined : address,
      },
    )
  }

  const page: Plugin = {
    name: 'catalog-desk-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => void answer(request, response, next).catch(next))
      let timer: NodeJS.Timeout | undefined
      server.watcher.add(backend)
      server.watcher.on('all', (_event, path) => {
        if (!backend.some((folder) => path.startsWith(folder + sep)) || path.includes('.test.')) return
        clearTimeout(timer)
        timer = setTimeout(async () => {
          await host.restart()
          server.ws.send({ type: 'full-reload' })
        }, together)
      })
    },
  }
  const server = await createServer({
    ...face,
    base: modules,
    configFile: false,
    appType: 'custom',
    // Packages are looked for before the first page: one found later, with an opened screen, would reload the page.
    optimizeDeps: { entries: ['**/*.{ts,tsx}', '!**/*.test.{ts,tsx}', '!**/testing/**'] },
    logLevel: 'warn',
    clearScreen: false,
    plugins: [...face.plugins, page],
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  listening = address.port
  return {
    link: () => `http://127.0.0.1:${listening}/#token=${sessions.link()}`,
    close: () => server.close(),
  }
}

/** The policy of the built page, which also allows the one script that React's hot replacement writes into the page. */
const developmentPolicy = (nonce: string): string =>
  pagePolicy(nonce).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)

/** Sends the browser's request to the host, and the host's answer to the browser. */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
  headers: { authorization: string | undefined; origin: string | undefined },
): void {
  const given: OutgoingHttpHeaders = { ...request.headers, host: address.host }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given[name] = value
  const asked = ask(address, { method: request.method, headers: given }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  // The host is restarting; the page asks again.
  asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(503).end()))
  response.on('close', () => asked.destroy())
  request.pipe(asked)
}

async function tokenOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > 1024) return ''
  }
  try {
    return String((JSON.parse(text) as { token?: unknown }).token)
  } catch {
    return ''
  }
}
