/** Bytes of an answer, whole or in pieces that follow each other. They are not copied: nobody may change them. */
export type WholeBody = Uint8Array | readonly Uint8Array[]

/** An answer that is made while it is taken, so that nobody holds all of it. */
export interface BodyStream {
  /** Asked for once, by whoever sends it. */
  pieces(): AsyncIterable<Uint8Array>
  /** Lets go of what it is made from; called when it is sent, and when it will not be. */
  release(): void
}

export type Body = WholeBody | BodyStream

export const isStream = (body: Body): body is BodyStream => 'pieces' in body

export const lengthOf = (body: WholeBody): number =>
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
