/** Awaits what does not listen to the signal itself, or not at once. @throws the signal's reason, as soon as there is one */
export async function unlessEnded<T>(signal: AbortSignal | undefined, awaited: Promise<T>): Promise<T> {
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
