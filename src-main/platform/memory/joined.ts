/**
 * Concatenates pieces into new memory, which can be transferred to another thread. The memory of a
 * `Buffer.concat` result may be shared with other buffers.
 * @param make allocates memory for that many entries
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
