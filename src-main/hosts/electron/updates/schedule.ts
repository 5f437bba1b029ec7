/** When the app looks for updates by itself: at the start and daily. */
import type { ComputerSettingsStore } from '../../../workspace/index.ts'

/** Milliseconds. */
export const checkTimes = { first: 20_000, interval: 24 * 3600_000, look: 15 * 60_000 }

interface Options {
  settings: Pick<ComputerSettingsStore, 'read'>
  check(): Promise<void>
  times?: typeof checkTimes
  now?: () => number
}

/**
 * Checks for updates while the person allows it. The time is compared every now and then, because a timer of a day
 * stops while the computer sleeps.
 */
export function checkDaily({ settings, check, times = checkTimes, now = Date.now }: Options): void {
  let last = Number.NEGATIVE_INFINITY
  const look = async (): Promise<void> => {
    if (now() - last < times.interval || !(await settings.read()).checksForUpdates) return
    last = now()
    await check()
  }
  const start = (): void => void look().catch(() => {})
  setTimeout(start, times.first).unref()
  setInterval(start, times.look).unref()
}
