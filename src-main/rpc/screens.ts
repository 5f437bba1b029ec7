import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { ComputerSettings } from '../../src-shared/workspace/settings.ts'
import type { Desk } from '../app/desk.ts'
import { newNonce, nonceMark, pagePolicy, withPageHeaders } from './page.ts'

/**
 * Serves the files of the screens, which contain no data except the theme and the language.
 * @param options `signsIn`: people sign in by name, so the page asks for it
 */
export function createScreens(
  desk: Desk,
  renderer: string,
  { signsIn = false }: { signsIn?: boolean } = {},
): (request: Request) => Promise<Response> {
  const answer = serveStaticFiles(renderer, async () => ({ ...(await desk.computer.read()), signsIn }))
  return async (request) => withPageHeaders(await answer(new URL(request.url).pathname))
}

const mimeTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
}

const headers = (path: string): Record<string, string> => ({
  'content-type': mimeTypes[extname(path)] ?? 'application/octet-stream',
  // Vite adds a content hash to the name of every file in assets/.
  'cache-control': path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
})

/**
 * Serves the built screens. A path that is not a file is the address of a screen and gets `index.html`, so
 * that a reload keeps the screen; such an address may contain a dot (`/catalog/8.1`). Only under `/assets/`,
 * where no screens are, a missing file returns 404.
 * @param chosen written into the page, so that the first paint has the theme, the language and the sign-in
 */
export function serveStaticFiles(
  directory: string,
  chosen: () => Promise<Pick<ComputerSettings, 'theme' | 'language'> & { signsIn?: boolean }>,
): (pathname: string) => Promise<Response> {
  const root = normalize(directory)
  const notFound = (): Response =>
    new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
  const answer = async (path: string): Promise<Response> =>
    new Response(new Uint8Array(await readFile(path)), { headers: headers(path) })

  const page = async (): Promise<Response> => {
    const path = join(root, 'index.html')
    const nonce = newNonce()
    const text = (await readFile(path, 'utf8')).replaceAll(nonceMark, nonce)
    const { theme, language, signsIn } = await chosen()
    const marks = [
      theme !== 'system' && ` data-theme="${theme}"`,
      language !== 'system' && ` data-language="${language}"`,
      signsIn && ' data-sign-in',
    ]
    return new Response(text.replace('<html', `<html${marks.filter(Boolean).join('')}`), {
      headers: {
        ...headers(path),
        'content-security-policy': pagePolicy(nonce),
        // The nonce is valid for one page.
        'cache-control': 'no-store',
      },
    })
  }

  return async (pathname) => {
    const wanted = wantedFile(root, pathname)
    if (wanted !== undefined) {
      try {
        return await answer(wanted)
      } catch {
        if (wanted.startsWith(join(root, 'assets') + sep)) return notFound()
      }
    }
    return page().catch(notFound)
  }
}

/** The file for a path inside `root` with an extension; undefined for any other path. */
function wantedFile(root: string, pathname: string): string | undefined {
  try {
    const wanted = normalize(join(root, decodeURIComponent(pathname)))
    return wanted.startsWith(root + sep) && extname(wanted) !== '' ? wanted : undefined
  } catch {
    // The path is not percent-encoded UTF-8; no file of ours has such a name.
    return undefined
  }
}
