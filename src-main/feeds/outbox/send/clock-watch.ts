import { performance } from 'node:perf_hooks'
import type { Clock } from '../../../platform/clock.ts'

/** Normal deviation between the system clock and the monotonic clock, in milliseconds. */
const tolerance = 2000

/**
 * Detects that the system clock was set back. `setBack` returns by how many milliseconds, since its last
 * call; 0 if it was not. A clock that jumped ahead does not matter: the computer may have slept, and expired
 * waits are due.
 */
export function createClockWatch(clock: Clock): { setBack(): number } {
  const offset = () => clock.now() - performance.now()
  let known = offset()
  return {
    setBack() {
      const now = offset()
      const back = known - now
      if (Math.abs(back) >= tolerance) known = now
      return back >= tolerance ? Math.round(back) : 0
    },
  }
}
