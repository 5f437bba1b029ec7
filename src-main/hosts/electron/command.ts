/** The command line of the installed app: the same executable, given the name of a command, opens no window. */
import { resolve } from 'node:path'
import { app, clipboard, dialog } from 'electron'
import { say } from '../../../src-shared/texts/say.ts'
import { powerOfNode } from '../../platform/power.ts'
import { requestStop } from '../headless/stop.ts'
import { renderer, resources, secretsInKeyStore, thread } from './desk.ts'
import type { Speak } from './texts.ts'

const isWindows = process.platform === 'win32'
const information = ['--help', '-h', '--version', '-V']

/**
 * The command in the arguments of the app, with its own arguments; undefined when there is none. Any single word counts,
 * so that a mistyped command gets its error and not a window. Files, addresses and the switches of Chromium that may
 * stand first (`--no-sandbox`) are no commands.
 * @param args the process's arguments, beginning with the executable
 */
export function commandIn(args: readonly string[]): string[] | undefined {
  // Before it is packaged, Electron is given the folder of the app.
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
  // Electron makes this event of the signals that end a program. Where Node hears the signal too, Node knows which.
  app.on('before-quit', (event) => {
    event.preventDefault()
    setImmediate(requestStop, 'SIGTERM')
  })
  // Before that Electron cannot ask the system's key store.
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
    power: powerOfNode(),
    inKeyStore: secretsInKeyStore,
  })
  // The end cuts off what a pipe has not taken yet.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((written) => stream.write('', () => written()))
  app.exit(code)
}

/** Shows the line that a person types for the commands of this app on this computer, and copies it on request. */
export async function showCommandLine(speak: Speak): Promise<void> {
  // An AppImage is mounted somewhere else at each start; the variable names the file itself.
  const executable = process.env['APPIMAGE'] ?? app.getPath('exe')
  const start = app.isPackaged ? [executable] : [executable, app.getAppPath()]
  // PowerShell takes a quoted path for a text unless `&` says to run it.
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

/** A word as the system's shell takes it: PowerShell on Windows, a POSIX shell elsewhere. */
function quoted(word: string): string {
  if (/^[\w./:\\-]+$/.test(word)) return word
  return `'${word.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`
}
