import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LargeAnswers } from './connections.ts'

/** Bytes of an answer, whole or in pieces that follow each other. They are not copied: nobody may change them. */
type WholeBody = Uint8Array | readonly Uint8Array[]

/** An answer that is made while it is taken, so that nobody holds all of it. */
interface BodyStream {
  /** Asked for once, by whoever sends it. */
  pieces(): AsyncIterable<Uint8Array>
  /** Lets go of what it is made from; called when it is sent, and when it will not be. */
  release(): void
}

export type Body = WholeBody | BodyStream

export const isStream = (body: Body): body is BodyStream => 'pieces' in body

const lengthOf = (body: WholeBody): number =>
  body instanceof Uint8Array ? body.length : body.reduce((sum, piece) => sum + piece.length, 0)

/** Bytes to send, with everything HTTP wants to know about them. */
export interface Reply {
  status: number
  headers: Record<string, string | number>
  body: Body
}

/** What a request was found to be, for the log. */
export interface RequestNotes {
  username?: string
  detail?: string
  /** The answer must not be sent: the connection is cut in its place. */
  cut?: boolean
}

/** What became of an answer. */
interface Sent {
  /** Of its body, given to the connection. */
  bytes: number
  /** False: the client went away before it had all, or it could not be made to its end. */
  isWhole: boolean
  failure?: unknown
}

/** @param longest how long a client may take over an answer that is made meanwhile, in milliseconds */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
  largeAnswers: LargeAnswers,
  longest: number,
): Promise<Sent> {
  const headOnly = request.method === 'HEAD'
  if (isStream(body)) {
    response.writeHead(status, headers)
    if (!headOnly) return sendStream(response, body, largeAnswers, longest)
    body.release()
    response.end()
    return { bytes: 0, isWhole: true }
  }
  const bytes = lengthOf(body)
  await largeAnswers.turn(bytes)
  // With 304 it would be the length of what is not sent (RFC 9110, 8.6).
  response.writeHead(status, { ...(status === 304 ? {} : { 'Content-Length': bytes }), ...headers })
  if (!headOnly) {
    // Pieces go out together, and none is copied: many answers are the same bytes from the cache.
    response.cork()
    for (const piece of body instanceof Uint8Array ? [body] : body)
      if (piece.length > 0) response.write(piece)
    response.uncork()
  }
  response.end()
  return { bytes: headOnly ? 0 : bytes, isWhole: true }
}

/** A piece is made when the client has taken the one before it. */
async function sendStream(
  response: ServerResponse,
  body: BodyStream,
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
    // What was sent cannot be taken back: an end that is missing says that it is not whole.
    response.destroy()
    return { bytes, isWhole: false, failure }
  } finally {
    clearTimeout(lastMoment)
    body.release()
  }
}

/** Resolves when there is room for more, or nobody to take it. */
const isTaken = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
