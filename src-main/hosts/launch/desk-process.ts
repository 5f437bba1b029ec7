/**
 * How a Node process of the desk is started so that it takes what it needs. Left alone, the engine lets young objects
 * fill 96 MB before it looks for what can go, and glibc keeps freed memory in as many pools as there are threads:
 * together some 200 MB under load that nothing uses.
 */
export const leanProcess = {
  options: ['--max-semi-space-size=8'],
  /** For Linux; other systems do not know it. What the person has set goes first. */
  environment: { MALLOC_ARENA_MAX: '2', ...process.env },
} as const

/** How often it is looked whether the parent is still there, in milliseconds. */
const interval = 500

/**
 * Calls `stop` once when the shell between npm and this program is gone. npm hands SIGTERM to that shell alone, which
 * dies of it without a word to us; without this, `npm run desk -- serve` would leave a server behind.
 */
export function whenOrphaned(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, interval)
  watch.unref()
}
