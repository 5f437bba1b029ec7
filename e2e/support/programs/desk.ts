import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { leanProcess } from '../../../src-main/hosts/launch/desk-process.ts'

const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')

/** The home folder of started programs, so that tests do not use this computer's workspaces and key. */
process.env['CATALOG_DESK_HOME'] ??= mkdtempSync(join(tmpdir(), 'desk-home-'))

/** The line that `desk serve` prints when it is ready. */
export interface ServeLine {
  ui: string
  /** Base address of the local API, without a version. */
  api: string
  username: string
  password: string
}

export interface RunningDesk extends ServeLine {
  child: ChildProcess
  /** Sends a signal and waits for the exit. @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Runs one command to its end. A failing command rejects with its `stdout` and `stderr`. */
export async function desk(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, ...args], {
    cwd: projectDirectory,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** Runs a command that is expected to fail. */
export async function deskFails(
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    await desk(...args)
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
  throw new Error(`desk ${args.join(' ')} was expected to fail and did not`)
}

/** Starts `desk serve` on free ports and waits for its ready line. */
export const startDesk = (...args: string[]): Promise<RunningDesk> => start(process.execPath, [entry], args)

/** Starts `desk serve` with the memory-saving options and environment of `npm start`. */
export const startLeanDesk = (...args: string[]): Promise<RunningDesk> =>
  start(process.execPath, [...leanProcess.options, entry], args, {
    ...leanProcess.environment,
    // Spread last: `process.env` has the home folder of the tests.
    ...process.env,
  })

/** Starts `desk serve` as typed by a user: `npm run`, a shell, then the program. */
export const startDeskByNpm = (...args: string[]): Promise<RunningDesk> =>
  start('npm', ['run', '--silent', 'desk', '--'], args)

async function start(
  command: string,
  before: string[],
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningDesk> {
  const child = spawn(command, [...before, 'serve', '--ui-port', '0', '--api-port', '0', '--json', ...args], {
    cwd: projectDirectory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`desk serve ended with code ${code} before it was ready`)))
  })
  return {
    ...(JSON.parse(line) as ServeLine),
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}
