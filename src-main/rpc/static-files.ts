import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

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

/** Scripts and pictures come from this page's own origin only; nothing is ever loaded from elsewhere. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = (path: string): Record<string, string> => ({
  'content-type': mimeTypes[extname(path)] ?? 'application/octet-stream',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Vite puts a content hash in the name of everything under assets/.
  'cache-control': path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
})

/**
 * Serves the built screens. A path that names no file is a screen's address and gets `index.html`, so that a reload
 * stays where the person was.
 */
export function serveStaticFiles(directory: string): (pathname: string) => Promise<Response> {
  const root = normalize(directory)
  return async (pathname) => {
    const wanted = normalize(join(root, decodeURIComponent(pathname)))
    const isFile = wanted.startsWith(root + sep) && extname(wanted) !== ''
    const path = isFile ? wanted : join(root, 'index.html')
    try {
      return new Response(new Uint8Array(await readFile(path)), { headers: headers(path) })
    } catch {
      return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
    }
  }
}
