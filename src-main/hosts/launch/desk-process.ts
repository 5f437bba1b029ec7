/**
 * Options and environment that keep a Node process of the desk small. By default V8 lets young objects fill 96 MB
 * before collecting garbage, and glibc keeps freed memory in a pool for each thread: some 200 MB unused under load.
 * After the first page of a sync is freed, glibc would also put the next ones among small pieces, which keep their
 * memory from the system; a limit that is set does not grow.
 */
export const leanProcess = {
  /**
   * With `--expose-gc`, threads at rest collect their garbage (platform/memory-rest.ts). Old objects are collected when
   * they have grown by a fifth: V8 itself would let the heap of a working thread grow to more than twice what lives in it.
   */
  options: ['--max-semi-space-size=8', '--heap-growing-percent=20', '--expose-gc'],
  /** For glibc, on Linux alone; sizes are in bytes. The person's own environment overrides the values here. */
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
    MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
    ...process.env,
  },
} as const

/** How often to check that the parent process is still running, in milliseconds. */
const interval = 500

/**
 * Calls `stop` once when the shell between npm and this program has ended. npm sends SIGTERM to that shell alone, and
 * the shell does not pass the signal on: without this watch, `npm run desk -- serve` would leave a server behind.
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
