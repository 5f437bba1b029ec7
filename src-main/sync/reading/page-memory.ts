/** Lengths of memory are multiples of this many bytes, since pages differ a little in length. */
const unit = 1 << 20
/** Memory longer than this is not used again. */
const maxKeptLength = 32 * unit

/**
 * Memory for a run's pages. Otherwise each call would leave a page of some megabytes to the garbage collector, in this
 * thread and, as a copy, in the writer's. The memory is shared with the writer's thread, so that no page is copied.
 */
export function openPageMemory(maxKept: number) {
  const free: SharedArrayBuffer[] = []
  return {
    take(length: number): Uint8Array {
      const at = free.findIndex(({ byteLength }) => byteLength >= length)
      const [found] = at < 0 ? [] : free.splice(at, 1)
      return new Uint8Array(found ?? new SharedArrayBuffer(Math.ceil(length / unit) * unit), 0, length)
    },
    /** Gives back the memory of a page that nobody reads any more; the garbage collector frees memory not given back. */
    give({ buffer }: Uint8Array): void {
      if (!(buffer instanceof SharedArrayBuffer) || buffer.byteLength > maxKeptLength) return
      // The oldest memory is dropped; later pages are as long as the last.
      if (free.length === maxKept) free.shift()
      free.push(buffer)
    },
  }
}
