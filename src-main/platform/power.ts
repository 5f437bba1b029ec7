import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Power and network state; undefined where the host cannot determine it. */
export interface PowerConditions {
  onBattery?: boolean
  /** Whether the connection is metered (billed by volume). */
  metered?: boolean
  /** Whether any network is available. */
  online?: boolean
  /** Whether the computer is going to sleep, and has not woken yet. */
  asleep?: boolean
}

/** Power and network state that long-running work takes into account. */
export interface PowerState {
  now(): PowerConditions
  /** Calls the listener after every change of the state. @returns a function that removes the listener */
  subscribe(listener: () => void): () => void
}

/** How often battery and network are checked while there are listeners, in milliseconds. */
const checkInterval = 15_000
/**
 * How often the system is queried for a metered connection while the addresses stay the same, in
 * milliseconds.
 */
const meteredInterval = 2 * 60_000

/** The non-loopback addresses of this computer. */
const outsideAddresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ cidr }) => cidr)
    .join(' ')

/** Power and network state from Node and the operating system, without Electron. */
export function nodePowerState({
  interval = checkInterval,
  metered = isMetered,
  onBattery = isOnBattery,
} = {}): PowerState {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let isPaid: boolean | undefined
  let lastQuery = { at: Number.NEGATIVE_INFINITY, addresses: '' }
  let lastNotified = ''

  const now = (): PowerConditions => {
    const isOn = onBattery()
    return {
      online: outsideAddresses() !== '',
      ...(isOn !== undefined && { onBattery: isOn }),
      ...(isPaid !== undefined && { metered: isPaid }),
    }
  }
  const notify = (): void => {
    const conditions = JSON.stringify(now())
    if (conditions === lastNotified) return
    lastNotified = conditions
    for (const listener of listeners) listener()
  }
  async function queryMetered(): Promise<void> {
    const addresses = outsideAddresses()
    const isDue = performance.now() - lastQuery.at >= meteredInterval || addresses !== lastQuery.addresses
    if (!isDue) return
    lastQuery = { at: performance.now(), addresses }
    isPaid = await metered()
    if (listeners.size > 0) notify()
  }
  const check = (): void => {
    notify()
    void queryMetered()
  }

  return {
    now,
    subscribe(listener) {
      if (listeners.size === 0) {
        lastNotified = JSON.stringify(now())
        timer = setInterval(check, interval).unref()
        void queryMetered()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}

/** Linux keeps a folder for each power source here, with one file per property. */
const powerSupplies = '/sys/class/power_supply'

/**
 * Whether the computer runs on its own battery, according to Linux; undefined without such a battery or on
 * another system. Batteries of mice or headsets do not count.
 */
export function isOnBattery(folder = powerSupplies): boolean | undefined {
  const supplies = namesIn(folder).map((name) => {
    const fact = (file: string) => textOf(join(folder, name, file))
    return { type: fact('type'), scope: fact('scope'), status: fact('status'), online: fact('online') }
  })
  const batteries = supplies.filter(({ type, scope }) => type === 'Battery' && scope !== 'Device')
  if (batteries.length === 0) return undefined
  const isPlugged = supplies.some(({ type, online }) => type !== 'Battery' && online === '1')
  return !isPlugged && batteries.some(({ status }) => status === 'Discharging')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The text of a file; empty when the file cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** A command that queries the operating system, with the parser of its output. */
interface SystemQuery {
  command: string
  arguments: string[]
  /** Parses the output; undefined when it does not contain the fact. */
  read(answer: string): boolean | undefined
}

/** Timeout of a command, in milliseconds. */
const commandTimeout = 10_000

const manager = 'org.freedesktop.NetworkManager'
const managerPath = '/org/freedesktop/NetworkManager'
/** Values of NetworkManager's NMMetered: unknown, yes, no, guessed yes, guessed no. */
const readNumber = (answer: string): boolean | undefined =>
  [undefined, true, false, true, false][Number(answer.match(/\d+/g)?.at(-1) ?? 0)]

/** For Windows PowerShell 5; its successor lacks these system classes. */
const windowsScript = `
  [void][Windows.Networking.Connectivity.NetworkInformation, Windows, ContentType = WindowsRuntime]
  $connection = [Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile()
  if ($connection) { $connection.GetConnectionCost().NetworkCostType.ToString() }`

/** Queries per platform; the first one that succeeds decides. macOS has no command for this. */
const queries: Partial<Record<NodeJS.Platform, SystemQuery[]>> = {
  linux: [
    {
      command: 'busctl',
      arguments: ['--system', 'get-property', manager, managerPath, manager, 'Metered'],
      read: readNumber,
    },
    {
      command: 'gdbus',
      arguments: [
        ...['call', '--system', '--dest', manager, '--object-path', managerPath],
        ...['--method', 'org.freedesktop.DBus.Properties.Get', manager, 'Metered'],
      ],
      read: readNumber,
    },
  ],
  win32: [
    {
      command: 'powershell.exe',
      arguments: ['-NoProfile', '-NonInteractive', '-Command', windowsScript],
      read: (answer) => {
        const cost = answer.trim()
        return cost === 'Fixed' || cost === 'Variable' ? true : cost === 'Unrestricted' ? false : undefined
      },
    },
  ],
}

/** Whether the operating system reports a metered connection; undefined when it does not report it. */
export async function isMetered(platform: NodeJS.Platform = process.platform): Promise<boolean | undefined> {
  for (const query of queries[platform] ?? []) {
    try {
      const { stdout } = await promisify(execFile)(query.command, query.arguments, {
        timeout: commandTimeout,
        windowsHide: true,
      })
      return query.read(stdout)
    } catch {
      // The command, or the service behind it, is missing on this computer.
    }
  }
  return undefined
}
