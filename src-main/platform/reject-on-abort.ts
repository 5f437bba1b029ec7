/**
 * Waits for a promise that does not itself react to the signal at once. @throws the signal's reason as soon
 * as it is aborted
 */
export async function rejectOnAbort<T>(signal: AbortSignal | undefined, awaited: Promise<T>): Promise<T> {
  if (!signal) return awaited
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([awaited, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
