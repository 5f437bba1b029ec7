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
