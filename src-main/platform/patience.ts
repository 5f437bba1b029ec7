/**
 * What is awaited, unless it takes too long. What stalled goes on by itself: whoever began it ends it.
 * @param milliseconds how long it is waited for
 * @param stalled thrown then
 */
export async function withPatience<T>(
  awaited: Promise<T>,
  milliseconds: number,
  stalled: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stalled()), milliseconds)
  })
  try {
    return await Promise.race([awaited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
