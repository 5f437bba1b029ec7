/** Bytes of an answer, whole or in pieces. They are not copied, so nobody may change them. */
type WholeBody = Uint8Array | readonly Uint8Array[]

/** An answer that is made while it is sent, so that it is never in memory as a whole. */
export interface BodyStream {
  /** Called once, by whoever sends the answer. */
  pieces(): AsyncIterable<Uint8Array>
}

export type Body = WholeBody | BodyStream

export const isStream = (body: Body): body is BodyStream => 'pieces' in body

export const lengthOf = (body: WholeBody): number =>
  body instanceof Uint8Array ? body.length : body.reduce((sum, piece) => sum + piece.length, 0)

/** The bytes of a body that is kept elsewhere, with a hold of their own. */
export interface KeptBody {
  pieces: readonly Uint8Array[]
  release(): void
}
