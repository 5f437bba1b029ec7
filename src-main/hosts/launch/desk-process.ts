import { leanHeapOptions } from '../../platform/memory/lean-heap.ts'

/**
 * Options and environment that keep the memory of a desk's Node process small. By default V8 lets young
 * objects fill 96 MB before collecting garbage, and glibc keeps freed memory in a pool per thread: about 200
 * MB unused under load. After the first page of a sync is freed, glibc would also raise its mmap threshold
 * and place later pages on the heap, where they cannot be returned to the system; an explicit threshold is
 * not raised.
 */
export const leanProcess = {
  options: ['--max-semi-space-size=8', ...leanHeapOptions],
  /** For glibc on Linux only; sizes in bytes. The person's own environment overrides these values. */
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
    MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
    ...process.env,
  },
} as const

/** Milliseconds between checks whether the parent process is still running. */
const interval = 500

/**
 * Calls `stop` once when the shell between npm and this program has ended. npm sends SIGTERM only to that
 * shell, which does not forward it: without this, `npm run desk -- serve` would leave a running server.
 */
export function whenParentEnds(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, interval)
  watch.unref()
}
