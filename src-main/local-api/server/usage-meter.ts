import { nextMidnight } from '../../platform/retry.ts'
import type { Storage } from '../../storage/index.ts'
import { type Usage, usageReader, usageWriter } from './api-store.ts'

/**
 * How long counts stay in memory, in milliseconds: a durable write for each answer would cost more than the
 * answer.
 */
const writeDelay = 1000

const dayLength = 86_400_000
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

const nothing: Usage = { items: 0, requests: 0 }

export type UsageMeter = ReturnType<typeof createUsageMeter>

/** The part of a meter that the server uses. */
export type ApiUsage = Pick<UsageMeter, 'used' | 'takeItems' | 'takeNow' | 'secondsToMidnight' | 'close'>

/** Seconds until the counts are reset, at midnight UTC. */
export const secondsToMidnight = (now: number): number => Math.ceil((nextMidnight(now) - now) / 1000)

/**
 * Counts each user's usage in a UTC day. Counts survive restarts; a crash may lose those of the last second.
 * There is one meter for each workspace: two would not see each other's counts.
 */
export function createUsageMeter(storage: Storage, now: () => number) {
  const reader = storage.reader(usageReader)
  const writer = storage.writer(usageWriter)
  let day = ''
  let counts: Promise<Map<string, Usage>> = Promise.resolve(new Map())
  /** The same, once they have been read. */
  let present: Map<string, Usage> | undefined
  /** The end of the day in milliseconds since the epoch, so that dates are computed once a day. */
  let [begins, ends] = [0, 0]
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const today = () => {
    const at = now()
    if (at >= begins && at < ends) return counts
    const current = dayOf(at)
    begins = Date.parse(current)
    ends = begins + dayLength
    if (current === day) return counts
    day = current
    changed = new Set()
    present = undefined
    const reading = reader.used(current).then((used) => new Map(Object.entries(used)))
    counts = reading
    // Whoever waits for the counts gets the error.
    reading.then(
      (read) => {
        if (counts === reading) present = read
      },
      () => {},
    )
    return counts
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const known = await counts
    const used = Object.fromEntries(
      [...changed].map((username) => [username, known.get(username) ?? nothing]),
    )
    changed = new Set()
    await writer.put(day, used)
  }

  const count = (
    known: Map<string, Usage>,
    username: string,
    { items = 0, requests = 0 }: Partial<Usage>,
  ): void => {
    if (items === 0 && requests === 0) return
    const before = known.get(username) ?? nothing
    known.set(username, { items: before.items + items, requests: before.requests + requests })
    changed.add(username)
    // A count that could not be written stays in memory and is written with the next one.
    timer ??= setTimeout(() => void write().catch(() => changed.add(username)), writeDelay).unref()
  }

  return {
    used: async (username: string): Promise<Usage> => (await today()).get(username) ?? nothing,
    async add(username: string, usage: Partial<Usage>): Promise<void> {
      const known = await today()
      count(known, username, usage)
    },
    /**
     * Counts items, or returns false when the user would exceed `limit`. Atomic, since calls run
     * concurrently.
     */
    async takeItems(username: string, items: number, limit: number): Promise<boolean> {
      const known = await today()
      if ((known.get(username) ?? nothing).items + items > limit) return false
      count(known, username, { items })
      return true
    },
    /**
     * The same, synchronously. Also returns false when the limit has been reached, or when today's counts
     * have not been read yet.
     */
    takeNow(username: string, items: number, limit: number): boolean {
      void today()
      const used = present?.get(username)?.items ?? 0
      if (!present || used >= limit || used + items > limit) return false
      count(present, username, { items })
      return true
    },
    /** Removes the user's counts, for example when the user is deleted. */
    async forget(username: string): Promise<void> {
      const known = await today()
      known.delete(username)
      changed.delete(username)
    },
    /** Seconds until the counts are reset. */
    secondsToMidnight: (): number => secondsToMidnight(now()),
    /** Writes the counts that are not written yet. */
    // Counts that cannot be written are lost; the server stops anyway.
    close: (): Promise<void> => write().catch(() => {}),
  }
}
