import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The computer's state; what the host cannot tell is undefined. */
export interface PowerConditions {
  onBattery?: boolean
  /** Whether the connection is paid by volume. */
  metered?: boolean
  /** Whether there is any network at all. */
  online?: boolean
}

/** The computer's state, so far as long work should heed it. */
export interface PowerState {
  now(): PowerConditions
  /** Calls the listener after every change of the state. @returns a function that removes the listener */
  subscribe(listener: () => void): () => void
}

/** How often battery and network are checked while there is a listener, in milliseconds. */
const lookInterval = 15_000
/** How often the system is asked whether the connection is paid by volume, as long as the addresses stay the same. */
const askInterval = 2 * 60_000

/** The addresses of this computer, without those of loopback. */
const outsideAddresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ cidr }) => cidr)
    .join(' ')

/** The computer's state as Node and the operating system tell it, without Electron. */
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

/** The folder in which Linux has a folder for each source of power, with a file for each fact. */
const powerSupplies = '/sys/class/power_supply'

/**
 * Whether the computer runs on its own battery, according to Linux; undefined without such a battery or on another
 * system. Batteries of mice or headsets do not count.
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

/** A question to the operating system, by one of its own commands, and how its answer reads. */
interface Question {
  command: string
  arguments: string[]
  /** Reads the answer; undefined when the answer does not say. */
  read(answer: string): boolean | undefined
}

/** How long to wait for a command's answer, in milliseconds. */
const patience = 10_000

const manager = 'org.freedesktop.NetworkManager'
const managerPath = '/org/freedesktop/NetworkManager'
/** NMMetered of NetworkManager: unknown, yes, no, yes by a guess, no by a guess. */
const readNumber = (answer: string): boolean | undefined =>
  [undefined, true, false, true, false][Number(answer.match(/\d+/g)?.at(-1) ?? 0)]

/** Windows PowerShell, as its successor does not know the classes of the system. */
const windowsScript = `
  [void][Windows.Networking.Connectivity.NetworkInformation, Windows, ContentType = WindowsRuntime]
  $connection = [Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile()
  if ($connection) { $connection.GetConnectionCost().NetworkCostType.ToString() }`

/** The questions for each platform, of which the first answer counts. macOS has no command for this. */
const questions: Partial<Record<NodeJS.Platform, Question[]>> = {
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

/** Whether the operating system says that the internet connection is paid by volume; undefined when it does not say. */
export async function isMetered(platform: NodeJS.Platform = process.platform): Promise<boolean | undefined> {
  for (const question of questions[platform] ?? []) {
    try {
      const { stdout } = await promisify(execFile)(question.command, question.arguments, {
        timeout: patience,
        windowsHide: true,
      })
      return question.read(stdout)
    } catch {
      // This computer lacks the command, or the service behind the command.
    }
  }
  return undefined
}
