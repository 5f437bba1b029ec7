import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../hosts/launch/bundle.ts'

interface KilledProgram {
  /** All lines that the program printed. */
  lines: string[]
  /** False when the program finished before it was killed. */
  killed: boolean
}

/**
 * The cache of the programs' compiled code, which makes them start faster; a killed program does not fill it.
 */
const cache = new URL('../../node_modules/.cache/compiled', import.meta.url).pathname

/**
 * Starts a program (a path in the project) and kills it with SIGKILL: `milliseconds` after it has printed
 * `ready`, or when a promise resolves. After SIGKILL no handler runs and nothing is flushed. `Infinity` lets
 * the program run to its end.
 */
export async function runAndKill(
  program: string,
  task: object,
  when: number | Promise<unknown>,
): Promise<KilledProgram> {
  const bundled = fileURLToPath(await bundleProgram(program))
  const child = spawn(process.execPath, [bundled, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  const ended = once(child, 'close')
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (line === 'ready') ready.resolve()
  })
  await Promise.race([ready.promise, ended])
  if (when === Number.POSITIVE_INFINITY) await ended
  else await Promise.race([typeof when === 'number' ? delay(when) : when, ended])
  child.kill('SIGKILL')
  const [, signal] = await ended
  return { lines, killed: signal === 'SIGKILL' }
}

/**
 * The time of the kill in a round, in milliseconds: spread evenly over `within`, and the same in every run.
 */
export const killTimeOf = (round: number, within: number): number => ((round * 0.618_034) % 1) * within
