import type { MediaFile, MediaSource } from '../../media/index.ts'
import { ApiError } from './api-error.ts'
import { isListed } from './entity-tag.ts'
import type { ImageAddresses } from './image-addresses.ts'

/** What is sent for a picture: the status, its headers, and the bytes asked for. */
export interface PictureAnswer {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string | number>
  body: Uint8Array
}

const nothing = new Uint8Array()

/** Answers GET on `/media/...`: a signed address that has not expired, with ETag, conditions and one byte range. */
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
  const file = await media.open(checked.path)
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
  // A range of another version than the client has is answered whole.
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
  const { first, last } = wanted
  return {
    status: 206,
    headers: {
      ...common,
      'Content-Range': `bytes ${first}-${last}/${size}`,
      'Content-Length': last - first + 1,
    },
    body: file.bytes.subarray(first, last + 1),
  }
}

/** One `bytes=` range (RFC 9110, section 14.1.2); undefined for several, or what is no range: answered whole. */
export function readRange(
  header: string,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | undefined {
  const parts = /^bytes=(?<first>\d*)-(?<last>\d*)$/.exec(header.trim())?.groups
  const from = parts?.['first'] ?? ''
  const to = parts?.['last'] ?? ''
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : 'unsatisfiable'
}
