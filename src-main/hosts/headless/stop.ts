/** Calls `stop` once, at the first Ctrl+C or termination; the command then ends by itself, in an orderly way. */
export function whenStopped(stop: () => void): void {
  const once = (): void => {
    process.off('SIGINT', once).off('SIGTERM', once)
    stop()
  }
  process.on('SIGINT', once).on('SIGTERM', once)
}
