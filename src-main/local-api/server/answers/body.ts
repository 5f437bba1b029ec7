/** The bytes of an answer, as one or several pieces. They are shared, so they must not be modified. */
type WholeBody = Uint8Array | readonly Uint8Array[]

/** An answer that is generated while it is sent, so that it is never in memory as a whole. */
export interface BodyStream {
  /** Called once, by the sender. */
  pieces(): AsyncIterable<Uint8Array>
}

export type Body = WholeBody | BodyStream

export const isStream = (body: Body): body is BodyStream => 'pieces' in body

export const lengthOf = (body: WholeBody): number =>
  body instanceof Uint8Array ? body.length : body.reduce((sum, piece) => sum + piece.length, 0)

/** The pieces of a cached body; `release` ends their use. */
export interface KeptBody {
  pieces: readonly Uint8Array[]
  release(): void
}
