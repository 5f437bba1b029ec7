/** The memory that pages come into. */
export interface PageMemory {
  take(length: number): Uint8Array
  /** When nothing looks at the page any more. One that is not given back is left to the garbage collector. */
  give(page: Uint8Array): void
}

/** Pages differ a little in length: they are measured in units of this many bytes. */
const unit = 1 << 20
/** A page longer than this does not stay. */
const longestKept = 32 * unit

/**
 * Memory for a run's pages, which is used again: a page of some megabytes would otherwise be left behind with each
 * call until the garbage collector comes by, in this thread and, copied, in the writer's. It is shared with the writer's
 * thread, so that handing a page over copies nothing.
 */
export function openPageMemory(mostKept: number): PageMemory {
  const free: SharedArrayBuffer[] = []
  return {
    take(length) {
      const at = free.findIndex(({ byteLength }) => byteLength >= length)
      const [found] = at < 0 ? [] : free.splice(at, 1)
      return new Uint8Array(found ?? new SharedArrayBuffer(Math.ceil(length / unit) * unit), 0, length)
    },
    give({ buffer }) {
      if (!(buffer instanceof SharedArrayBuffer) || buffer.byteLength > longestKept) return
      // The shorter ones give way: pages that follow are as long as those of before.
      if (free.length === mostKept) free.shift()
      free.push(buffer)
    },
  }
}
