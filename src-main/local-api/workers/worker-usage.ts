import type { AnsweredRequest } from '../server/answered-request.ts'
import { type ApiUsage, secondsToMidnight } from '../server/usage-meter.ts'
import type { WorkerReport } from './protocol.ts'

/** How long answered requests are collected before they are reported, in milliseconds. */
const reportInterval = 250
/** Requests reported for the log; the log keeps few more, and a busy worker answers thousands in that time. */
const maxReported = 200

/**
 * Counts what a worker answers. A daily limit applies to all workers together, so items of a user with a limit
 * are counted by the program, before the answer is sent. All other counts are reported some time later.
 */
export function createWorkerUsage({
  limited,
  report,
  now,
}: {
  /** The program's counts. */
  limited: Pick<ApiUsage, 'used' | 'takeItems'>
  report(report: WorkerReport): void
  now(): number
}): { usage: ApiUsage; observe(request: AnsweredRequest): void } {
  let newest: AnsweredRequest[] = []
  let used = new Map<string, { requests: number; items: number }>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (newest.length === 0 && used.size === 0) return
    report({ newest: newest.slice(-maxReported), used: Object.fromEntries(used) })
    newest = []
    used = new Map()
  }
  const count = (username: string, { requests = 0, items = 0 }): void => {
    const known = used.get(username)
    if (known) {
      known.requests += requests
      known.items += items
    } else used.set(username, { requests, items })
    timer ??= setTimeout(flush, reportInterval).unref()
  }
  const isLimited = (limit: number): boolean => limit < Number.POSITIVE_INFINITY

  return {
    usage: {
      used: limited.used,
      async takeItems(username, items, limit) {
        if (isLimited(limit)) return limited.takeItems(username, items, limit)
        count(username, { items })
        return true
      },
      takeNow(username, items, limit) {
        // The caller then asks with `takeItems`.
        if (isLimited(limit)) return false
        count(username, { items })
        return true
      },
      secondsToMidnight: () => secondsToMidnight(now()),
      close: async () => flush(),
    },
    observe(request) {
      newest.push(request)
      if (newest.length >= 2 * maxReported) newest = newest.slice(-maxReported)
      if (request.username !== undefined) count(request.username, { requests: 1 })
      timer ??= setTimeout(flush, reportInterval).unref()
    },
  }
}
