import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxBody } from '../../../../src-shared/api/endpoint.ts'
import { memoryLimits } from '../../../platform/memory/memory-limits.ts'
import { ApiError, ClientGone } from '../answers/api-error.ts'

/**
 * How long, and for how many bytes, the rest of an oversized body is read, so that the client reads the
 * answer.
 */
const drain = { milliseconds: 2000, bytes: 4 * maxBody }

/** A body that sends fewer bytes in this time is refused. */
const slowestBody = { bytes: 10_240, milliseconds: 10_000 }
export type SlowestBody = typeof slowestBody

/**
 * Reads the body of an upload: `application/xml` or `text/xml`, at most 16 MB, not compressed. Its content is
 * not checked here.
 * @throws ApiError 400 or 413; ClientGone when the client disconnects
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  slowest: SlowestBody = slowestBody,
): Promise<Uint8Array> {
  checkHeaders(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw await tooLarge(request)
  if (request.headers.expect) response.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  let before = 0
  const slow = Promise.withResolvers<never>()
  const checkTimer = setInterval(() => {
    if (size - before < slowest.bytes) slow.reject(new TooSlow())
    before = size
  }, slowest.milliseconds)
  const pieces: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { value, done } = await Promise.race([pieces.next(), slow.promise])
      if (done) break
      size += value.length
      if (size > maxBody) break
      chunks.push(value)
    }
  } catch (error) {
    throw error instanceof TooSlow ? error : new ClientGone()
  } finally {
    clearInterval(checkTimer)
  }
  if (size > maxBody) throw await tooLarge(request)
  if (size === 0) throw bodyProblem('the body is empty; the payload is mandatory')
  return Buffer.concat(chunks, size)
}

class TooSlow extends ApiError {
  constructor() {
    super(400, 'The body did not arrive in time. Send it again, without pauses.', {
      headers: { Connection: 'close' },
    })
  }
}

const bodyProblem = (reason: string, name = 'body') =>
  new ApiError(400, `The request cannot be taken: ${reason}.`, { invalidParams: [{ name, reason }] })

function checkHeaders({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim())
  if (!['application/xml', 'text/xml'].includes(type.toLowerCase()))
    throw bodyProblem('the content type must be application/xml', 'Content-Type')
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  if (charset && !/^charset="?(utf-8|utf-16(le|be)?)"?$/i.test(charset))
    throw bodyProblem('the character set must be UTF-8 or UTF-16', 'Content-Type')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw bodyProblem('the body must not be compressed', 'Content-Encoding')
}

/**
 * The error for a body that is too large. Reads on first: a client that is still sending would not read the
 * answer.
 */
async function tooLarge(request: IncomingMessage): Promise<ApiError> {
  const error = new ApiError(
    413,
    `The body is larger than ${maxBody / 1024 / 1024} MB. Send fewer items in one feed.`,
    {
      headers: { Connection: 'close' },
    },
  )
  if (request.headers.expect) return error
  await new Promise<void>((resolve) => {
    let left = drain.bytes
    const timer = setTimeout(resolve, drain.milliseconds)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    })
    request.on('end', done).on('error', done).on('close', done)
    request.resume()
  })
  return error
}

/** Smaller bodies are read immediately: feeds of a few items never wait behind large files. */
const smallBytes = 64 * 1024

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Limits the memory for uploads. A body for which there is no room waits its turn, and is not read meanwhile.
 */
export function createUploadQueue(maxBytes: number = memoryLimits.uploads) {
  let taken = 0
  const waiting: { bytes: number; enter: () => void }[] = []
  const admit = () => {
    for (let next = waiting[0]; next && taken + next.bytes <= maxBytes; next = waiting[0]) {
      waiting.shift()
      taken += next.bytes
      next.enter()
    }
  }
  return {
    /** Resolves when there is room for the body of this request, with a function that frees the room. */
    take({ headers }: IncomingMessage): Promise<() => void> {
      // A body without a declared size counts as one of the maximum size.
      const bytes = Math.min(Number(headers['content-length'] ?? maxBody), maxBody)
      if (bytes <= smallBytes) return Promise.resolve(() => {})
      const { promise, resolve } = Promise.withResolvers<() => void>()
      const leave = () => {
        taken -= bytes
        admit()
      }
      waiting.push({ bytes, enter: () => resolve(leave) })
      admit()
      return promise
    },
  }
}
