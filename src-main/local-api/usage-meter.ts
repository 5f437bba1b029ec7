import type { Storage } from '../storage/storage.ts'
import { defineReader, defineWriter } from '../storage/store.ts'

export const usageReader = defineReader('api-usage', ({ db }) => {
  const used = db.prepare<[string], { username: string; items: number }>(
    'SELECT username, items FROM api_usage WHERE day = ?',
  )
  return {
    /** Item records each user has downloaded on a day (`YYYY-MM-DD`, UTC). */
    used: (day: string): Record<string, number> =>
      Object.fromEntries(used.all(day).map(({ username, items }) => [username, items])),
  }
})

export const usageWriter = defineWriter('api-usage', ({ db }) => {
  const put = db.prepare(
    'INSERT INTO api_usage VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET items = max(items, excluded.items)',
  )
  return {
    put(day: string, used: Record<string, number>): void {
      for (const [username, items] of Object.entries(used)) put.run(username, day, items)
    },
  }
})

/** How long counts stay in memory before they are written: a durable write for each answer would cost more than it. */
const writeDelay = 1000

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

/** Counts the item records each user downloads in a UTC day. Counts survive restarts; a crash may lose a second's. */
export interface UsageMeter {
  used(username: string): Promise<number>
  add(username: string, items: number): Promise<void>
  /** Seconds until the count starts anew. */
  secondsToMidnight(): number
  close(): Promise<void>
}

export function createUsageMeter(storage: Storage, now: () => number): UsageMeter {
  const reader = storage.reader(usageReader)
  const writer = storage.writer(usageWriter)
  let day = ''
  let counts: Promise<Map<string, number>> = Promise.resolve(new Map())
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const today = () => {
    const current = dayOf(now())
    if (current !== day) {
      day = current
      changed = new Set()
      counts = reader.used(current).then((used) => new Map(Object.entries(used)))
    }
    return counts
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const known = await counts
    const used = Object.fromEntries([...changed].map((username) => [username, known.get(username) ?? 0]))
    changed = new Set()
    await writer.put(day, used)
  }

  return {
    used: async (username) => (await today()).get(username) ?? 0,
    async add(username, items) {
      if (items === 0) return
      const known = await today()
      known.set(username, (known.get(username) ?? 0) + items)
      changed.add(username)
      // A count that could not be written is counted on in memory and written with the next.
      timer ??= setTimeout(() => void write().catch(() => changed.add(username)), writeDelay).unref()
    },
    secondsToMidnight: () => Math.ceil((86_400_000 - (now() % 86_400_000)) / 1000),
    close: write,
  }
}
