/** The command line of the installed app: the same executable, given the name of a command, opens no window. */
import { resolve } from 'node:path'
import { app, clipboard, dialog } from 'electron'
import { say } from '../../../src-shared/texts/say.ts'
import { nodePowerState } from '../../platform/power.ts'
import { requestStop } from '../headless/stop.ts'
import { startUtilityProgram } from './child-program.ts'
import { renderer, resources, secretsInKeyStore, systemProxy, thread } from './desk.ts'
import type { Speak } from './texts.ts'

const isWindows = process.platform === 'win32'
const information = ['--help', '-h', '--version', '-V']

/**
 * The command in the arguments of the app, with its own arguments; undefined if there is none. Any single
 * word counts, so that a mistyped command gets an error instead of a window. Files, addresses and leading
 * Chromium switches (`--no-sandbox`) are no commands.
 * @param args the process's arguments, starting with the executable
 */
export function commandIn(args: readonly string[]): string[] | undefined {
  // Before packaging, Electron gets the folder of the app as an argument.
  const before = app.isPackaged ? 0 : args.findIndex((arg) => resolve(arg) === app.getAppPath())
  const own = args.slice(before + 1)
  const first = own.findIndex((arg) => !arg.startsWith('-') || information.includes(arg))
  const word = own[first]
  if (word === undefined) return undefined
  return information.includes(word) || /^[a-z][a-z-]*$/i.test(word) ? own.slice(first) : undefined
}

/** Runs a command in place of the window, and ends the process with the command's exit code. */
export async function runCommand(command: readonly string[]): Promise<void> {
  // No window is drawn.
  app.disableHardwareAcceleration()
  app.dock?.hide()
  // Electron emits this event for signals that end a program. If Node handles the signal too, Node knows
  // which one it was.
  app.on('before-quit', (event) => {
    event.preventDefault()
    setImmediate(requestStop, 'SIGTERM')
  })
  // Before `ready`, Electron cannot use the system's key store.
  await app.whenReady()
  const { runCommandLine } = await import('../headless/command-line.ts')
  const code = await runCommandLine(command, {
    program: 'catalog-desk',
    version: app.getVersion(),
    host: 'electron',
    resources: resources(),
    thread: async () => thread,
    renderer,
    preparePage: async () => {},
    power: nodePowerState(),
    inKeyStore: secretsInKeyStore,
    systemProxy,
    startProgram: startUtilityProgram,
  })
  // Exiting would cut off output that a pipe has not accepted yet.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((written) => stream.write('', () => written()))
  app.exit(code)
}

/** Shows the command line of this app for this computer, and copies it on request. */
export async function showCommandLine(speak: Speak): Promise<void> {
  // An AppImage is mounted at another path on each start; the variable contains the path of the file itself.
  const executable = process.env['APPIMAGE'] ?? app.getPath('exe')
  const start = app.isPackaged ? [executable] : [executable, app.getAppPath()]
  // PowerShell treats a quoted path as text unless `&` precedes it.
  const line = [...(isWindows ? ['&'] : []), ...start.map(quoted), '--help'].join(' ')
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: speak(say`Command Line`),
    detail: `${speak(say`Catalog Desk also works in a terminal and in scripts. This line shows its commands:`)}\n\n${line}`,
    buttons: [speak(say`Copy`), speak(say`Close`)],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) clipboard.writeText(line)
}

/** A word quoted for the system's shell: PowerShell on Windows, a POSIX shell elsewhere. */
function quoted(word: string): string {
  if (/^[\w./:\\-]+$/.test(word)) return word
  return `'${word.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`
}
