/** Runs one call at a time: pending calls run newest first; aborted ones are dropped. */
export function newestFirst() {
  const waiting: (() => boolean)[] = []
  let isRunning = false
  const runNext = () => {
    isRunning = false
    while (waiting.length > 0) if (waiting.pop()?.()) return
  }
  return <T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const run = (): boolean => {
        if (signal?.aborted) {
          reject(signal.reason)
          return false
        }
        isRunning = true
        void call().then(resolve, reject).finally(runNext)
        return true
      }
      if (isRunning) waiting.push(run)
      else run()
    })
}
