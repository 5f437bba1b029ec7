/** A function that may be called any number of times and does its work at most once in `milliseconds`. */
export interface Throttled {
  (): void
  /** Drops what is planned and waits for what runs. */
  done(): Promise<void>
}

/** The first call starts the waiting, so that calls that come together are one. */
export function throttled(milliseconds: number, work: () => Promise<void>): Throttled {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      running = work()
    }, milliseconds).unref()
  }
  return Object.assign(call, {
    done: () => {
      clearTimeout(timer)
      timer = undefined
      return running
    },
  })
}
