/**
 * `npm start`: builds if sources changed, then opens the app in Electron, or in the browser if there is no
 * Electron.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { safeModeSwitch } from '../../../src-shared/desktop-bridge.ts'
import { ensureBuilt, projectDirectory } from './build.ts'
import { leanProcess, whenParentEnds } from './desk-process.ts'
import { findElectron } from './electron-binary.ts'
import { type StartReport, startReports } from './start-report.ts'

const help = `npm start [-- --data DIR] [--no-sandbox] [--safe-mode]

  --data DIR     the workspace folder, made when missing (default: the one that was open last)
  --no-sandbox   let Electron run without its sandbox, where it cannot have one: as root, in some containers
  --safe-mode    open the window without sync, without sending feeds and without the local API; needs Electron

Without Electron the page opens in the browser. Ports and more: npm run desk -- serve --open, with --help.
`

const print = (line: string): void => void process.stderr.write(`${line}\n`)

interface Options {
  /** The workspace folder; undefined opens the last one. */
  data: string | undefined
  /** Whether Electron keeps its sandbox. */
  sandbox: boolean
  safeMode: boolean
}

/** The options of the command line; undefined if nothing is to be started. */
function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        'no-sandbox': { type: 'boolean' },
        'safe-mode': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (!values.help)
      return {
        data: values.data && resolve(values.data),
        sandbox: !values['no-sandbox'],
        safeMode: values['safe-mode'] ?? false,
      }
    process.stdout.write(help)
  } catch (error) {
    print(`${(error as Error).message}\n\n${help}`)
    process.exitCode = 1
  }
  return undefined
}

/** The end of a program. */
interface Ending {
  code: number
  /** Signal or exit code, or the reason why it could not be started, as text. */
  cause: string
  /** Whether Electron had shown a window. */
  hasOpened: boolean
}

let child: ChildProcess | undefined
let stoppedBy: NodeJS.Signals | undefined

/**
 * Runs a program to its end, in the project's folder and in this terminal. Electron reports over the IPC
 * channel.
 */
function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ending> {
  return new Promise((end) => {
    let hasOpened = false
    child = spawn(command, args, {
      cwd: projectDirectory,
      env: { ...leanProcess.environment, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (report: StartReport) => {
      if (!hasOpened) print(startReports[report])
      hasOpened = true
    })
    child.on('error', ({ message }) => end({ code: 1, cause: message, hasOpened }))
    child.on('exit', (code, signal) =>
      end({ code: exitCode(code, signal), cause: signal ?? `exit code ${code}`, hasOpened }),
    )
  })
}

/** The exit code as reported by a shell: 128 plus the signal number for a process ended by a signal. */
const exitCode = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + constants.signals[signal ?? 'SIGTERM']

function stop(signal: NodeJS.Signals): void {
  stoppedBy ??= signal
  if (child) child.kill(signal)
  // Still building: the build ends together with this process.
  else process.exit(exitCode(null, signal))
}

/** @returns the exit code of the opened program */
async function start({ data, sandbox, safeMode }: Options): Promise<number> {
  const built = ensureBuilt(print)
  // The build is awaited below. If it fails before that, this handler prevents an unhandled rejection.
  built.catch(() => {})
  const electron = await findElectron(print)
  await built
  const env = data === undefined ? {} : { CATALOG_DESK_DATA: data }
  let reason: string
  if ('path' in electron) {
    const flags = [...(sandbox ? [] : ['--no-sandbox']), ...(safeMode ? [safeModeSwitch] : [])]
    const { code, cause, hasOpened } = await run(electron.path, [projectDirectory, ...flags], env)
    if (hasOpened || code === 0 || stoppedBy) return code
    reason = `Electron ended before it opened a window (${cause})`
    if (sandbox && process.platform === 'linux')
      print('If Electron names its sandbox above, this starts it without one: npm start -- --no-sandbox')
  } else reason = electron.reason
  if (safeMode) {
    print(`Not started, because safe mode needs a window: ${reason}.`)
    return 1
  }
  print(`Opening in the browser: ${reason}.`)
  const desk = ['src-main/hosts/headless/desk.js', 'serve', '--open']
  return (await run(process.execPath, [...leanProcess.options, ...desk], env)).code
}

const options = readOptions()
if (options) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  whenParentEnds(() => stop('SIGTERM'))
  try {
    process.exit(await start(options))
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
