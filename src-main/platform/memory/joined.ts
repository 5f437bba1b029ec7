/**
 * Pieces one after the other, in memory of their own: it can be handed to another thread, unlike that of `Buffer.concat`,
 * which may be shared with other buffers.
 * @param make makes the memory, of so many entries
 */
export function joined<T extends Uint8Array | Uint32Array>(
  pieces: readonly T[],
  make: (length: number) => T,
): T {
  const whole = make(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
