import { randomBytes } from 'node:crypto'

/** The text in the built page that each answer replaces by a nonce of its own. */
export const nonceMark = '__CATALOG_DESK_NONCE__'

export const newNonce = (): string => randomBytes(16).toString('base64')

/**
 * The style elements of the toasts (sonner) and of the picture viewer (react-zoom-pan-pinch) take no nonce: their texts are
 * allowed by their SHA-256, and so is the empty text that sonner's has at first. Another version needs another hash;
 * page.test.ts names it.
 */
export const libraryStyles = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-/aQdAPrD+kc0v7HnGQTuKBtoP6ZN+lnzOGVJ1Qt6dfw='",
]

/**
 * What a page of ours may load and do: its own scripts, styles, fonts and calls, and nothing from anywhere else. No text
 * becomes a script (trusted types), no style comes from markup, and the page is in no frame and has no frame.
 * @param nonce names the style elements that CodeMirror and Base UI make; each page has a new one
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${libraryStyles.join(' ')}`,
    "font-src 'self'",
    // Blurred previews of pictures come as `data:`, with the row they belong to.
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

/** Features of the browser that no screen uses. Some screens write to the clipboard. */
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
 * The headers of every answer of the face, which is for our own page only: no other page may frame the answer, read it,
 * load it as a picture or script, or keep a handle on the window that shows it.
 */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Headers of answers that set none of these: such an answer is no page, and nobody keeps it. */
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
