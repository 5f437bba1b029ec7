import type { createWorkerUsage } from '../local-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { backoffDelay, nextMidnight } from '../platform/retry.ts'
import type { HubClient } from './hub-client.ts'

type Limited = Parameters<typeof createWorkerUsage>[0]['limited']
type Report = Parameters<Parameters<typeof createWorkerUsage>[0]['report']>[0]['used']

/** Pauses between attempts to report, in milliseconds. */
const pauses = { first: 250, longest: 5000 }

interface ReplicaUsageOptions {
  client: Pick<HubClient, 'used' | 'takeItems' | 'addUsage'>
  isReachable(): boolean
  clock: Clock
}

/**
 * Counts the usage of a replica at its hub. Daily limits hold for the hub and all replicas together while the
 * hub can be reached; otherwise each replica applies them to the last known count and what it adds itself.
 */
export function createReplicaUsage({ client, isReachable, clock }: ReplicaUsageOptions) {
  /** Items of each user as last known, with those added here; until `until`, the end of the UTC day. */
  const known = new Map<string, { items: number; until: number }>()
  let unreported: Report = {}
  let isClosed = false
  let reporting: Promise<void> | undefined

  const itemsOf = (username: string): number => {
    const found = known.get(username)
    return found && found.until > clock.now() ? found.items : 0
  }
  const setItems = (username: string, items: number): void => {
    known.set(username, { items, until: nextMidnight(clock.now()) })
  }
  const merge = (report: Report): void => {
    for (const [username, { items, requests }] of Object.entries(report)) {
      const before = unreported[username] ?? { items: 0, requests: 0 }
      unreported[username] = { items: before.items + items, requests: before.requests + requests }
    }
  }
  async function sendAll(): Promise<void> {
    for (let failures = 0; Object.keys(unreported).length > 0; ) {
      const report = unreported
      unreported = {}
      for (const [username, counts] of Object.entries(report)) {
        try {
          await client.addUsage(username, counts)
          failures = 0
        } catch {
          failures++
          merge({ [username]: counts })
        }
      }
      if (failures === 0) continue
      if (isClosed) return
      await clock.sleep(backoffDelay(pauses, failures))
    }
  }
  const report = (used: Report): void => {
    merge(used)
    reporting ??= sendAll().finally(() => {
      reporting = undefined
    })
  }
  const asked = async <T>(call: () => Promise<T>): Promise<T | undefined> =>
    isReachable() ? call().catch(() => undefined) : undefined

  const limited: Limited = {
    async used(username) {
      const used = await asked(() => client.used(username))
      if (used) setItems(username, used.items)
      return used ?? { items: itemsOf(username), requests: 0 }
    },
    async takeItems(username, items, limit) {
      const taken = await asked(() => client.takeItems(username, items, limit))
      if (taken === false) return false
      const before = itemsOf(username)
      if (taken === undefined) {
        if (before + items > limit) return false
        report({ [username]: { items, requests: 0 } })
      }
      setItems(username, before + items)
      return true
    },
  }
  return {
    limited,
    report,
    /** Reports what is left, if the hub can be reached. */
    async close(): Promise<void> {
      isClosed = true
      await reporting
    },
  }
}
