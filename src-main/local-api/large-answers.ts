/** Answers of more bytes than this are large: giving one to the system takes a millisecond or more. */
const large = 128 * 1024

/**
 * Lets one large answer be sent in each turn of the event loop, in order: hundreds that are asked for at once would
 * else all be sent before anybody is heard. Small ones never wait.
 */
export function createLargeAnswers(): { turn(bytes: number): Promise<void> } {
  let last = Promise.resolve()
  return {
    turn(bytes) {
      if (bytes <= large) return Promise.resolve()
      last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
      return last
    },
  }
}
