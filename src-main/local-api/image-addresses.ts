import { createHmac, timingSafeEqual } from 'node:crypto'
import { mediaPath } from '../media/picture-path.ts'

/** Addresses are good for a day at least; the end is rounded up to the hour, so that answers stay equal for a while. */
const lifetime = 24 * 3600
const rounding = 3600

/** Full, signed addresses of pictures that expire, so that they can be opened without the credential headers. */
export interface ImageAddresses {
  sign(origin: string, path: string): string
  /** The path below `/media/` an address names; `expired` or `invalid` when it must not be served. */
  check(pathname: string, query: URLSearchParams): { path: string } | 'expired' | 'invalid'
}

/** @param key a secret of the workspace, 32 bytes @param now milliseconds since the epoch */
export function imageAddresses(key: Uint8Array, now: () => number): ImageAddresses {
  const signature = (path: string, expires: number) =>
    createHmac('sha256', key).update(`${expires}\n${path}`).digest('base64url')
  return {
    sign(origin, path) {
      const expires = Math.ceil((now() / 1000 + lifetime) / rounding) * rounding
      return `${origin}${mediaPath}${path}?expires=${expires}&signature=${signature(path, expires)}`
    },
    check(pathname, query) {
      const path = pathname.slice(mediaPath.length)
      const expires = Number(query.get('expires'))
      const given = Buffer.from(query.get('signature') ?? '')
      const expected = Buffer.from(signature(path, expires))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
      return expires * 1000 > now() ? { path } : 'expired'
    },
  }
}
