import { createHmac, timingSafeEqual } from 'node:crypto'
import { mediaPath } from '../../media/index.ts'

/** Addresses are good for a day at least; the end is rounded up to the hour, so that answers stay equal for a while. */
const lifetime = 24 * 3600
const rounding = 3600

/** Full, signed addresses of pictures that expire, so that they can be opened without the credential headers. */
export interface ImageAddresses {
  sign(origin: string, path: string): string
  /** The path below `/media/` an address names; `expired` or `invalid` when it must not be served. */
  check(pathname: string, query: URLSearchParams): OpenAddress | 'expired' | 'invalid'
}

/** What a good address opens, until when: seconds since the epoch. */
export interface OpenAddress {
  path: string
  expires: number
}

/** @param key a secret of the workspace, 32 bytes @param now milliseconds since the epoch */
export function imageAddresses(key: Uint8Array, now: () => number): ImageAddresses {
  const signature = (path: string, expires: number) =>
    createHmac('sha256', key).update(`${expires}\n${path}`).digest('base64url')
  return {
    sign(origin, path) {
      const expires = Math.ceil((now() / 1000 + lifetime) / rounding) * rounding
      // One parameter and no ampersand: clients that leave `&amp;` as it is written find the picture all the same.
      return `${origin}${mediaPath}${path}?signature=${expires}.${signature(path, expires)}`
    },
    check(pathname, query) {
      const path = pathname.slice(mediaPath.length)
      const { expires, given } = signatureOf(query)
      const expected = Buffer.from(signature(path, expires))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
      return expires * 1000 > now() ? { path, expires } : 'expired'
    },
  }
}

/** `signature=<expires>.<signature>`; earlier versions wrote `expires=<expires>&signature=<signature>`. */
function signatureOf(query: URLSearchParams): { expires: number; given: Buffer } {
  const text = query.get('signature') ?? ''
  const dot = text.indexOf('.')
  const [expires, given] =
    dot < 0 ? [query.get('expires') ?? '', text] : [text.slice(0, dot), text.slice(dot + 1)]
  return { expires: /^\d{1,15}$/.test(expires) ? Number(expires) : 0, given: Buffer.from(given) }
}
