import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LargeAnswers } from '../requests/connections.ts'
import type { ApiUser } from '../requests/credentials.ts'
import type { ServiceConditions } from '../service-conditions.ts'
import { type Body, type BodyStream, isStream, type KeptBody, lengthOf } from './body.ts'
import type { CopyState } from './freshness.ts'

/** What the answer of a call depends on beside the bytes of its request and the state of the catalog. */
export interface Repeatable {
  user: ApiUser
  /** Item records that each answer counts towards the daily limit; undefined when it counts none and has no limit. */
  items?: number
  namespaceBase: string
  conditions: Pick<ServiceConditions, 'mostItems' | 'searchWithoutSelector'>
  /** How current the copy is that the answer tells of; absent when it tells nothing. */
  copy?: { of: CopyState; isDated: boolean }
  /** The state of the catalog before the answer was made, by `stateNumber`. */
  state: number
  /** The body while it is kept; absent when the reply has a body of its own to keep. */
  body?: () => KeptBody | undefined
}

/** An answer to HTTP. */
export interface Reply {
  status: number
  headers: Record<string, string | number>
  body: Body
  /** Frees what the body is made from; called once, when the client has taken it, or it is not sent. */
  release?: (() => void) | undefined
  /** What else the answer depends on; present when it depends on no more, so that it may be given again. */
  repeatable?: Repeatable | undefined
}

/** What the log says of a request. */
export interface RequestNotes {
  username?: string
  detail?: string
  /** The connection is cut instead of answered. */
  cut?: boolean
}

/** What became of an answer. */
interface Sent {
  /** Bytes of the body that were given to the connection. */
  bytes: number
  /** False when the client went away before the end, or the answer could not be made to its end. */
  isWhole: boolean
  failure?: unknown
}

/** @param longest how long a client may take to read an answer that is made meanwhile, in milliseconds */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, release = () => {} }: Reply,
  largeAnswers: LargeAnswers,
  longest: number,
): Promise<Sent> {
  const headOnly = request.method === 'HEAD'
  if (isStream(body)) {
    response.writeHead(status, headers)
    if (!headOnly) return sendStream(response, body, release, largeAnswers, longest)
    release()
    response.end()
    return { bytes: 0, isWhole: true }
  }
  if (response.closed) release()
  else response.once('close', release)
  const bytes = lengthOf(body)
  await largeAnswers.turn(bytes)
  // With 304 the header would name the length of a body that is not sent (RFC 9110, 8.6).
  response.writeHead(status, { ...(status === 304 ? {} : { 'Content-Length': bytes }), ...headers })
  if (!headOnly) {
    // The pieces are sent together without a copy: many answers are the same bytes from the cache.
    response.cork()
    for (const piece of body instanceof Uint8Array ? [body] : body)
      if (piece.length > 0) response.write(piece)
    response.uncork()
  }
  response.end()
  return { bytes: headOnly ? 0 : bytes, isWhole: true }
}

/** Sends an answer piece by piece; a piece is made when the client has taken the one before. */
async function sendStream(
  response: ServerResponse,
  body: BodyStream,
  release: () => void,
  largeAnswers: LargeAnswers,
  longest: number,
): Promise<Sent> {
  const lastMoment = setTimeout(() => response.destroy(), longest).unref()
  let bytes = 0
  try {
    for await (const piece of body.pieces()) {
      await largeAnswers.turn(piece.length)
      if (response.destroyed) return { bytes, isWhole: false }
      bytes += piece.length
      if (!response.write(piece)) await isTaken(response)
    }
    if (response.destroyed) return { bytes, isWhole: false }
    response.end()
    return { bytes, isWhole: true }
  } catch (failure) {
    // The missing end tells the client that the answer is not whole.
    response.destroy()
    return { bytes, isWhole: false, failure }
  } finally {
    clearTimeout(lastMoment)
    release()
  }
}

/** Resolves when the connection has room for more, or is closed. */
const isTaken = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
