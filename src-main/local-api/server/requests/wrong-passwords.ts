import type { WrongPasswords } from '../../../../src-shared/local-api/model.ts'
import type { Clock } from '../../../platform/clock.ts'

/** How long a wrong password is remembered, and the step in which old ones are dropped, in milliseconds. */
const window = 600_000
const step = 60_000
/**
 * How many wrong passwords are answered without delay, and how long the next is delayed, in milliseconds:
 * doubled with each.
 */
const freeForUser = 5
const freeForAddress = 20
const firstDelay = 50
const maxDelay = 5000
/**
 * How many refusals are delayed at a time; further refusals are sent immediately, and end their connections.
 */
const maxHeld = 128
/** How many addresses are remembered. User names need no such limit: all unknown names count as one. */
const maxAddresses = 100

export interface WrongAttempt {
  /** Undefined when no user has the name. */
  username?: string
  /** The client's address. */
  address: string
  /** The `User-Agent` header. */
  client?: string
}

interface Count {
  /** Wrong passwords by minute. */
  minutes: Map<number, number>
  at: number
  from: string
}

export type WrongPasswordBook = ReturnType<typeof createWrongPasswordCounter>

/**
 * Counts the wrong passwords of the last ten minutes, and delays their refusals.
 * @param longest the maximum delay of a refusal in milliseconds
 */
export function createWrongPasswordCounter(clock: Clock, longest: number = maxDelay) {
  /** The newest is last; undefined stands for all unknown names. */
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
    // The newest comes last.
    counts.delete(key)
    const counted = { minutes, at, from }
    counts.set(key, counted)
    return total(counted)
  }

  return {
    /**
     * Counts a wrong password. Returns how long to delay its refusal, in milliseconds: longer with each one.
     */
    count({ username, address, client }: WrongAttempt): number {
      const beyond = Math.max(
        count(byUser, username, client ?? address) - freeForUser,
        count(byAddress, address, address) - freeForAddress,
      )
      for (const oldest of byAddress.keys()) {
        if (byAddress.size <= maxAddresses) break
        byAddress.delete(oldest)
      }
      return beyond <= 0 ? 0 : Math.min(firstDelay * 2 ** (beyond - 1), longest)
    },
    /**
     * Resolves with true after the delay, or with false immediately when too many refusals are being delayed.
     */
    async hold(milliseconds: number): Promise<boolean> {
      if (milliseconds === 0) return true
      if (held.size >= maxHeld) return false
      const stop = new AbortController()
      const release = () => stop.abort()
      held.add(release)
      await clock.sleep(milliseconds, stop.signal).catch(() => {})
      held.delete(release)
      return true
    },
    /** The counts by user name, the newest first. */
    report(): WrongPasswords[] {
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
    /** Ends all delays. */
    close(): void {
      for (const release of held) release()
    },
  }
}
