/** Bytes of an answer, whole or in pieces that follow each other. They are not copied: nobody may change them. */
export type Body = Uint8Array | readonly Uint8Array[]

export const lengthOf = (body: Body): number =>
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
