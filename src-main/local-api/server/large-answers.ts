import { ApiError } from './api-error.ts'

/** Answers of more bytes than this are large: giving one to the system takes a millisecond or more. */
const large = 128 * 1024

/** How many answers are made at a time while they are sent, and how long one waits for its turn, in milliseconds. */
const most = 32
const longestWait = 30_000

export interface LargeAnswers {
  /**
   * Lets one large answer, or piece of one, be sent in each turn of the event loop, in order: hundreds that are asked
   * for at once would else all be sent before anybody is heard. Small ones never wait.
   */
  turn(bytes: number): Promise<void>
  /**
   * Room for an answer that is made while it is sent, given back by calling what comes.
   * @throws ApiError 503 when the clients of others have not taken theirs in time
   */
  enter(): Promise<() => void>
}

export function createLargeAnswers({ atOnce = most, wait = longestWait } = {}): LargeAnswers {
  let last = Promise.resolve()
  let free = atOnce
  const waiting = new Set<() => void>()
  const leaver = () => {
    let isThere = true
    return () => {
      if (!isThere) return
      isThere = false
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
  return {
    turn(bytes) {
      if (bytes <= large) return Promise.resolve()
      last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
      return last
    },
    enter() {
      if (free > 0) {
        free--
        return Promise.resolve(leaver())
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const timer = setTimeout(() => {
        waiting.delete(next)
        const detail = `${atOnce} large answers are being sent, and their clients are slow to take them. Try again, or ask for fewer items.`
        reject(new ApiError(503, detail, { headers: { 'Retry-After': '30' } }))
      }, wait).unref()
      const next = () => {
        clearTimeout(timer)
        waiting.delete(next)
        resolve(leaver())
      }
      waiting.add(next)
      return promise
    },
  }
}
