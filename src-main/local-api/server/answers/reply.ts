import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LargeAnswers } from '../requests/connections.ts'
import type { ApiUser } from '../requests/credentials.ts'
import type { ServiceConditions } from '../service-conditions.ts'
import { type Body, type BodyStream, isStream, type KeptBody, lengthOf } from './body.ts'
import type { CopyState } from './freshness.ts'

/** The dependencies of an answer other than the bytes of its request and the state of the catalog. */
export interface Repeatable {
  user: ApiUser
  /**
   * Number of item records that each answer counts towards the daily limit; undefined for answers that are
   * not counted.
   */
  items?: number
  namespaceBase: string
  conditions: Pick<ServiceConditions, 'mostItems' | 'searchWithoutSelector'>
  /** Freshness of the copy for the age headers; absent if the answer has none. */
  copy?: { of: CopyState; isDated: boolean }
  /** `stateNumber` of the catalog before the answer was made. */
  state: number
  /** The body while it is cached; absent if the reply itself contains the body to cache. */
  body?: () => KeptBody | undefined
}

/** An HTTP answer. */
export interface Reply {
  status: number
  headers: Record<string, string | number>
  body: Body
  /** Frees the resources of the body; called once, when the client has received it or it is not sent. */
  release?: (() => void) | undefined
  /** The other dependencies of the answer; present if there are no more, so that the answer can be cached. */
  repeatable?: Repeatable | undefined
}

/** Details of a request for the log. */
export interface RequestNotes {
  username?: string
  detail?: string
  /** Whether the connection is cut instead of answered. */
  cut?: boolean
}

/** The result of sending an answer. */
interface Sent {
  /** Bytes of the body that were written to the connection. */
  bytes: number
  /** False when the client disconnected before the end, or the answer could not be completed. */
  isWhole: boolean
  failure?: unknown
}

/** @param longest maximum time for a client to read a streamed answer, in milliseconds */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, release = () => {} }: Reply,
  largeAnswers: LargeAnswers,
  maxMilliseconds: number,
): Promise<Sent> {
  const headOnly = request.method === 'HEAD'
  if (isStream(body)) {
    response.writeHead(status, headers)
    if (!headOnly) return sendStream(response, body, release, largeAnswers, maxMilliseconds)
    release()
    response.end()
    return { bytes: 0, isWhole: true }
  }
  if (response.closed) release()
  else response.once('close', release)
  const bytes = lengthOf(body)
  await largeAnswers.turn(bytes)
  // With 304 the header would give the length of a body that is not sent (RFC 9110, 8.6).
  response.writeHead(status, { ...(status === 304 ? {} : { 'Content-Length': bytes }), ...headers })
  if (!headOnly) {
    // The pieces are sent together without copying, because many answers are the same bytes from the cache.
    response.cork()
    for (const piece of body instanceof Uint8Array ? [body] : body)
      if (piece.length > 0) response.write(piece)
    response.uncork()
  }
  response.end()
  return { bytes: headOnly ? 0 : bytes, isWhole: true }
}

/**
 * Sends an answer piece by piece; the next piece is generated when the client has received the previous one.
 */
async function sendStream(
  response: ServerResponse,
  body: BodyStream,
  release: () => void,
  largeAnswers: LargeAnswers,
  maxMilliseconds: number,
): Promise<Sent> {
  const killTimer = setTimeout(() => response.destroy(), maxMilliseconds).unref()
  let bytes = 0
  try {
    for await (const piece of body.pieces()) {
      await largeAnswers.turn(piece.length)
      if (response.destroyed) return { bytes, isWhole: false }
      bytes += piece.length
      if (!response.write(piece)) await drained(response)
    }
    if (response.destroyed) return { bytes, isWhole: false }
    response.end()
    return { bytes, isWhole: true }
  } catch (failure) {
    // The missing end shows the client that the answer is incomplete.
    response.destroy()
    return { bytes, isWhole: false, failure }
  } finally {
    clearTimeout(killTimer)
    release()
  }
}

/** Resolves when the connection can accept more data, or is closed. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
