/** Buffer lengths are multiples of this many bytes, because pages differ a little in length. */
const unit = 1 << 20
/** Longer buffers are not reused. */
const maxKeptLength = 32 * unit

/**
 * Reusable buffers for a run's pages. Otherwise each call would leave a page of some megabytes to the garbage
 * collector, in this thread and, as a copy, in the writer's. The buffers are shared with the writer's thread,
 * so pages are not copied.
 */
export function openPageMemory(maxKept: number) {
  const free: SharedArrayBuffer[] = []
  return {
    take(length: number): Uint8Array {
      const at = free.findIndex(({ byteLength }) => byteLength >= length)
      const [found] = at < 0 ? [] : free.splice(at, 1)
      return new Uint8Array(found ?? new SharedArrayBuffer(Math.ceil(length / unit) * unit), 0, length)
    },
    /**
     * Returns the memory of a page that is no longer read. Memory not returned is freed by the garbage
     * collector.
     */
    give({ buffer }: Uint8Array): void {
      if (!(buffer instanceof SharedArrayBuffer) || buffer.byteLength > maxKeptLength) return
      // The oldest buffer is dropped: later pages are as long as the last.
      if (free.length === maxKept) free.shift()
      free.push(buffer)
    },
  }
}
