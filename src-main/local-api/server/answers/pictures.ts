import { createHmac, timingSafeEqual } from 'node:crypto'
import parseRange, { type Range } from 'range-parser'
import { isStoreError, type MediaFile, type MediaSource, mediaPath } from '../../../media/index.ts'
import { lacksImageLibrary } from '../../../platform/image-library.ts'
import { ApiError } from './api-error.ts'
import { isListed } from './freshness.ts'

/** The answer to a picture request. */
interface PictureAnswer {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string | number>
  body: Uint8Array
}

const nothing = new Uint8Array()

/**
 * Answers GET on `/media/...` if the address is signed and has not expired; supports ETag, conditional
 * requests and one byte range.
 */
export async function answerPicture(
  pathname: string,
  query: URLSearchParams,
  headers: { ifNoneMatch?: string | undefined; range?: string | undefined; ifRange?: string | undefined },
  { images, media }: { images: ImageAddresses; media: MediaSource },
): Promise<PictureAnswer> {
  const checked = images.check(pathname, query)
  if (checked === 'expired')
    throw new ApiError(403, 'This picture address has expired. Ask for the item again to get a new one.')
  if (checked === 'invalid')
    throw new ApiError(
      403,
      'This picture address is not signed by this service. Use it exactly as it was given.',
    )
  const file = await media.open(checked.path).catch((error: unknown) => {
    if (lacksImageLibrary(error)) throw new ApiError(503, error.message)
    if (isStoreError(error))
      throw new ApiError(503, 'The pictures of this service cannot be read at the moment. Try again later.', {
        headers: { 'Retry-After': '60' },
        logged: error.message,
      })
    throw error
  })
  if (!file) throw new ApiError(404, 'There is no such picture.')
  return answerFile(file, headers, checked.expires)
}

function answerFile(
  file: MediaFile,
  {
    ifNoneMatch,
    range,
    ifRange,
  }: { ifNoneMatch?: string | undefined; range?: string | undefined; ifRange?: string | undefined },
  expires: number,
): PictureAnswer {
  const etag = `"${file.etag}"`
  const size = file.bytes.length
  const common = {
    ETag: etag,
    'Cache-Control': `private, max-age=86400, immutable`,
    Expires: new Date(expires * 1000).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Content-Type': file.mimeType,
    'X-Content-Type-Options': 'nosniff',
    ...(file.lastModified === undefined
      ? {}
      : { 'Last-Modified': new Date(file.lastModified).toUTCString() }),
  }
  if (ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || isListed(ifNoneMatch, etag)))
    return { status: 304, headers: common, body: nothing }
  // If the client has another version of the file, the complete file is sent.
  const wanted =
    range !== undefined && (ifRange === undefined || ifRange === etag) ? readRange(range, size) : undefined
  if (wanted === undefined)
    return { status: 200, headers: { ...common, 'Content-Length': size }, body: file.bytes }
  if (wanted === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...common, 'Content-Range': `bytes */${size}`, 'Content-Length': 0 },
      body: nothing,
    }
  const { start, end } = wanted
  return {
    status: 206,
    headers: {
      ...common,
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': end - start + 1,
    },
    body: file.bytes.subarray(start, end + 1),
  }
}

/**
 * One `bytes=` range (RFC 9110, section 14.1.2); undefined, for the complete file, if there are several or
 * none.
 */
function readRange(header: string, size: number): Range | 'unsatisfiable' | undefined {
  // The library reports two ranges as unsatisfiable that are not: a suffix longer than the file, which means
  // the whole file, and an end before the start, which is an invalid range.
  const normalized = header
    .trim()
    .replace(/^bytes=-(\d+)$/, (_, length: string) => `bytes=-${Math.min(Number(length), size)}`)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(normalized) ?? []
  if (Number(last) < Number(first)) return undefined
  const ranges = parseRange(size, normalized)
  if (ranges === -1) return 'unsatisfiable'
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 ? undefined : ranges[0]
}

/**
 * Validity of an address in seconds, at least a day; the end is rounded up to the hour, so that answers stay
 * equal for a while.
 */
const lifetime = 24 * 3600
const rounding = 3600

/** The path of a valid address, and its expiry in seconds since the epoch. */
interface OpenAddress {
  path: string
  expires: number
}

export type ImageAddresses = ReturnType<typeof imageAddresses>

/**
 * Signs picture addresses, which then work without credential headers until they expire.
 * @param key returns a secret of the workspace, 32 bytes @param now milliseconds since the epoch
 */
export function imageAddresses(key: () => Uint8Array, now: () => number) {
  const signature = (path: string, expires: number) =>
    createHmac('sha256', key()).update(`${expires}\n${path}`).digest('base64url')
  return {
    sign(origin: string, path: string): string {
      const expires = Math.ceil((now() / 1000 + lifetime) / rounding) * rounding
      // One parameter and no ampersand, so that the address also works for clients that do not decode
      // `&amp;`.
      return `${origin}${mediaPath}${path}?signature=${expires}.${signature(path, expires)}`
    },
    /** The path below `/media/` in an address; `expired` or `invalid` if the picture must not be served. */
    check(pathname: string, query: URLSearchParams): OpenAddress | 'expired' | 'invalid' {
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

/** A source without pictures: records are answered without media. */
export const noMedia: MediaSource = {
  entries: async (items) => items.map(() => []),
  named: async (items) => items.map(() => []),
  open: async () => undefined,
}
