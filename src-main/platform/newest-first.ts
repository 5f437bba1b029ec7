/** Runs one question at a time: of those that wait, the newest first, and none whose asker has gone. */
export function newestFirst() {
  const waiting: (() => boolean)[] = []
  let isRunning = false
  const goOn = () => {
    isRunning = false
    while (waiting.length > 0) if (waiting.pop()?.()) return
  }
  return <T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const run = (): boolean => {
        if (signal?.aborted) {
          reject(signal.reason)
          return false
        }
        isRunning = true
        void ask().then(resolve, reject).finally(goOn)
        return true
      }
      if (isRunning) waiting.push(run)
      else run()
    })
}
