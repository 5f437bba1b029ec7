/**
 * A pool of memory shared between threads, for responses that are allocated by the thousand: allocating each
 * again would cost more in clearing and garbage collection than reading the records. The thread that owns a
 * pool takes pieces. Every user of a piece holds it and releases it when nothing reads it any more, e.g.
 * after a socket has sent it. A piece that is never released only reduces its pool.
 */

/**
 * Header of each piece: the number of holders and the number of bytes, both 32-bit. The first header holds a
 * random number that identifies the pool.
 */
const headerBytes = 8

export function createBytePool(bytes: number) {
  const memory = new SharedArrayBuffer(bytes - (bytes % headerBytes))
  const words = new Int32Array(memory)
  const sizeAt = (at: number) => words[at / 4 + 1] as number
  const setSize = (at: number, size: number) => {
    words[at / 4 + 1] = size
  }
  words[0] = Math.floor(Math.random() * 2 ** 31)
  setSize(headerBytes, memory.byteLength - 2 * headerBytes)

  return {
    /** Allocates a piece with one holder and undefined content; undefined if there is no space. */
    take(length: number): Uint8Array | undefined {
      const wanted = Math.ceil(Math.max(length, 1) / headerBytes) * headerBytes
      // Searches from the start, so that memory that was never needed is not touched.
      for (let at = headerBytes; at < memory.byteLength; at += headerBytes + sizeAt(at)) {
        if (Atomics.load(words, at / 4) !== 0) continue
        let size = sizeAt(at)
        for (
          let next = at + headerBytes + size;
          size < wanted && next < memory.byteLength;
          next = at + headerBytes + size
        ) {
          if (Atomics.load(words, next / 4) !== 0) break
          size += headerBytes + sizeAt(next)
        }
        // The remainder must have space for its own header.
        if (size >= wanted + 2 * headerBytes) {
          const rest = at + headerBytes + wanted
          Atomics.store(words, rest / 4, 0)
          setSize(rest, size - wanted - headerBytes)
          size = wanted
        }
        setSize(at, size)
        if (size < wanted) continue
        Atomics.store(words, at / 4, 1)
        return new Uint8Array(memory, at + headerBytes, length)
      }
      return undefined
    },
  }
}

const holders = ({ buffer, byteOffset }: Uint8Array): Int32Array | undefined =>
  buffer instanceof SharedArrayBuffer ? new Int32Array(buffer, byteOffset - headerBytes, 1) : undefined

/**
 * Identifies the pool that bytes belong to; undefined for other memory. A held piece keeps the memory of its
 * whole pool.
 */
export const poolOf = ({ buffer }: Uint8Array): number | undefined =>
  buffer instanceof SharedArrayBuffer ? new Int32Array(buffer, 0, 1)[0] : undefined

/** Adds holders of bytes; each must release them once. Has no effect on other memory. */
export function retainBytes(bytes: Uint8Array, count = 1): void {
  const holderCount = holders(bytes)
  if (holderCount) Atomics.add(holderCount, 0, count)
}

/** Removes one holder, which must not read the bytes afterwards. */
export function releaseBytes(bytes: Uint8Array): void {
  const holderCount = holders(bytes)
  if (holderCount && Atomics.sub(holderCount, 0, 1) <= 0) {
    Atomics.add(holderCount, 0, 1)
    throw new Error('Shared bytes were let go more often than they were held.')
  }
}

/**
 * Frees the memory of bytes at once instead of at garbage collection. No other view of the memory may be in
 * use.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > headerBytes) buffer.transfer(0)
}
