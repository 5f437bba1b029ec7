import type { WrongPasswords } from '../../../src-shared/local-api/model.ts'
import type { Clock } from '../../platform/clock.ts'

/** Milliseconds for which a wrong password is remembered, and the steps it is forgotten in. */
const window = 600_000
const step = 60_000
/** How many are free, and how long the next is held: doubled with each further one. In milliseconds. */
const freeForUser = 5
const freeForAddress = 20
const firstDelay = 50
const longestDelay = 5000
/** Refusals held back at a time; those beyond are sent at once, and cost their connection. */
const mostHeld = 128
/** Addresses remembered. User names need no such limit: names that are no user's count as one. */
const mostAddresses = 100

interface WrongAttempt {
  /** Undefined when the name is no user's. */
  username?: string
  /** Of the other end. */
  address: string
  /** As the client calls itself. */
  client?: string
}

/** Wrong passwords of the last ten minutes, and the time they cost those who send them. */
export interface WrongPasswordBook {
  /** Counts one, and says how long its refusal is to be held back, in milliseconds: longer with each. */
  count(attempt: WrongAttempt): number
  /** Resolves so much later; at once, with false, when too many are held back already. */
  hold(milliseconds: number): Promise<boolean>
  /** By user name, the newest first. */
  report(): WrongPasswords[]
  /** Sends what is held. */
  close(): void
}

interface Count {
  /** How many, by minute. */
  minutes: Map<number, number>
  at: number
  from: string
}

/** @param longest milliseconds a refusal is held back at most */
export function createWrongPasswordBook(clock: Clock, longest: number = longestDelay): WrongPasswordBook {
  /** The newest last; undefined stands for every name that is no user's. */
  const byUser = new Map<string | undefined, Count>()
  const byAddress = new Map<string, Count>()
  const held = new Set<() => void>()

  const total = ({ minutes }: Count): number => {
    for (const minute of minutes.keys()) if (minute * step <= clock.now() - window) minutes.delete(minute)
    return [...minutes.values()].reduce((sum, count) => sum + count, 0)
  }
  const count = <Key>(counts: Map<Key, Count>, key: Key, from: string): number => {
    const at = clock.now()
    const minute = Math.floor(at / step)
    const found = counts.get(key) ?? { minutes: new Map<number, number>(), at, from }
    const minutes = found.minutes.set(minute, (found.minutes.get(minute) ?? 0) + 1)
    // The newest stands last.
    counts.delete(key)
    const counted = { minutes, at, from }
    counts.set(key, counted)
    return total(counted)
  }

  return {
    count({ username, address, client }) {
      const beyond = Math.max(
        count(byUser, username, client ?? address) - freeForUser,
        count(byAddress, address, address) - freeForAddress,
      )
      for (const oldest of byAddress.keys()) {
        if (byAddress.size <= mostAddresses) break
        byAddress.delete(oldest)
      }
      return beyond <= 0 ? 0 : Math.min(firstDelay * 2 ** (beyond - 1), longest)
    },
    async hold(milliseconds) {
      if (milliseconds === 0) return true
      if (held.size >= mostHeld) return false
      const stop = new AbortController()
      const release = () => stop.abort()
      held.add(release)
      await clock.sleep(milliseconds, stop.signal).catch(() => {})
      held.delete(release)
      return true
    },
    report() {
      const found: WrongPasswords[] = []
      for (const [username, counted] of byUser) {
        const times = total(counted)
        if (times === 0) byUser.delete(username)
        else
          found.unshift({
            username: username ?? null,
            count: times,
            lastAt: new Date(counted.at).toISOString(),
            lastFrom: counted.from,
          })
      }
      return found
    },
    close() {
      for (const release of held) release()
    },
  }
}
