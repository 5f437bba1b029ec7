import { permissionsPolicy } from './page-policy.ts'

/**
 * What every answer of the face carries: it is for our own page only. No other page may frame it, read it, load it as
 * a picture or script, or keep a handle on the window that shows it.
 */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** For answers that say nothing else: they are no pages, and nobody keeps them. */
export const otherwise = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

export function withPageHeaders(response: Response): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value)
  for (const [name, value] of Object.entries(otherwise)) if (!headers.has(name)) headers.set(name, value)
  return response
}
