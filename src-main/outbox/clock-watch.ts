import { performance } from 'node:perf_hooks'
import type { Clock } from '../platform/clock.ts'

/** Differences below this are those of two clocks that run side by side, in milliseconds. */
const tolerance = 2000

/**
 * Tells by how many milliseconds the clock has been set back since it was last asked; 0 when it was not. A clock that
 * is ahead of time is no reason to tell: the computer may have slept, and what was waited for is due.
 */
export function createClockWatch(clock: Clock): { setBack(): number } {
  const lead = () => clock.now() - performance.now()
  let known = lead()
  return {
    setBack() {
      const now = lead()
      const back = known - now
      if (Math.abs(back) >= tolerance) known = now
      return back >= tolerance ? Math.round(back) : 0
    },
  }
}
