/** Below this many bytes a copy is cheaper than handing memory over. */
const worthTransferring = 16_384

/**
 * The memory in an answer that can be handed to the main thread instead of copied: byte arrays that are the answer
 * itself, or a property of it, and own their memory whole. A store therefore gives away the bytes it returns.
 */
export function transferable(value: unknown): ArrayBuffer[] {
  const candidates = value instanceof Uint8Array ? [value] : isPlainObject(value) ? Object.values(value) : []
  const buffers = new Set<ArrayBuffer>()
  for (const candidate of candidates) {
    if (!(candidate instanceof Uint8Array) || candidate.byteLength < worthTransferring) continue
    const { buffer, byteLength } = candidate
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffers.add(buffer)
  }
  return [...buffers]
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
