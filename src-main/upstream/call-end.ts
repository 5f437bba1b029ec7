/** The slowest pace at which a request or an answer is worth waiting for: a thousand bytes a second. */
const millisecondsPerByte = 1

/** Why a call was ended that the other side keeps open with a byte now and then. */
class CallTooSlow extends Error {
  readonly code = 'TOO_SLOW'
}

export type CallEnd = ReturnType<typeof startCallEnd>

/**
 * The end of one call: when its caller wants it, and otherwise when its time is over.
 * @param milliseconds that a call may take, however few bytes go or come
 */
export function startCallEnd(milliseconds: number, caller: AbortSignal | undefined) {
  const ender = new AbortController()
  const { signal } = ender
  const began = performance.now()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const ofCaller = () => end(caller?.reason)

  function look(): void {
    const left = milliseconds + bytes * millisecondsPerByte - (performance.now() - began)
    if (left > 0) timer = setTimeout(look, left)
    else end(new CallTooSlow())
  }
  function done(): void {
    clearTimeout(timer)
    caller?.removeEventListener('abort', ofCaller)
  }
  function end(reason: unknown): void {
    done()
    ender.abort(reason)
  }

  caller?.addEventListener('abort', ofCaller)
  if (caller?.aborted) ofCaller()
  else look()
  return {
    /** Aborted with the caller's reason, or with {@link CallTooSlow}. */
    signal,
    /** Each byte that goes or comes gives the call more time. */
    moved(more: number): void {
      bytes += more
    },
    /** The call is over. */
    done,
  }
}
