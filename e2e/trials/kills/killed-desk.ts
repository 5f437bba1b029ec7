import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
/**
 * The compile cache of the command line, for faster starts; only a process that exits by itself writes it.
 */
const cache = join(projectDirectory, 'node_modules/.cache/compiled')

export interface DeskLife {
  /** False when the process ended before the kill. */
  killed: boolean
  code: number | null
  stdout: string
  stderr: string
  /** Milliseconds since the start, or since `countFrom` was true. */
  milliseconds: number
}

interface DeskLifeOptions {
  /** Milliseconds after which the command is killed with SIGKILL; never killed if absent. */
  killAfter?: number | undefined
  /** The milliseconds start when this returns true instead of at the start of the command. */
  countFrom?: (() => boolean) | undefined
  environment?: Record<string, string>
}

/** Runs a command of the real command line until it ends or is killed. */
export const runDesk = (args: string[], options?: DeskLifeOptions): Promise<DeskLife> =>
  runProgram(entry, args, options)

/** Runs a program until it ends or is killed. */
export async function runProgram(
  program: string,
  args: string[],
  { killAfter = Number.POSITIVE_INFINITY, countFrom, environment = {} }: DeskLifeOptions = {},
): Promise<DeskLife> {
  let started = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectDirectory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache, ...environment },
  })
  const ended = once(child, 'close')
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  if (countFrom) {
    while (child.exitCode === null && !countFrom()) await delay(1)
    started = performance.now()
  }
  if (Number.isFinite(killAfter)) {
    await Promise.race([delay(killAfter), ended])
    child.kill('SIGKILL')
  }
  await ended
  const [stdout, stderr] = await output
  const killed = child.signalCode === 'SIGKILL'
  return { killed, code: child.exitCode, stdout, stderr, milliseconds: performance.now() - started }
}

/** Kills a running process and waits for its end. */
export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
