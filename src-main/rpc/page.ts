import { randomBytes } from 'node:crypto'

/** Text in the built page that is replaced by a new nonce in each response. */
export const nonceMark = '__CATALOG_DESK_NONCE__'

export const newNonce = (): string => randomBytes(16).toString('base64')

/**
 * The style elements of the toasts (sonner) and of the picture viewer (react-zoom-pan-pinch) do not support a
 * nonce: they are allowed by the SHA-256 of their text, and so is sonner's initially empty text. A different
 * version needs a different hash; page.test.ts reports it.
 */
export const libraryStyles = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-/aQdAPrD+kc0v7HnGQTuKBtoP6ZN+lnzOGVJ1Qt6dfw='",
]

/**
 * Content security policy of our pages: only their own scripts, styles, fonts and calls. Texts cannot become
 * scripts (trusted types), markup cannot contain styles, and a page can neither be framed nor contain frames.
 * @param nonce for the style elements created by CodeMirror and Base UI; new for each page
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${libraryStyles.join(' ')}`,
    "font-src 'self'",
    // Placeholders of pictures are `data:` addresses in list rows.
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Browser features that no screen uses. Some screens write to the clipboard. */
const refusedFeatures = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

export const permissionsPolicy = [
  'clipboard-write=(self)',
  ...refusedFeatures.map((name) => `${name}=()`),
].join(', ')

/**
 * Headers of every response, which is meant for our own page only: other pages can neither frame it, read it,
 * load it as a picture or script, nor keep a handle on its window.
 */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Headers for responses that do not set them: such a response is not a page, and must not be cached. */
export const defaultHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

export function withPageHeaders(response: Response): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value)
  for (const [name, value] of Object.entries(defaultHeaders)) if (!headers.has(name)) headers.set(name, value)
  return response
}
