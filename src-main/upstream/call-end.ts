/** The lowest transfer rate worth waiting for: 1,000 bytes per second. */
const millisecondsPerByte = 1

/** The error of a call that the other side keeps open by sending a byte now and then. */
class CallTooSlow extends Error {
  readonly code = 'TOO_SLOW'
}

export type CallEnd = ReturnType<typeof startCallEnd>

/**
 * Aborts one call when its caller aborts it or its time is over.
 * @param milliseconds the time limit of a call that transfers no bytes
 */
export function startCallEnd(milliseconds: number, caller: AbortSignal | undefined) {
  const ender = new AbortController()
  const { signal } = ender
  const started = performance.now()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const onCallerAbort = () => end(caller?.reason)

  function check(): void {
    const left = milliseconds + bytes * millisecondsPerByte - (performance.now() - started)
    if (left > 0) timer = setTimeout(check, left)
    else end(new CallTooSlow())
  }
  function done(): void {
    clearTimeout(timer)
    caller?.removeEventListener('abort', onCallerAbort)
  }
  function end(reason: unknown): void {
    done()
    ender.abort(reason)
  }

  caller?.addEventListener('abort', onCallerAbort)
  if (caller?.aborted) onCallerAbort()
  else check()
  return {
    /** Aborted with the caller's reason, or with a {@link CallTooSlow}. */
    signal,
    /** Extends the time limit for each byte sent or received. */
    moved(byteCount: number): void {
      bytes += byteCount
    },
    /** Call it when the call is over. */
    done,
  }
}
