const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long an address is left alone after its first, second, ... failure. The last one is for all that follow. */
const delays = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day] as const

/** Milliseconds until a picture may be tried again by itself. @param attempts failed ones, at least 1 */
export const retryDelay = (attempts: number): number =>
  delays[Math.min(attempts, delays.length) - 1] ?? delays[0]

/** What is known of the last failure of an address. */
export interface LastFailure {
  /** Milliseconds since the epoch; null: at the next opportunity. */
  retryAt: number | null
  /** The item it was tried for, and the lastUpdated of its record then. */
  failedItem: string | null
  failedRecord: number | null
}

/** Whether it is time: the delay is over, or the record it was tried for has changed since. */
export const mayTryAgain = (
  { retryAt, failedItem, failedRecord }: LastFailure,
  item: { id: string; updatedAt: number },
  now: number,
): boolean =>
  retryAt === null ||
  retryAt <= now ||
  (failedItem === item.id && failedRecord !== null && item.updatedAt > failedRecord)
