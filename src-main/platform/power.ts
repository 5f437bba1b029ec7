import { networkInterfaces } from 'node:os'

/** What the host can tell of the computer's state; what it cannot tell is absent. */
export interface PowerConditions {
  onBattery?: boolean
  /** The connection is paid by volume. */
  metered?: boolean
  /** Whether there is any network at all. */
  online?: boolean
}

/** The computer's state, so far as long work should heed it. */
export interface PowerState {
  now(): PowerConditions
  /** Called after any of it has changed. Answers the way to stop listening. */
  subscribe(listener: () => void): () => void
}

/** How often a change of the network is looked for, in milliseconds. */
const lookInterval = 15_000

/** What Node can tell by itself: whether the computer has an address outside of itself. */
export function powerOfNode(interval = lookInterval): PowerState {
  const isOnline = () =>
    Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
  return {
    now: () => ({ online: isOnline() }),
    subscribe(listener) {
      let before = isOnline()
      const timer = setInterval(() => {
        const now = isOnline()
        if (now === before) return
        before = now
        listener()
      }, interval).unref()
      return () => clearInterval(timer)
    },
  }
}
