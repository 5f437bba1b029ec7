import { networkInterfaces } from 'node:os'
import { isOnBattery } from './battery.ts'
import { isMetered } from './metered.ts'

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

/** How often battery and network are looked at while someone listens, in milliseconds. */
const lookInterval = 15_000
/** How often the system is asked whether the connection is paid by volume, as long as the addresses stay the same. */
const askInterval = 2 * 60_000

/** The addresses of this computer outside of itself. */
const outsideAddresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ cidr }) => cidr)
    .join(' ')

/** What can be told without Electron: by Node, and by asking the operating system. */
export function powerOfNode({
  interval = lookInterval,
  metered = isMetered,
  onBattery = isOnBattery,
} = {}): PowerState {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let isPaid: boolean | undefined
  let asked = { at: Number.NEGATIVE_INFINITY, addresses: '' }
  let told = ''

  const now = (): PowerConditions => {
    const isOn = onBattery()
    return {
      online: outsideAddresses() !== '',
      ...(isOn !== undefined && { onBattery: isOn }),
      ...(isPaid !== undefined && { metered: isPaid }),
    }
  }
  const tell = (): void => {
    const conditions = JSON.stringify(now())
    if (conditions === told) return
    told = conditions
    for (const listener of listeners) listener()
  }
  async function ask(): Promise<void> {
    const addresses = outsideAddresses()
    const isDue = performance.now() - asked.at >= askInterval || addresses !== asked.addresses
    if (!isDue) return
    asked = { at: performance.now(), addresses }
    isPaid = await metered()
    if (listeners.size > 0) tell()
  }
  const look = (): void => {
    tell()
    void ask()
  }

  return {
    now,
    subscribe(listener) {
      if (listeners.size === 0) {
        told = JSON.stringify(now())
        timer = setInterval(look, interval).unref()
        void ask()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}
