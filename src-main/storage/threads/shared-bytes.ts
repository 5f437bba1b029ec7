/**
 * Bytes in memory that threads share, for answers that come and go by the thousand: fresh memory for each would cost more
 * in clearing and garbage collection than reading the records. The thread that has a pool takes pieces; whoever gets a
 * piece shares it, and lets it go when nothing reads it any more, such as a socket that sends it. A piece that nobody
 * lets go is lost to its pool and to nothing else.
 */

/**
 * Before each piece: how many hold it, and how many bytes follow. Both are 32-bit numbers. Before the first piece is a
 * number by which the pool is told from others.
 */
const head = 8

export function createBytePool(bytes: number) {
  const memory = new SharedArrayBuffer(bytes - (bytes % head))
  const words = new Int32Array(memory)
  const sizeAt = (at: number) => words[at / 4 + 1] as number
  const setSize = (at: number, size: number) => {
    words[at / 4 + 1] = size
  }
  words[0] = Math.floor(Math.random() * 2 ** 31)
  setSize(head, memory.byteLength - 2 * head)

  return {
    /** A piece that one holder has, its content undefined; undefined when no room is left. */
    take(length: number): Uint8Array | undefined {
      const wanted = Math.ceil(Math.max(length, 1) / head) * head
      // From the beginning, so that memory that has never been needed stays untouched.
      for (let at = head; at < memory.byteLength; at += head + sizeAt(at)) {
        if (Atomics.load(words, at / 4) !== 0) continue
        let size = sizeAt(at)
        for (
          let next = at + head + size;
          size < wanted && next < memory.byteLength;
          next = at + head + size
        ) {
          if (Atomics.load(words, next / 4) !== 0) break
          size += head + sizeAt(next)
        }
        // What is left must have room for its own head.
        if (size >= wanted + 2 * head) {
          const rest = at + head + wanted
          Atomics.store(words, rest / 4, 0)
          setSize(rest, size - wanted - head)
          size = wanted
        }
        setSize(at, size)
        if (size < wanted) continue
        Atomics.store(words, at / 4, 1)
        return new Uint8Array(memory, at + head, length)
      }
      return undefined
    },
  }
}

const holders = ({ buffer, byteOffset }: Uint8Array): Int32Array | undefined =>
  buffer instanceof SharedArrayBuffer ? new Int32Array(buffer, byteOffset - head, 1) : undefined

/** The pool that bytes come from; undefined when they come from none. All of its memory stays as long as any piece is held. */
export const poolOf = ({ buffer }: Uint8Array): number | undefined =>
  buffer instanceof SharedArrayBuffer ? new Int32Array(buffer, 0, 1)[0] : undefined

/** Notes more holders of bytes, each of whom lets them go once. Bytes of other memory need no holders. */
export function holdBytes(bytes: Uint8Array, more = 1): void {
  const count = holders(bytes)
  if (count) Atomics.add(count, 0, more)
}

/** Ends one hold. The bytes must not be read by this holder afterwards. */
export function letGoBytes(bytes: Uint8Array): void {
  const count = holders(bytes)
  if (count && Atomics.sub(count, 0, 1) <= 0) {
    Atomics.add(count, 0, 1)
    throw new Error('Shared bytes were let go more often than they were held.')
  }
}

/** Frees the memory of bytes of which nobody else has a view, at once instead of at some garbage collection. */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > head) buffer.transfer(0)
}
