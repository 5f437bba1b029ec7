import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A question to the operating system, by one of its own commands, and how its answer reads. */
interface Question {
  command: string
  arguments: string[]
  /** Undefined: the answer leaves it open. */
  read(answer: string): boolean | undefined
}

/** A command that does not answer is given up after so many milliseconds. */
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

/** By platform; the first command that answers is believed. macOS tells only programs of its own making. */
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

/** Whether the connection to the internet is paid by volume, as the operating system says; undefined: it does not. */
export async function isMetered(platform: NodeJS.Platform = process.platform): Promise<boolean | undefined> {
  for (const question of questions[platform] ?? []) {
    try {
      const { stdout } = await promisify(execFile)(question.command, question.arguments, {
        timeout: patience,
        windowsHide: true,
      })
      return question.read(stdout)
    } catch {
      // There is no such command here, or nothing that it could ask.
    }
  }
  return undefined
}
