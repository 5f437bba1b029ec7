import { performance } from 'node:perf_hooks'
import type { Clock } from '../../../platform/clock.ts'

/** Two clocks that run side by side differ by less than this, in milliseconds. */
const tolerance = 2000

/**
 * Tells by how many milliseconds the clock was set back since the last question; 0 when it was not. A clock that jumped
 * ahead does not matter: the computer may have slept, and waits that are over are due.
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
