import { type ErrorStatus, errorStatuses } from '../../../../src-shared/api/endpoint.ts'
import type { InvalidParam } from '../../../../src-shared/api/read-parameters.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'

/**
 * A call with another status than 200. Handlers throw it; the server writes the problem document. It is not a
 * PlainError, because an HTTP error needs a status, headers and a line for the request log in addition to its
 * message.
 */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly invalidParams: InvalidParam[]
  readonly headers: Record<string, string>
  /** The text for the request log, which may contain more than the caller may know. */
  readonly logged: string

  /** @param detail one or two sentences: the problem, and what to do */
  constructor(
    status: ErrorStatus,
    detail: string,
    {
      invalidParams = [],
      headers = {},
      logged = detail,
    }: { invalidParams?: InvalidParam[]; headers?: Record<string, string>; logged?: string } = {},
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.invalidParams = invalidParams
    this.headers = headers
    this.logged = logged
  }
}

export const notFound = (detail: string) => new ApiError(404, detail)

/** The connection ended before the request was complete, so no answer can be sent. */
export class ClientGone extends ApiError {
  constructor() {
    super(400, 'The client disconnected before it had sent everything.')
    this.name = 'ClientGone'
  }
}

/**
 * The body of every answer with an error status: a problem of RFC 9457 in XML, with one `invalid-param` per
 * fault.
 */
export function problemDocument({ status, message, invalidParams }: ApiError, instance: string): Uint8Array {
  const value = {
    type: 'about:blank',
    title: errorStatuses[status].title,
    status: String(status),
    detail: message,
    instance,
    'invalid-param': invalidParams.map(({ name, reason }) => ({ name, reason })),
  }
  // The texts may repeat input with characters that XML does not allow; they become U+FFFD.
  return new TextEncoder().encode(writeDocument(documents.problem, value))
}

/** The reason why a feed was not stored, by error code, without local paths. */
const causes = new Map([
  ['disk-full', 'The disk is full. Make room on it and send this again.'],
  ['read-only', 'The disk is read-only. Make it writable and send this again.'],
  [
    'not-allowed',
    'The workspace may not be written to. Give this program the right to, and send this again.',
  ],
  ['disk-error', 'The disk reported an error. Check the disk, then send this again.'],
])

/**
 * The error for a call that could not store a feed because of the disk or another program; undefined for
 * other causes.
 */
export function storageTrouble(thrown: unknown): ApiError | undefined {
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string')) return undefined
  if (thrown.code === 'locked')
    return new ApiError(
      503,
      'Nothing was stored: another program is writing to this workspace. Try again in a moment.',
      { headers: { 'Retry-After': '5' } },
    )
  const cause = causes.get(thrown.code)
  return cause === undefined ? undefined : new ApiError(507, `Nothing was stored. ${cause}`)
}
